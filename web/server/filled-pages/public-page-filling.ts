import type { IncomingMessage } from 'node:http';
import type { Api } from '@newline/api/create-api';
import type { PublicPageParts } from '@newline/api/page-copy';
import type { TagsListening } from '@newline/api/tags-listener';
import type { RememberedSession } from '@newline/api/viewer';
import { LRUCache } from 'lru-cache';
import type { Filling } from './filled-page.ts';
import { rememberSession } from './remember-session.ts';

type Options = {
  /** The first kind whose path matches counts. */
  kinds: readonly PublicPageParts[];
  api: Pick<Api, 'sessionOf' | 'viewerOf' | 'answerPersisted'>;
  listening: Pick<TagsListening, 'onSessionEnd' | 'onTagsChanged'>;
  now?: () => number;
};

type Remembered = {
  readonly filling: Filling;
  readonly sessionId: string | null;
  readonly userId: string | null;
  readonly untilMs: number;
};

/** How long the parts of a reader are used without asking the database: as long as an open page waits before it asks for notifications again. */
const maxAgeMs = 30_000;

/**
 * Returns a function that looks up what belongs to the reader of a public page, by its key in the cache; null for a visitor. One query
 * verifies the session, too.
 *
 * What all pages show (the reader's name, their unread notifications) is remembered for some seconds, because it decides nothing: the pages
 * are public. It's forgotten as soon as the database announces that it has changed, or that the session has ended.
 */
export function createPublicPageFilling({ kinds, api, listening, now = Date.now }: Options) {
  const remembered = new LRUCache<string, Remembered>({ max: 10_000 });
  /** Counts announcements, so that what was read before one isn't remembered. */
  let announcements = 0;
  listening.onSessionEnd((target) => {
    announcements += 1;
    const [kind, id] = target?.split(' ') ?? [];
    for (const [token, { sessionId, userId }] of remembered.entries())
      if (kind === undefined || id === (kind === 'session' ? sessionId : userId)) remembered.delete(token);
  });
  // The terms that readers are asked to accept.
  listening.onTagsChanged((tags) => {
    if (tags !== null && !tags.includes('pages')) return;
    announcements += 1;
    remembered.clear();
  });

  async function lookUp(kind: PublicPageParts, path: string, session: RememberedSession): Promise<Filling | null> {
    const variables = { ...kind.path.exec(path)?.groups };
    const answer = await api.answerPersisted({ text: kind.document, variables, session });
    const { data } = (answer === null ? {} : JSON.parse(answer)) as { data?: unknown };
    const own = data ? kind.read(data) : null;
    return own && { own, fill: kind.fill(own) };
  }

  return async ({ headers }: IncomingMessage, key: string): Promise<Filling | null> => {
    const [path = key] = key.split('?', 1);
    const kind = kinds.find((one) => one.path.test(path));
    const session = kind && (await rememberSession(api, headers));
    if (!kind || !session) return null;
    if (!kind.isRemembered) return lookUp(kind, path, session);
    const { token, viewer } = session;
    const last = remembered.get(token);
    if (last !== undefined && last.untilMs > now()) return last.filling;
    const before = announcements;
    const filling = await lookUp(kind, path, session);
    if (filling === null) remembered.delete(token);
    else if (announcements === before) {
      const { sessionId, userId } = viewer;
      remembered.set(token, { filling, sessionId, userId, untilMs: now() + maxAgeMs });
    }
    return filling;
  };
}
