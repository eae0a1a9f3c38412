import type { Api } from '@newline/api/create-api';
import type { OwnPart, ShellPart } from '@newline/api/page-copy';
import type { TagsListening } from '@newline/api/tags-listener';
import type { RememberedSession } from '@newline/api/viewer';
import { LRUCache } from 'lru-cache';

type Options = {
  part: ShellPart;
  api: Pick<Api, 'answerPersisted'>;
  listening: Pick<TagsListening, 'onSessionEnd' | 'onTagsChanged'>;
  now?: () => number;
};

type Remembered = {
  readonly shell: OwnPart;
  readonly sessionId: string | null;
  readonly userId: string | null;
  readonly untilMs: number;
};

/** What every page shows to its reader, and the answer to the query of one page. */
type ReaderAnswer = { readonly shell: OwnPart; readonly data: unknown };

/** How long the parts of a reader are used without asking the database, in case an announcement was missed. */
const maxAgeMs = 5 * 60_000;

/** What every page shows to its reader. */
export type ReaderShells = ReturnType<typeof createReaderShells>;

/**
 * Remembers what every page shows to its reader: their name, and their unread notifications. It decides nothing: the queries of pages verify the
 * session and the access. It's forgotten as soon as the database announces that it has changed, or that the session has ended.
 */
export function createReaderShells({ part, api, listening, now = Date.now }: Options) {
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

  function rememberedOf(token: string): OwnPart | null {
    const last = remembered.get(token);
    return last !== undefined && last.untilMs > now() ? last.shell : null;
  }

  /**
   * Sends the query of a page, in the message that also verifies the session. Its variable `shell` says whether to include what isn't remembered.
   * Null if the session has ended or changed.
   */
  async function ask(
    document: string,
    variables: Readonly<Record<string, unknown>>,
    session: RememberedSession,
  ): Promise<ReaderAnswer | null> {
    const { token, viewer } = session;
    const earlier = rememberedOf(token);
    const before = announcements;
    const answer = await api.answerPersisted({ text: document, variables: { ...variables, shell: earlier === null }, session });
    const { data } = (answer === null ? {} : JSON.parse(answer)) as { data?: unknown };
    const shell = data ? (earlier ?? part.read(data)) : null;
    if (shell === null) {
      remembered.delete(token);
      return null;
    }
    if (earlier === null && announcements === before) {
      const { sessionId, userId } = viewer;
      remembered.set(token, { shell, sessionId, userId, untilMs: now() + maxAgeMs });
    }
    return { shell, data };
  }

  return {
    ask,

    /** Returns what every page shows to a reader, from memory if possible; null if the session has ended. */
    async shellOf(session: RememberedSession): Promise<OwnPart | null> {
      return rememberedOf(session.token) ?? (await ask(part.document, {}, session))?.shell ?? null;
    },
  };
}
