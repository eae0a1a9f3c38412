/**
 * The one module that touches this browser's storage (the lint rule `newline/one-storage` refuses it elsewhere). Two kinds of values live there:
 * settings of the device, and data of a user. Data of a user has their id in its key, is read for them alone, and is removed when they sign
 * out or another user signs in.
 */

/** Settings of the device, the same for everyone who uses it. `early-script.ts` reads the first three before anything else is loaded. */
export const deviceKeys = {
  theme: 'theme',
  member: 'member',
  keys: 'newline.keys',
  rate: 'newline.playback-rate',
  captions: 'newline.captions',
  currency: 'newline.currency',
} as const;

/**
 * What is stored for a user: comment drafts, unsaved text of the studio, video positions, progress that hasn't been sent yet, changed code, and
 * what waits to be sent.
 */
export type UserDataKind = 'comment' | 'text' | 'position' | 'progress' | 'code' | 'outbox';

/** Flags that a tab remembers: the book exports that it waits for. They last as long as the tab, and until its user signs out. */
export type TabFlagKind = 'book-export';

/** Text that a tab remembers for just as long: how far lists were loaded and scrolled. */
export type TabNoteKind = 'history';

/**
 * Kinds of data that visitors have, too. Their drafts last as long as the tab, because the next visitor of a shared computer is another
 * person.
 */
const visitorStores: Readonly<Partial<Record<UserDataKind, 'tab' | 'browser'>>> = { comment: 'tab', position: 'browser', code: 'tab' };

const prefix = 'user-data ';
const visitor = 'visitor';
const tabPrefix = 'tab-flag ';
const intentKey = 'visitor-intent';
const reloadedForKey = 'newline:reloaded-for';
/** The user who is signed in in this browser, and the number of sign-ins so far: `{"count":3,"userId":"…"}`. */
const sessionKey = 'user-session';

/** Keys of earlier releases. Most have no user in them, so their owner is unknown. */
const formerKey = /^(?:comment:|unsaved text |newline\.position\.|progress )/;

/** The user whose data may be read and written, 'visitor', or undefined as long as the page does not know. */
let owner: string | undefined;
/** What was written before the owner was known. */
const early = new Map<string, { kind: UserDataKind; id: string; text: string | null }>();
const listeners = new Set<() => void>();

const keyOf = (kind: UserDataKind, owner: string, id: string) => `${prefix}${ownerPartOf(owner)} ${kind} ${id}`;

/** Runs `work` on a storage; returns `otherwise` where the browser refuses access or storage is full. */
function attempt<TResult>(store: 'tab' | 'browser', work: (storage: Storage) => TResult, otherwise: TResult): TResult {
  try {
    return work(store === 'tab' ? sessionStorage : localStorage);
  } catch {
    return otherwise;
  }
}

/** The user who is signed in in this browser, as its pages last learned from the server. */
type BrowserSession = { readonly count: number; readonly userId: string | null };

/** Returns who is signed in in this browser, as its pages last learned from the server. */
export function readSession(): BrowserSession {
  try {
    const stored = JSON.parse(localStorage.getItem(sessionKey) ?? 'null') as Partial<BrowserSession> | null;
    return { count: stored?.count ?? 0, userId: typeof stored?.userId === 'string' ? stored.userId : null };
  } catch {
    return { count: 0, userId: null };
  }
}

const writeSession = (session: BrowserSession) =>
  attempt('browser', (storage) => storage.setItem(sessionKey, JSON.stringify(session)), undefined);

/**
 * Returns the owner part of a key. A visitor's part includes the number of sign-ins so far: drafts may move to the next account that signs
 * in, but not to a later one.
 */
const ownerPartOf = (owner: string) => (owner === visitor ? `${visitor}:${readSession().count}` : owner);

function storeOf(kind: UserDataKind): 'tab' | 'browser' | null {
  return owner === visitor ? (visitorStores[kind] ?? null) : 'browser';
}

