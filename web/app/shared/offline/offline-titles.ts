/**
 * The one module that touches this browser's caches (the lint rule `newline/one-storage`), for pages and for the worker of the site. A title
 * that a reader keeps offline is one cache, whose name contains the reader: its record, its pages and their images. What shows the pages
 * (scripts, styles, fonts) is in one cache for each release of the site.
 */

/** A course or book that a reader keeps offline in this browser. */
export type OfflineTitle = {
  readonly userId: string;
  readonly id: string;
  readonly kind: 'course' | 'book';
  readonly title: string;
  /** The path of its own page. */
  readonly path: string;
  /** Its pages: its own, and those of the lessons that the reader has access to. */
  readonly pages: readonly OfflinePage[];
  /** The number of lessons that the reader has no access to. */
  readonly closedCount: number;
  /** The release of the site whose files show the pages. */
  readonly release: string;
  readonly bytes: number;
  /** When the reader kept it, in milliseconds. */
  readonly savedAt: number;
  /** When its newest texts were loaded, in milliseconds. */
  readonly updatedAt: number;
  /** False until all of its pages, and its videos if the reader wants them, are stored. */
  readonly isComplete: boolean;
  /** True if the reader keeps its videos, too. Absent in copies from before that was possible. */
  readonly hasVideos?: boolean;
};

/** A page of a title; `version` changes with its text. */
export type OfflinePage = { readonly path: string; readonly title: string; readonly version: string };

/** The last time that the site confirmed who is signed in in this browser. */
export type Contact = {
  readonly userId: string;
  readonly at: number;
  /** The latest time that this browser's clock has shown: while it shows an earlier day, nothing can be read. */
  readonly latest: number;
};

/** How long offline copies can be read without contact to the site. */
export const offlineDays = 30;
const dayMs = 24 * 60 * 60 * 1000;
const offlineMs = offlineDays * dayMs;

const titlePrefix = 'offline-title ';
const filesPrefix = 'offline-files ';
const contactName = 'offline-contact';
/** The size of a stored response, so that measuring a title doesn't read all of its videos. */
const sizeHeader = 'x-stored-bytes';
/** No page has this path. */
const recordPath = '/offline-record.json';

const nameOf = ({ userId, id }: Pick<OfflineTitle, 'userId' | 'id'>) => `${titlePrefix}${userId} ${id}`;

/** Whether this browser can keep anything: it needs caches, which exist only on secure origins. */
export function canKeepOffline(): boolean {
  return 'caches' in globalThis && 'serviceWorker' in navigator;
}

/** Returns the names of caches; none where the browser refuses them. */
async function names(prefix: string): Promise<string[]> {
  if (!('caches' in globalThis)) return [];
  return (await caches.keys().catch(() => [])).filter((name) => name.startsWith(prefix));
}

async function readRecord<TRecord>(name: string): Promise<TRecord | null> {
  if (!(await names(name)).includes(name)) return null;
  const stored = await (await caches.open(name)).match(recordPath);
  return stored === undefined ? null : ((await stored.json()) as TRecord);
}

async function writeRecord(name: string, record: object): Promise<void> {
  await (await caches.open(name)).put(recordPath, Response.json(record));
}

/** Returns the last contact with the site; null if nothing has been kept since the last sign-out. */
export const readContact = () => readRecord<Contact>(contactName);

/** Records that the site has just confirmed who is signed in. */
export function recordContact(userId: string, now = Date.now()): Promise<void> {
  return writeRecord(contactName, { userId, at: now, latest: now } satisfies Contact);
}

/** Until when copies can be read without another contact, in milliseconds. */
export const readableUntil = ({ at }: Contact): number => at + offlineMs;

/**
 * Returns the user whose copies can be read now, or null. If the last contact was too long ago, the copies are removed. If the clock was set
 * back, which would extend the access, they wait for the next contact; corrections of up to a day are fine.
 */
export async function offlineReader(now = Date.now()): Promise<string | null> {
  const contact = await readContact();
  if (contact === null) return null;
  if (now > readableUntil(contact)) {
    await removeAllOffline();
    return null;
  }
  if (now < contact.latest - dayMs) return null;
  if (now > contact.latest) await writeRecord(contactName, { ...contact, latest: now } satisfies Contact);
  return contact.userId;
}

/** Returns the titles in this browser, the newest first; of every user, if no user is given. */
export async function listOffline(userId?: string): Promise<OfflineTitle[]> {
  const titleNames = await names(userId === undefined ? titlePrefix : `${titlePrefix}${userId} `);
  const records = await Promise.all(titleNames.map((name) => readRecord<OfflineTitle>(name)));
  return records.filter((record) => record !== null).toSorted((a, b) => b.savedAt - a.savedAt);
}

