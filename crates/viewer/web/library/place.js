// Where somebody was in a library, for the way back. It stays in the tab.

const PLACE_PREFIX = 'skirmish-place ';
const LIBRARY_PLACE = 'skirmish-library';

/**
 * What was shown when the library was left, unless its address asks for something.
 * @param {string} search as in location.search
 * @returns {{search: string, name: string | null}}
 */
export function keptPlace(search) {
  const kept = storedPlace();
  return { search: search || (kept?.search ?? ''), name: kept?.name ?? null };
}

/** @param {URLSearchParams} query @param {string | null} name the match that was opened, or one that is in sight */
export function keepPlace(query, name) {
  try {
    sessionStorage.setItem(PLACE_PREFIX + location.pathname, JSON.stringify({ search: query.toString(), name }));
  } catch {
    // A browser that keeps nothing: the library opens from its top.
  }
}

/** Remembers the way to a library, for the pages of its matches. @param {string} path */
export function rememberLibrary(path) {
  try {
    sessionStorage.setItem(LIBRARY_PLACE, path);
  } catch {
    // The browser's own way back remains.
  }
}

/** The library that this tab was in last; null if it was in none. */
export function rememberedLibrary() {
  try {
    return sessionStorage.getItem(LIBRARY_PLACE);
  } catch {
    return null;
  }
}

/** @returns {{search: string, name: string | null} | null} */
function storedPlace() {
  try {
    return JSON.parse(sessionStorage.getItem(PLACE_PREFIX + location.pathname) ?? 'null');
  } catch {
    return null;
  }
}