/** The button that a visitor pressed before signing in. */
type StoredIntent = { readonly key: string; readonly press: string; readonly at: number };

/** How long an intent is stored while its user signs up or signs in. */
const intentMs = 24 * 60 * 60 * 1000;

/**
 * Stores the button that a visitor pressed, to repeat it after they sign in; only the last one is stored. Returns a key for the URL that
 * they come back to. The action isn't repeated without that key, so neither a link from someone else nor the next user of this browser can
 * trigger it. Null where storage is closed.
 */
export function storeIntent(press: string): string | null {
  const intent: StoredIntent = { key: crypto.randomUUID(), press, at: Date.now() };
  return attempt(
    'browser',
    (storage) => {
      storage.setItem(intentKey, JSON.stringify(intent));
      return intent.key;
    },
    null,
  );
}

/** Returns and removes what a visitor pressed before they came back with this key; null when there is nothing, or it has expired. */
export function takeIntent(key: string): string | null {
  try {
    const intent = JSON.parse(localStorage.getItem(intentKey) ?? 'null') as StoredIntent | null;
    if (intent?.key !== key) return null;
    localStorage.removeItem(intentKey);
    return Date.now() - intent.at < intentMs ? intent.press : null;
  } catch {
    return null;
  }
}

/** Reads a setting of the device; null when it is not set or storage is closed. */
export function readDevice(name: keyof typeof deviceKeys): string | null {
  return attempt('browser', (storage) => storage.getItem(deviceKeys[name]), null);
}

/** Sets a setting of the device; null removes it. Where storage is closed, nothing happens. */
export function writeDevice(name: keyof typeof deviceKeys, value: string | null): void {
  attempt('browser', (storage) => setOrRemove(storage, deviceKeys[name], value), undefined);
}

/** Reads data of the current user; null when there is none, or while the page does not know who the user is. */
export function readUserData(kind: UserDataKind, id: string): string | null {
  const current = owner;
  if (current === undefined) return early.get(`${kind} ${id}`)?.text ?? null;
  const store = storeOf(kind);
  return store === null ? null : attempt(store, (storage) => storage.getItem(keyOf(kind, current, id)), null);
}

/**
 * Stores data of the current user; null removes it. While the page does not know who the user is, the data waits in memory.
 *
 * @returns false when it could not be stored
 */
export function writeUserData(kind: UserDataKind, id: string, text: string | null): boolean {
  const current = owner;
  if (current === undefined) {
    early.set(`${kind} ${id}`, { kind, id, text });
    return true;
  }
  const store = storeOf(kind);
  // Another tab signed out, or signed in as another user: this page stores nothing more.
  if (store === null || (current !== visitor && readSession().userId !== current)) return false;
  return attempt(
    store,
    (storage) => {
      setOrRemove(storage, keyOf(kind, current, id), text);
      return true;
    },
    false,
  );
}

/** The ids under which the current user has data of a kind. */
export function listUserData(kind: UserDataKind): string[] {
  const store = storeOf(kind);
  if (owner === undefined || store === null) return [];
  const start = keyOf(kind, owner, '');
  return attempt(store, (storage) => Object.keys(storage).flatMap((key) => (key.startsWith(start) ? [key.slice(start.length)] : [])), []);
}

/**
 * Sets the current user of the page: a user ID, or null for a visitor. When a user signs in, the data of other users is removed and a
 * visitor's drafts become theirs. A visitor removes nothing: the session may have expired, and the same user may come back.
 */
export function setStorageOwner(userId: string | null): void {
  const next = userId ?? visitor;
  attempt('browser', (storage) => removeWhere(storage, (key) => formerKey.test(key)), undefined);
  if (userId !== null) {
    const session = readSession();
    const { count } = session.userId === userId ? session : { count: session.count + 1 };
    if (session.userId !== userId) writeSession({ count, userId });
    attempt('tab', (tab) => adopt(tab, localStorage, userId, count), undefined);
    const isForeign = (key: string) => key.startsWith(prefix) && !key.startsWith(`${prefix}${userId} `);
    for (const store of ['tab', 'browser'] as const) attempt(store, (storage) => removeWhere(storage, isForeign), undefined);
  }
  if (next === owner) return;
  owner = next;
  const waiting = [...early.values()];
  early.clear();
  for (const { kind, id, text } of waiting) writeUserData(kind, id, text);
  for (const listener of listeners) listener();
}

