import type { IncomingMessage, ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import type { CopyAccess, CopyDescription, StudyPage } from '@newline/api/page-copy';
import type { Api } from '@newline/api/create-api';
import { LRUCache } from 'lru-cache';
import { cachedPagePolicy, inlineScriptHashes, type PolicySources } from '../content-policy.ts';
import { type CutPage, cutPage, type Filling, sendFilledPage } from './filled-page.ts';
import type { RenderedPage } from '../stored-page.ts';
import type { ReaderShells } from './reader-shells.ts';
import { rememberSession } from './remember-session.ts';

/** A copy as it was rendered, and how its slots are filled. */
export type RenderedCopy = RenderedPage & { readonly description: CopyDescription | null };

type Options = {
  kinds: readonly StudyPage[];
  api: Pick<Api, 'sessionOf' | 'viewerOf'>;
  shells: Pick<ReaderShells, 'ask'>;
  /** Renders the copy of a page, from its path and kind of access alone: nothing of the request reaches it. */
  render: (path: string, access: CopyAccess) => Promise<RenderedCopy>;
  sources: PolicySources;
  /** The headers of every response. */
  securityHeaders: Readonly<Record<string, string>>;
  onError: (error: unknown, path: string) => void;
  maxBytes?: number;
  now?: () => number;
};

/** A stored copy. */
type Entry = CopyDescription & {
  readonly parts: CutPage;
  readonly sizeBytes: number;
  readonly policy: string;
  readonly tags: readonly string[];
  readonly untilMs: number;
};

/** Everything that is stored of a copy and can be sent. */
export type StoredCopy = { readonly key: string; readonly parts: CutPage; readonly head: readonly string[] };

/** A copy is rendered again after this time even without an announced change, in case an announcement was missed. */
const maxAgeMs = 60 * 60 * 1000;
/** Longer URLs aren't those of a page. */
const maxPathLength = 512;

/** The pages that are stored once for each kind of access. */
export type StudyPages = ReturnType<typeof createStudyPages>;

/**
 * Creates the cache of pages that differ only by the reader's access and by what belongs to the reader. One query, in the message that also
 * verifies the session, says which copy the reader gets and what belongs to them; the response is the copy with that filled in. So a copy
 * never decides about access, and contains nothing of anyone: it's rendered without a session, as for an anonymous reader with that access.
 * A copy is only sent if its version is the one that the reader's query found, and is dropped when a tag of it changes.
 *
 * Everything else is passed on to the renderer: requests without a session, with parameters, of authors and administrators,
 * and all failures.
 */
export function createStudyPages({
  kinds,
  api,
  shells,
  render,
  sources,
  securityHeaders,
  onError,
  maxBytes = 32 * 1024 * 1024,
  now = Date.now,
}: Options) {
  const sharedHead = Object.entries({
    ...securityHeaders,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-store',
    vary: 'Cookie, Accept-Encoding',
  }).flat();
  const entries = new LRUCache<string, Entry>({ maxSize: maxBytes, sizeCalculation: ({ sizeBytes }) => Math.ceil(sizeBytes) });
  const running = new Map<string, Promise<Entry | null>>();
  /** Counts purges, so that a copy of data that was read before one isn't stored. */
  let purges = 0;

  async function renderEntry(key: string, path: string, access: CopyAccess): Promise<Entry | null> {
    const purgesBefore = purges;
    const { status, body, slots, headers, tags, dueAtMs, description } = await render(path, access);
    if (status !== 200 || description === null || 'set-cookie' in headers) return null;
    const page = Buffer.from(body);
    const entry: Entry = {
      ...description,
      parts: cutPage(page, slots),
      // The compressed parts take less than half of the page.
      sizeBytes: page.length * 1.5,
      policy: cachedPagePolicy(inlineScriptHashes(body), sources),
      tags,
      untilMs: Math.min(dueAtMs ?? Number.POSITIVE_INFINITY, now() + maxAgeMs),
    };
    if (purges === purgesBefore) entries.set(key, entry);
    return entry;
  }

  /** Returns the copy with this version; null if there is none, for example because the content just changed. */
  async function copyOf(path: string, access: CopyAccess, version: string): Promise<Entry | null> {
    const key = `${access} ${path}`;
    const stored = entries.get(key);
    if (stored?.version === version && stored.untilMs > now()) return stored;
    // Requests that arrive while it's rendered wait for it. One that started before the change has another version.
    let rendering = running.get(key);
    if (rendering === undefined) {
      rendering = renderEntry(key, path, access).finally(() => running.delete(key));
      running.set(key, rendering);
    }
    const entry = await rendering;
    return entry?.version === version ? entry : null;
  }

  async function send(kind: StudyPage, match: RegExpExecArray, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const path = match[0];
    const session = await rememberSession(api, request.headers);
    if (!session) return false;
    const answer = await shells.ask(kind.document, { ...match.groups }, session);
    const part = answer && kind.read(answer.data);
    if (!answer || !part) return false;
    const copy = await copyOf(path, part.access, part.version);
    if (copy === null) return false;
    const own = { ...answer.shell, ...part.own };
    const { fill } = copy;
    write(request, response, copy, { own, fill: fill(own) });
    return true;
  }

  function write(request: IncomingMessage, response: ServerResponse, { parts, policy }: Entry, filling: Filling): void {
    const head = [...sharedHead, 'content-security-policy', policy, 'x-request-id', randomUUID()];
    sendFilledPage(request, response, { parts, filling, head });
  }

  return {
    /**
     * Handles the request of a signed-in reader if there may be a copy for it, and passes it on if there isn't.
     *
     * @returns false when it's no such request, and nothing was sent
     */
    answer(request: IncomingMessage, response: ServerResponse, passOn: () => void): boolean {
      const { method, url = '/', headers } = request;
      if (headers.cookie === undefined || (method !== 'GET' && method !== 'HEAD') || url.length > maxPathLength) return false;
      for (const kind of kinds) {
        const match = kind.path.exec(url);
        if (match === null) continue;
        send(kind, match, request, response).then(
          (isSent) => isSent || passOn(),
          (error: unknown) => {
            onError(error, url);
            if (response.headersSent) response.destroy();
            else passOn();
          },
        );
        return true;
      }
      return false;
    },

    /** Drops the copies with one of these tags; `*` drops all. */
    purge(tags: readonly string[]): void {
      purges += 1;
      const announced = new Set(tags.map((tag) => tag.replace(/^!/, '')));
      for (const [key, entry] of entries.entries())
        if (announced.has('*') || entry.tags.some((tag) => announced.has(tag))) entries.delete(key);
    },

    /** Returns the stored copies as they are before anything is filled in, for tests. */
    stored: (): readonly StoredCopy[] =>
      [...entries.entries()].map(([key, { parts, policy, version, tags }]) => ({ key, parts, head: [policy, version, ...tags] })),
  };
}
