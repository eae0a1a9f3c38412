import { listUserData, readUserData, subscribeStorageOwner, writeUserData } from '../browser-storage.ts';
import { type NewEntry, noteEntryId, type OutboxAction, type OutboxEntry } from './outbox-entry.ts';

/** The greatest number of entries. */
export const maxEntries = 200;
/** The greatest length of all entries together, in UTF-16 code units: 1 MB in the browser's storage. */
export const maxLength = 500_000;

const listeners = new Set<() => void>();
/** The entries as last read; null after a change. */
let current: readonly OutboxEntry[] | null = null;

const handleChange = () => {
  current = null;
  for (const listener of [...listeners]) listener();
};
const handleStorage = ({ key }: StorageEvent) => {
  if (key === null || key.includes(' outbox ')) handleChange();
};

/** Calls the listener when the entries of the current user change, here or in another tab. Returns a function that unsubscribes. */
export function subscribeOutbox(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('storage', handleStorage);
    current = null;
  }
  listeners.add(listener);
  const stop = subscribeStorageOwner(handleChange);
  return () => {
    stop();
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', handleStorage);
  };
}

/** Returns the entries of the current user in the order in which they're sent: the same array until something changes. */
export function outboxEntries(): readonly OutboxEntry[] {
  if (current === null || listeners.size === 0) current = listEntries();
  return current;
}

/** Reads the entries of the current user from this browser. */
export function listEntries(): OutboxEntry[] {
  return listUserData('outbox')
    .flatMap((id) => readOutboxEntry(id) ?? [])
    .toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}

/** Reads an entry of the current user; null if there is none. */
function readOutboxEntry(id: string): OutboxEntry | null {
  try {
    const entry = JSON.parse(readUserData('outbox', id) ?? 'null') as Partial<OutboxEntry> | null;
    const isComplete = typeof entry?.action?.kind === 'string' && typeof entry.at === 'number' && typeof entry.revision === 'string';
    return isComplete ? ({ page: null, refusal: null, ...entry, id } as OutboxEntry) : null;
  } catch {
    return null;
  }
}

/**
 * Adds an entry, or replaces the one with its ID, which keeps its position.
 *
 * @returns false if the outbox is full, or where storage is closed
 */
export function addEntry({ id, page, action }: NewEntry): boolean {
  const entries = listEntries();
  const before = entries.find((entry) => entry.id === id);
  // Also when the clock was set back, a later entry comes after an earlier one.
  const at = before?.at ?? Math.max(Date.now(), (entries.at(-1)?.at ?? 0) + 1);
  const revision = crypto.randomUUID();
  const entry: OutboxEntry = { id, page, action: before ? continued(before.action, action) : action, at, revision, refusal: null };
  const others = entries.filter((other) => other.id !== id);
  const length = [...others, entry].reduce((sum, one) => sum + JSON.stringify(one).length, 0);
  return others.length < maxEntries && length <= maxLength && writeEntry(entry);
}

/** A change of a note that wasn't sent yet continues the one that waits: the server compares the version that this was based on. */
function continued(before: OutboxAction, action: OutboxAction): OutboxAction {
  const isChange = action.kind === 'note-change' || action.kind === 'note-removal';
  return isChange && (before.kind === 'note-change' || before.kind === 'note-removal') ? { ...action, version: before.version } : action;
}

/** Removes an entry. */
export function removeEntry(id: string): void {
  writeUserData('outbox', id, null);
  handleChange();
}

/** Marks an entry as refused, unless it was changed while it was sent. */
export function refuseEntry(sent: OutboxEntry, refusal: string): void {
  const now = readOutboxEntry(sent.id);
  if (now !== null && now.revision === sent.revision) writeEntry({ ...now, refusal });
}

/** Lets a refused entry wait again. */
export function retryEntry(id: string): void {
  const entry = readOutboxEntry(id);
  if (entry !== null) writeEntry({ ...entry, refusal: null, revision: crypto.randomUUID() });
}

/**
 * Removes an entry that the site has stored. What the reader changed meanwhile is sent next: the newer value, the newer text of a note, or the
 * deletion of a note that they discarded.
 *
 * @param stored the note as the site has stored it; null for other entries
 */
export function settleEntry(sent: OutboxEntry, stored: { readonly id: string; readonly version: number } | null): void {
  const now = readOutboxEntry(sent.id);
  const { page, action } = sent;
  if (now?.revision === sent.revision) return removeEntry(sent.id);
  if (stored === null) return;
  const target = { noteId: stored.id, version: stored.version };
  if (action.kind === 'note') {
    removeEntry(sent.id);
    if (now === null) addEntry({ id: noteEntryId(stored.id), page, action: { kind: 'note-removal', ...target } });
    else if (now.action.kind === 'note')
      addEntry({ id: noteEntryId(stored.id), page, action: { kind: 'note-change', ...target, body: now.action.body } });
  } else if (now !== null) writeEntry({ ...now, action: { ...now.action, ...target } });
}

function writeEntry(entry: OutboxEntry): boolean {
  const isWritten = writeUserData('outbox', entry.id, JSON.stringify(entry));
  handleChange();
  return isWritten;
}
