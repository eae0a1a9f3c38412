import { readTabNote, storageOwner, subscribeStorageOwner, writeTabNote } from '../browser-storage.ts';

/** An element that was visible in the window: its index among those that match a selector, and the position of its top. */
export type Anchor = { readonly selector: string; readonly nth: number; readonly of: number; readonly top: number };

/** What this tab remembers for a history entry: the scroll position, how far its lists were loaded, and what was selected. */
export type EntryNote = {
  readonly y?: number;
  readonly anchors?: readonly Anchor[];
  readonly lists?: Readonly<Record<string, number>>;
  readonly choices?: Readonly<Record<string, string>>;
};

/** The number of history entries that are remembered. */
const maxNotes = 30;

let notes: Map<string, EntryNote> | null = null;

/** Returns the notes of this tab; after a reload, they're read from its storage. */
function all(): Map<string, EntryNote> {
  if (notes !== null) return notes;
  const entries = new Map<string, EntryNote>();
  notes = entries;
  let owner = storageOwner();
  // One user's notes mean nothing to the next user.
  subscribeStorageOwner(() => {
    if (owner !== undefined) entries.clear();
    owner = storageOwner();
  });
  addEventListener('pagehide', () => writeTabNote('history', JSON.stringify([...entries])));
  try {
    const stored: unknown = JSON.parse(readTabNote('history') ?? '[]');
    if (Array.isArray(stored)) for (const [key, note] of stored as [string, EntryNote][]) entries.set(key, note);
  } catch (error) {
    console.warn('What this tab remembered of its history could not be read.', error);
  }
  return entries;
}

/** Returns the note of a history entry, by the router's key; null for an entry that was never left. */
export function noteOf(key: string): EntryNote | null {
  return all().get(key) ?? null;
}

/** Updates the note of a history entry; properties that the change doesn't contain stay as they are. */
export function changeNote(key: string, change: EntryNote): void {
  const entries = all();
  const existing = entries.get(key);
  entries.delete(key);
  entries.set(key, {
    ...existing,
    ...change,
    lists: { ...existing?.lists, ...change.lists },
    choices: { ...existing?.choices, ...change.choices },
  });
  const [oldest] = entries.keys();
  if (entries.size > maxNotes && oldest !== undefined) entries.delete(oldest);
}
