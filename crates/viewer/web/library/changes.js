// Deleting and renaming matches: what goes with them is said first, and afterwards what was done.

import { button, el, openDialog, reasonOf, toast } from '../shared/dom.js';
import { count } from '../report/words.js';

/** More files than this are counted. */
const FILES_NAMED = 12;

/**
 * Asks, and deletes matches with everything that belongs to them.
 * @param {import('../source/server.js').ServerSource} source
 * @param {string[]} names
 * @param {(deleted: string[]) => void} done told which files are gone
 */
export async function askDelete(source, names, done) {
  /** @type {string[]} */
  let files;
  try {
    const found = await Promise.all(names.map((name) => source.get(`api/files?${new URLSearchParams({ name })}`)));
    files = found.flatMap((told) => /** @type {LibraryFiles} */ (told).files);
  } catch (error) {
    toast(reasonOf(error), 'bad');
    return;
  }
  const title = names.length === 1 ? 'Delete this match?' : `Delete ${count(names.length, 'match').replace('matchs', 'matches')}?`;
  const go = button({ label: 'Delete', text: 'Delete', icon: 'trash', class: 'primary danger' });
  const keep = button({ label: 'Keep', text: 'Keep', press: () => dialog.close() });
  const dialog = openDialog(
    title,
    el('p', { text: `${count(files.length, 'file')} will be deleted for good, logs and failure capsules included:` }),
    fileList(files),
    el('div', { class: 'dialog-foot' }, keep, go),
  );
  keep.focus();
  go.addEventListener('click', async () => {
    go.disabled = true;
    try {
      const deleted = /** @type {LibraryDeleted} */ (await source.post('api/delete', /** @satisfies {LibraryDeleteRequest} */ ({ names })));
      dialog.close();
      for (const { name, why } of deleted.left) toast(`${name} is still there: ${why}`, 'bad');
      if (deleted.files.length > 0) toast(`Deleted: ${shortList(deleted.files)}`);
      done(deleted.files);
    } catch (error) {
      toast(reasonOf(error), 'bad');
      go.disabled = false;
    }
  });
}

/**
 * Asks for another name, and gives it to a match and what belongs to it.
 * @param {import('../source/server.js').ServerSource} source
 * @param {string} name
 * @param {(renamed: string) => void} done
 */
export function askRename(source, name, done) {
  const field = el('input', { type: 'text', id: 'rename-to', maxlength: 170, spellcheck: 'false', autocomplete: 'off', 'aria-describedby': 'rename-trouble' });
  field.value = name.replace(/\.skirmish$/, '');
  const trouble = el('p', { id: 'rename-trouble', class: 'dialog-trouble', role: 'alert' });
  const go = button({ label: 'Rename', text: 'Rename', class: 'primary' });
  const form = el('form', { class: 'rename-form' }, el('label', { for: 'rename-to', text: 'New name' }), field, el('p', { class: 'faint', text: 'Its logs and failure capsules keep its name. No other file is overwritten.' }), trouble, el('div', { class: 'dialog-foot' }, go));
  const dialog = openDialog(`Rename ${name}`, form);
  const submit = async () => {
    go.disabled = true;
    try {
      const renamed = /** @type {LibraryRenamed} */ (await source.post('api/rename', /** @satisfies {LibraryRenameRequest} */ ({ name, to: field.value })));
      dialog.close();
      toast(`Now called ${renamed.name}${renamed.beside.length > 0 ? `, and ${count(renamed.beside.length, 'file')} beside it` : ''}.`);
      done(renamed.name);
    } catch (error) {
      trouble.textContent = reasonOf(error);
      go.disabled = false;
      field.focus();
    }
  };
  go.addEventListener('click', submit);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
  });
  field.focus();
  field.select();
}

/** @param {string[]} files */
function fileList(files) {
  const named = files.slice(0, FILES_NAMED).map((file) => el('li', { text: file }));
  const more = files.length - named.length;
  return el('ul', { class: 'file-list' }, ...named, more > 0 ? el('li', { class: 'faint', text: `and ${more} more` }) : null);
}

/** @param {string[]} files */
function shortList(files) {
  return files.length <= 3 ? files.join(', ') : `${files.slice(0, 2).join(', ')} and ${files.length - 2} more files`;
}