/** Removes the data of every user when the user signs out. Anything that this page writes afterward belongs to a visitor. */
export function clearUserData(): void {
  for (const store of ['tab', 'browser'] as const) {
    attempt(store, (storage) => removeWhere(storage, (key) => key.startsWith(prefix) || key.startsWith(tabPrefix)), undefined);
  }
  attempt('browser', (storage) => storage.removeItem(intentKey), undefined);
  writeSession({ count: readSession().count, userId: null });
  early.clear();
  setStorageOwner(null);
}

/** The owner of user data: a user id, 'visitor', or undefined while unknown. */
export function storageOwner(): string | undefined {
  return owner;
}

/** Calls the listener when another tab of this browser signs in or out. */
export function subscribeBrowserSession(listener: () => void): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key === sessionKey && readSession().userId !== (owner === visitor ? null : owner)) listener();
  };
  addEventListener('storage', hear);
  return () => removeEventListener('storage', hear);
}

/** Sets or removes a flag of this tab. Where storage is closed, nothing happens. */
export function setTabFlag(kind: TabFlagKind, id: string, isSet: boolean): void {
  attempt('tab', (storage) => setOrRemove(storage, `${tabPrefix}${kind} ${id}`, isSet ? '1' : null), undefined);
}

/** True when the flag of this tab is set. */
export function hasTabFlag(kind: TabFlagKind, id: string): boolean {
  return attempt('tab', (storage) => storage.getItem(`${tabPrefix}${kind} ${id}`) !== null, false);
}

/** Stores a text in this tab. Where storage is closed, nothing happens. */
export function writeTabNote(kind: TabNoteKind, text: string): void {
  attempt('tab', (storage) => setOrRemove(storage, `${tabPrefix}${kind}`, text), undefined);
}

/** Returns the text stored in this tab; null when there is none. */
export function readTabNote(kind: TabNoteKind): string | null {
  return attempt('tab', (storage) => storage.getItem(`${tabPrefix}${kind}`), null);
}

/** Calls the listener whenever the owner changes. */
export function subscribeStorageOwner(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Resets the module, as if the page had just been loaded; for tests. */
export function forgetStorageOwner(): void {
  owner = undefined;
  early.clear();
}

/**
 * True the first time that a page is to be reloaded for a reason in this tab, which prevents reload loops. False where storage is closed.
 */
export function mayReloadFor(reason: string): boolean {
  return attempt(
    'tab',
    (storage) => {
      if (storage.getItem(reloadedForKey) === reason) return false;
      storage.setItem(reloadedForKey, reason);
      return true;
    },
    false,
  );
}

function setOrRemove(storage: Storage, key: string, value: string | null): void {
  if (value === null) storage.removeItem(key);
  else storage.setItem(key, value);
}

function removeWhere(storage: Storage, isMatch: (key: string) => boolean): void {
  for (const key of Object.keys(storage)) if (isMatch(key)) storage.removeItem(key);
}

/**
 * Moves a visitor's drafts and changed code to a user, unless another user signed in in between. The user's own draft of the same comment is
 * left as it is.
 */
function adopt(from: Storage, to: Storage, userId: string, count: number): void {
  const draft = new RegExp(`^${prefix}${visitor}:(\\d+) (.*)$`, 's');
  for (const key of Object.keys(from)) {
    const [, before, name] = draft.exec(key) ?? [];
    if (name === undefined) continue;
    const text = from.getItem(key);
    const target = `${prefix}${userId} ${name}`;
    if (text !== null && count - Number(before) <= 1 && to.getItem(target) === null) to.setItem(target, text);
    from.removeItem(key);
  }
}
