import { readTabNote, storageOwner, subscribeStorageOwner, writeTabNote } from '../browser-storage.ts';

/** An element that was in the window: which one of how many that a selector finds, and where its top was. */
export type Anchor = { readonly selector: string; readonly nth: number; readonly of: number; readonly top: number };

/** What this tab remembers of an entry of its history: where the page was left, how far its lists were loaded, and what was chosen in it. */
export type EntryNote = {
  readonly y?: number;
  readonly anchors?: readonly Anchor[];
  readonly lists?: Readonly<Record<string, number>>;
  readonly choices?: Readonly<Record<string, string>>;
};

/** How many entries are remembered: as far back as people go for a list. */
const mostNotes = 30;

let notes: Map<string, EntryNote> | null = null;

/** The notes as this tab has them; those of the time before a reload are in its storage. */
function all(): Map<string, EntryNote> {
  if (notes !== null) return notes;
  const known = new Map<string, EntryNote>();
  notes = known;
  let owner = storageOwner();
  // What one user looked at is nothing to the next.
  subscribeStorageOwner(() => {
    if (owner !== undefined) known.clear();
    owner = storageOwner();
  });
  addEventListener('pagehide', () => writeTabNote('history', JSON.stringify([...known])));
  try {
    const stored: unknown = JSON.parse(readTabNote('history') ?? '[]');
    if (Array.isArray(stored)) for (const [key, note] of stored as [string, EntryNote][]) known.set(key, note);
  } catch (error) {
    console.warn('What this tab remembered of its history could not be read.', error);
  }
  return known;
}

/** What is remembered of an entry, by the router's key of it; null for one that nobody left. */
export function noteOf(key: string): EntryNote | null {
  return all().get(key) ?? null;
}

/** Adds to what is remembered of an entry; its lists and choices stay as they are unless the change names them. */
export function changeNote(key: string, change: EntryNote): void {
  const known = all();
  const before = known.get(key);
  known.delete(key);
  known.set(key, {
    ...before,
    ...change,
    lists: { ...before?.lists, ...change.lists },
    choices: { ...before?.choices, ...change.choices },
  });
  const [oldest] = known.keys();
  if (known.size > mostNotes && oldest !== undefined) known.delete(oldest);
}
