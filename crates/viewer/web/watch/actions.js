// What else to do with a match: play on from here, edit it, export it, open another.

import { beginAsking } from '../shared/allow.js';
import { button, el, openDialog, reasonOf, toast } from '../shared/dom.js';
import { rememberedLibrary } from '../library/place.js';
import { momentName } from './moments.js';
import { playerName, seatName } from '../panels/scoreboard.js';

/**
 * Asks who plays on from this frame, and goes there.
 * @param {import('../source/server.js').ServerSource} source
 * @param {Session} session
 * @param {import('./player.js').Player} player
 */
export function askFork(source, session, player) {
  player.pause();
  const frame = player.wanted;
  const mine = player.seat === 'all' ? (player.index.acted[frame]?.[0] ?? 0) : Number(player.seat);
  const strongest = session.bots[session.bots.length - 1];
  const fields = session.seats.map((seat, n) => {
    const field = el('select', { id: `fork-${n}` });
    // A game without verbs cannot be played by hand.
    if (session.verbs.length > 0) field.appendChild(el('option', { value: 'human', text: 'me, by hand' }));
    for (const bot of session.bots) field.appendChild(el('option', { value: `builtin:${bot}`, text: `bot: ${bot}` }));
    // The user's own bot can play on.
    const was = seat.player ?? 'human';
    if (was !== 'human' && !was.startsWith('builtin:')) field.appendChild(el('option', { value: was, text: was }));
    const same = [...field.options].some((option) => option.value === was);
    field.value = n === mine ? 'human' : same && was !== 'human' ? was : `builtin:${strongest}`;
    if (field.selectedIndex < 0) field.selectedIndex = 0;
    return field;
  });
  const go = button({ label: 'Play', text: 'Play', class: 'primary' });
  const dialog = openDialog(
    'Play from here',
    el('p', { text: `A new match starts from ${momentName(player.index, frame)}. The replay does not change.` }),
    el(
      'div',
      { class: 'fork-seats' },
      ...session.seats.map((seat, n) =>
        el('label', { for: `fork-${n}` }, el('span', {}, el('b', { text: seatName(seat, n) }), el('span', { class: 'faint', text: ` was ${playerName(seat)}` })), fields[n]),
      ),
    ),
    el('div', { class: 'dialog-foot' }, go),
  );
  go.addEventListener('click', async () => {
    go.disabled = true;
    try {
      const begun = await beginAsking((allow) => source.fork(frame, fields.map((field) => field.value), allow));
      if (begun) location.assign(begun.url);
      else go.disabled = false;
    } catch (error) {
      toast(reasonOf(error), 'bad');
      go.disabled = false;
    }
  });
  go.focus();
  return dialog;
}

/**
 * Opens the scenario editor with this frame.
 * @param {import('../source/server.js').ServerSource} source
 * @param {import('./player.js').Player} player
 */
export async function openEditor(source, player) {
  try {
    location.assign((await source.edit(player.wanted)).url);
  } catch (error) {
    toast(reasonOf(error), 'bad');
  }
}

/**
 * The way to the other matches of the folder; null if there is none for this tab.
 * @param {import('../source/server.js').ServerSource} source
 * @param {Session} session
 */
export function libraryLink(source, session) {
  const known = rememberedLibrary();
  // Who may only watch gets no further than where they came from.
  if (!known && !session.can.library) return null;
  const go = async () => {
    try {
      location.assign(session.can.library ? (await source.around()).url : (known ?? ''));
    } catch (error) {
      toast(reasonOf(error), 'bad');
    }
  };
  return button({ label: 'Library', text: 'Library', icon: 'library', class: 'quiet named to-library', press: go });
}

/** What can be exported: the kind, its name, and what it is. */
const EXPORTS = [
  ['html', 'Page', 'the whole match in one file that plays anywhere'],
  ['png', 'PNG picture', 'this frame'],
  ['svg', 'SVG picture', 'this frame'],
  ['gif', 'GIF animation', 'the match as an animation of at most 2 MB'],
  ['json', 'JSON', 'the records of the replay, one per line'],
];

/**
 * Offers the match and this frame as files.
 * @param {import('../source/server.js').ServerSource} source
 * @param {import('./player.js').Player} player
 * @param {ThemeName} theme
 */
export function askExport(source, player, theme) {
  player.pause();
  const plain = el('input', { type: 'checkbox', on: { change: () => links.forEach(({ link, what }) => link.setAttribute('href', address(what))) } });
  /** @param {string} what */
  const address = (what) => source.exportUrl({ what, frame: player.wanted, seat: player.seat, theme, plain: plain.checked });
  /** @type {{link: HTMLAnchorElement, what: string}[]} */
  const links = [];
  openDialog(
    'Export',
    el('label', { class: 'choice-plain' }, plain, 'the board alone, without players, score and result'),
    el(
      'ul',
      { class: 'choices' },
      ...EXPORTS.map(([what, label, about]) => {
        const link = el('a', { class: 'choice', href: address(what), download: '' }, el('b', { text: label }), el('span', { class: 'faint', text: about }));
        links.push({ link, what });
        return el('li', {}, link);
      }),
    ),
  );
}

/**
 * A replay file dropped anywhere on the page is opened.
 * @param {import('../source/server.js').ServerSource} source
 */
export function attachDrop(source) {
  const veil = el('div', { class: 'drop-veil', hidden: true }, el('p', { text: 'Drop a replay to open it' }));
  document.body.appendChild(veil);
  /** @param {DragEvent} event */
  const carries = (event) => event.dataTransfer?.types.includes('Files') ?? false;
  document.addEventListener('dragover', (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    veil.hidden = false;
  });
  document.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) veil.hidden = true;
  });
  document.addEventListener('drop', async (event) => {
    veil.hidden = true;
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    try {
      location.assign((await source.open(file)).url);
    } catch (error) {
      toast(reasonOf(error), 'bad');
    }
  });
}
