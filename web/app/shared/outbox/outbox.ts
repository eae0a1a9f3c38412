import { storageOwner } from '../browser-storage.ts';
import { holdLock } from '../browser-tabs.ts';
import { sentenceOf } from '../form/explain-failure.ts';
import { ApiError } from '../graphql-document.ts';
import type { NewEntry } from './outbox-entry.ts';
import { addEntry, listEntries, refuseEntry, settleEntry } from './outbox-store.ts';
import { sendEntry } from './send-entry.ts';

// What a reader did without a connection waits in this browser, and is sent in order once the site can be reached, on any of its pages.
export { outboxEntries, removeEntry, retryEntry, subscribeOutbox } from './outbox-store.ts';

/** How often sending is tried again while something waits, in milliseconds: a site that comes back doesn't say so. */
const retryMs = 20_000;

/** Codes of errors that pass: the entry waits. */
const passing: ReadonlySet<string> = new Set(['UNAVAILABLE', 'TIMEOUT', 'LOGIN_REQUIRED', 'UNKNOWN_DOCUMENT']);

/** True if the site couldn't be reached, or a proxy answered in its place. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof ApiError) return error.code === 'UNAVAILABLE' || error.code === 'TIMEOUT';
  return error instanceof TypeError || error instanceof DOMException || error instanceof SyntaxError;
}

/**
 * Lets something wait that couldn't be sent because the site can't be reached. Returns false for other errors, when the outbox is full, and
 * where storage is closed. Without an error it waits behind what waits already.
 */
export function keepEntry(error: unknown, entry: NewEntry): boolean {
  if ((error !== null && !isUnreachable(error)) || !addEntry(entry)) return false;
  if (error === null) void sendWaiting();
  return true;
}

let running: Promise<void> | null = null;
let isWanted = false;

/** Sends what waits, one after the other. Only one tab of the browser does at a time. */
export function sendWaiting(): Promise<void> {
  isWanted = true;
  running ??= (async () => {
    while (isWanted) {
      isWanted = false;
      await lockAndSend();
    }
  })().finally(() => {
    running = null;
  });
  return running;
}

function lockAndSend(): Promise<void> {
  return new Promise((resolve) => {
    const ending = new AbortController();
    const send = async () => {
      try {
        await sendAll();
      } catch (error) {
        console.error('We couldn’t send what waits.', error);
      }
      ending.abort();
      resolve();
    };
    holdLock('newline-outbox', ending.signal, () => void send());
  });
}

/** The entries that the site has stored or refused: a browser that can't record that must not send them forever. */
const answered = new Set<string>();

async function sendAll(): Promise<void> {
  const author = storageOwner();
  if (author === undefined) return;
  // Read again each time: another tab may have changed or removed some.
  const next = () =>
    storageOwner() === author ? listEntries().find((entry) => entry.refusal === null && !answered.has(entry.revision)) : undefined;
  for (let entry = next(); entry !== undefined; entry = next()) {
    try {
      const stored = await sendEntry(entry, author);
      answered.add(entry.revision);
      settleEntry(entry, stored);
    } catch (error) {
      if (isUnreachable(error) || (error instanceof ApiError && passing.has(error.code))) return;
      answered.add(entry.revision);
      refuseEntry(entry, sentenceOf(error));
    }
  }
}

let isStarted = false;

/** Sends what waits now, when the connection is back, and from time to time. Further calls do nothing. */
export function startOutbox(): void {
  if (isStarted) return;
  isStarted = true;
  const send = () => {
    if (navigator.onLine && listEntries().some(({ refusal }) => refusal === null)) void sendWaiting();
  };
  send();
  setInterval(send, retryMs);
  addEventListener('online', send);
  document.addEventListener('visibilitychange', send);
}
