// What this tab may do besides watching. That takes a key: it comes after the # of the address, where no server and no
// other program sees it, and stays in this tab. Links copied from the page do not have it.

const KEY_PLACE = 'skirmish-key';
/** For a browser that keeps nothing. @type {string | null} */
let heldKey = null;

/** Takes the key out of the address, or exchanges the code for one. */
export async function takeKey() {
  const carried = new URLSearchParams(location.hash.slice(1));
  const code = carried.get('code');
  if (code === null && !carried.has('key')) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  const key = code === null ? carried.get('key') : await redeemed(code);
  if (key === null) return;
  heldKey = key;
  try {
    sessionStorage.setItem(KEY_PLACE, key);
  } catch {
    // It is held as long as the page is open.
  }
}

/** What is sent along with every request. @returns {Record<string, string>} */
export function keyHeader() {
  try {
    heldKey ??= sessionStorage.getItem(KEY_PLACE);
  } catch {
    // Nothing is kept here.
  }
  return heldKey === null ? {} : { 'skirmish-key': heldKey };
}

/** Someone may paste an address with another key over this one, which alone loads nothing. */
export function watchForKeys() {
  addEventListener('hashchange', () => {
    if (/[#&](key|code)=/.test(location.hash)) location.reload();
  });
}

/**
 * The key for a code; null if the code was used before.
 * @param {string} code
 * @returns {Promise<string | null>}
 */
async function redeemed(code) {
  const answer = await fetch('api/key', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ code }) });
  return answer.ok ? (await answer.json()).key : null;
}
