import { offlinePath } from './answer-navigation.ts';

// Runs on copies of pages that the worker answers with. It's a plain script, so that it works with the copy of any release.

/** The ID of the note. */
const copyNoteId = 'offline-note';

const updatedAt = Number(document.currentScript?.dataset['updatedAt']);

/** Shows above the page that there is no connection, since when the copy is from, and the way to what else is kept. */
function showNote(): void {
  if (document.getElementById(copyNoteId) !== null) return;
  const note = document.createElement('div');
  note.id = copyNoteId;
  note.setAttribute('role', 'status');
  note.style.cssText =
    'display:flex;flex-wrap:wrap;justify-content:center;gap:.25rem 1rem;padding:.5rem 1rem;background:var(--ink);color:var(--on-ink);font:500 .875rem/1.4 var(--sans)';
  // Before its text, so that screen readers read it out; the link that skips to the content stays first.
  const skip = document.querySelector('body > .skip');
  if (skip === null) document.body.prepend(note);
  else skip.after(note);
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(updatedAt);
  const text = document.createElement('span');
  text.textContent = `No connection. You’re reading your copy of ${day}.`;
  note.append(text, linkTo(offlinePath, 'Available offline'));
}

function linkTo(path: string, text: string): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = path;
  link.textContent = text;
  link.style.cssText = 'color:inherit;text-decoration:underline';
  return link;
}

function showOnline(): void {
  const note = document.getElementById(copyNoteId);
  const text = note?.querySelector('span');
  const link = note?.querySelector('a');
  if (!text || !link) return;
  text.textContent = 'You’re back online.';
  link.replaceWith(linkTo(location.href, 'Load the current page'));
}

/** React must have taken over the page, or it would find an element that it doesn't know. */
function whenHydrated(show: () => void): void {
  const root = document.documentElement;
  if ('hydrated' in root.dataset) return show();
  const observer = new MutationObserver(() => {
    if (!('hydrated' in root.dataset)) return;
    observer.disconnect();
    show();
  });
  observer.observe(root, { attributes: true, attributeFilter: ['data-hydrated'] });
}

whenHydrated(showNote);
addEventListener('online', showOnline);
