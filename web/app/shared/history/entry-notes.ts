import type { Location } from 'react-router';
import { readTabNote, storageOwner, subscribeStorageOwner, writeTabNote } from '../browser-storage.ts';

/** An element that was visible in the window: its index among those that match a selector, and the position of its top. */
export type Anchor = { readonly selector: string; readonly nth: number; readonly of: number; readonly top: number };

/** How far a box with its own scroll bar was scrolled, and an element of it with an ID that was visible, with its distance from the box's top. */
export type BoxPosition = { readonly y: number; readonly id: string | null; readonly top: number };

/** What this tab remembers for a history entry: the scroll position, how far its lists were loaded, and what was selected. */
export type EntryNote = {
  readonly y?: number;
  readonly anchors?: readonly Anchor[];
  readonly lists?: Readonly<Record<string, number>>;
  readonly choices?: Readonly<Record<string, string>>;
  readonly boxes?: Readonly<Record<string, BoxPosition>>;
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
  // A page that was opened by its URL has these keys, whatever was noted for an earlier one.
  const [navigation] = performance.getEntriesByType('navigation');
  if (navigation instanceof PerformanceNavigationTiming && navigation.type === 'navigate')
    for (const key of ['default', firstKey(new URL(navigation.name))]) entries.delete(key);
  return entries;
}

const firstKey = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>) => `default ${pathname}${search}${hash}`;

/** A history entry: its location, and the state that the router gave it. */
export type Entry = { readonly location: Location; readonly state: unknown };

/**
 * Returns the key under which the scroll position of an entry is noted. Null for the entry that a plain link to a fragment creates, which
 * has no state of the router: Back and another press of the link can't be told apart there.
 */
export function positionKey({ location, state }: Entry): string | null {
  if (location.key !== 'default') return location.key;
  return state === null ? null : firstKey(location);
}

/** Whether the current entry was left before, with its scroll position. */
export function hasPosition(location: Location): boolean {
  const key = positionKey({ location, state: history.state });
  return key !== null && noteOf(key)?.y !== undefined;
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
    boxes: { ...existing?.boxes, ...change.boxes },
  });
  const [oldest] = entries.keys();
  if (entries.size > maxNotes && oldest !== undefined) entries.delete(oldest);
}