/** Returns the title of a user; null if it isn't kept. */
export const readOffline = (title: Pick<OfflineTitle, 'userId' | 'id'>) => readRecord<OfflineTitle>(nameOf(title));

/** Creates or changes the record of a title. */
export const writeOffline = (title: OfflineTitle) => writeRecord(nameOf(title), title);

/** Stores a page or an image of a title. Rejects with a QuotaExceededError when the browser has no space. */
export async function storeResponse(title: Pick<OfflineTitle, 'userId' | 'id'>, path: string, response: Response): Promise<void> {
  const body = await response.arrayBuffer();
  const headers = plainHeaders(response);
  headers.set(sizeHeader, String(body.byteLength));
  await (await caches.open(nameOf(title))).put(path, new Response(body, { headers }));
}

/** Returns the size of everything that is stored of a title, in bytes. */
export async function measure(title: Pick<OfflineTitle, 'userId' | 'id'>): Promise<number> {
  const cache = await caches.open(nameOf(title));
  let bytes = 0;
  for (const request of await cache.keys()) {
    const response = await cache.match(request);
    const size = response?.headers.get(sizeHeader);
    bytes += size == null ? ((await response?.arrayBuffer())?.byteLength ?? 0) : Number(size);
  }
  return bytes;
}

/** Returns a stored page or image of a title. */
export async function readStored(title: Pick<OfflineTitle, 'userId' | 'id'>, path: string): Promise<Response | undefined> {
  return (await caches.open(nameOf(title))).match(path, { ignoreVary: true });
}

/** Removes the files of a title's videos, except those that are kept. */
export async function removeVideos(title: Pick<OfflineTitle, 'userId' | 'id'>, savedIds: readonly string[]): Promise<void> {
  const cache = await caches.open(nameOf(title));
  for (const request of await cache.keys()) {
    const playbackId = /^\/media\/v\/([\w-]+)\//u.exec(new URL(request.url).pathname)?.[1];
    if (playbackId !== undefined && !savedIds.includes(playbackId)) await cache.delete(request);
  }
}

/** Removes one page of a title. */
export async function removePage(title: Pick<OfflineTitle, 'userId' | 'id'>, path: string): Promise<void> {
  await (await caches.open(nameOf(title))).delete(path, { ignoreVary: true });
}

/** Returns what the current reader keeps under a path, with the title that it belongs to; null without a copy. */
export async function findOffline(path: string): Promise<{ response: Response; title: OfflineTitle } | null> {
  const reader = await offlineReader();
  if (reader === null) return null;
  for (const title of await listOffline(reader)) {
    const response = await readStored(title, path);
    if (response !== undefined) return { response, title };
  }
  return null;
}

/** Stores the files of a release, except those that are stored already. */
export async function storeFiles(release: string, files: readonly string[]): Promise<void> {
  const cache = await caches.open(`${filesPrefix}${release}`);
  for (const file of files) {
    if ((await cache.match(file)) !== undefined) continue;
    // The worker may have it already.
    const response = (await caches.match(file)) ?? (await fetch(file));
    if (!response.ok) throw new Error(`storeFiles: expected ${file}, got ${response.status}`);
    await cache.put(file, response);
  }
}

/** Returns a file of any release that a title needs. */
export async function findFile(path: string): Promise<Response | undefined> {
  for (const name of await names(filesPrefix)) {
    const response = await (await caches.open(name)).match(path);
    if (response !== undefined) return response;
  }
  return undefined;
}

/** Removes a title, and the files that no other title needs. */
export async function removeOffline(title: Pick<OfflineTitle, 'userId' | 'id'>): Promise<void> {
  await caches.delete(nameOf(title));
  await removeUnusedFiles();
}

/** Removes the files of releases that no title needs. */
export async function removeUnusedFiles(): Promise<void> {
  const needed = new Set((await listOffline()).map(({ release }) => `${filesPrefix}${release}`));
  for (const name of await names(filesPrefix)) if (!needed.has(name)) await caches.delete(name);
}

/** Removes everything that any user keeps in this browser, for example because the user signs out. */
export async function removeAllOffline(): Promise<void> {
  for (const prefix of [titlePrefix, contactName, filesPrefix]) for (const name of await names(prefix)) await caches.delete(name);
}

/** The headers that a page needs; a copy never sets cookies, and its body is already decoded. */
function plainHeaders({ headers }: Response): Headers {
  const sent = ['content-type', 'content-security-policy', 'x-content-type-options', 'referrer-policy', 'permissions-policy'];
  return new Headers(sent.flatMap((name): [string, string][] => (headers.has(name) ? [[name, headers.get(name) ?? '']] : [])));
}
