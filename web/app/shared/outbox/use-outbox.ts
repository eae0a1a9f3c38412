import { useEffect, useSyncExternalStore } from 'react';
import { listUserData } from '../browser-storage.ts';
import { graphql } from '../graphql-document.ts';
import { useStorageOwner } from '../use-storage-owner.ts';
import type { NewEntry, OutboxEntry } from './outbox-entry.ts';

// What pages need of the outbox before it's loaded: one module, because each file of a page costs every page a line in the table of routes.

type Outbox = typeof import('./outbox.ts');

const none: readonly OutboxEntry[] = [];
const listeners = new Set<() => void>();
let outbox: Outbox | null = null;
let loading: Promise<Outbox> | null = null;

const notify = () => {
  for (const listener of [...listeners]) listener();
};

/** Loads the code of the outbox, which few pages need, and starts sending what waits. Rejects if it can't be loaded. */
export function loadOutbox(): Promise<Outbox> {
  loading ??= import('./outbox.ts').then(
    (code) => {
      outbox = code;
      code.subscribeOutbox(notify);
      code.startOutbox();
      notify();
      return code;
    },
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns what the current user has in the outbox of this browser, in order. */
export function useOutbox(): readonly OutboxEntry[] {
  const owner = useStorageOwner();
  useEffect(() => {
    if (listUserData('outbox').length > 0) loadOutbox().catch((error: unknown) => console.warn('The outbox couldn’t be loaded.', error));
  }, [owner]);
  return useSyncExternalStore(
    subscribe,
    () => outbox?.outboxEntries() ?? none,
    () => none,
  );
}

/**
 * Lets something wait that couldn't be sent. Resolves to false if it can't wait: the site can be reached and has refused it, the outbox is
 * full, or its code can't be loaded. Without an error it waits behind what waits already.
 */
export async function keepForLater(error: unknown, entry: NewEntry): Promise<boolean> {
  const code = await loadOutbox().catch(() => null);
  return code?.keepEntry(error, entry) ?? false;
}

/** Tells the reader that what they did isn't lost. */
export const waitingText = 'Waiting to be sent. That happens when the site can be reached again.';

/** Returns the ID of the entry that marks a lesson as done, or undoes that. */
export function doneEntryId(lessonId: string): string {
  return `done:${lessonId}`;
}

/** Returns the ID of the entry that changes or deletes a note. */
export function noteEntryId(noteId: string): string {
  return `note:${noteId}`;
}

/** Returns what signing out loses, for the question before it. */
export function lossText(count: number): string {
  const what = count === 1 ? 'One thing that you did hasn’t been sent' : `${count} things that you did haven’t been sent`;
  return `${what} from this browser yet. Signing out deletes it. Look at “Waiting to be sent” first to send or copy it.`;
}

/** Marks a lesson as completed manually, or undoes that. */
export const SetLessonCompletedDocument = graphql(/* GraphQL */ `mutation setLessonCompleted($lessonId: UUID!, $isCompleted: Boolean!) {
  setLessonCompleted(input: { lessonId: $lessonId, isCompleted: $isCompleted }) {
    lessonProgress { isCompleted reason positionSeconds blockId watchedSeconds videoSeconds readBlocks blocks }
  }
}`);
