import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Connection } from '@newline/db/connections';
import pg from 'pg';
import type { Log } from './log.ts';

const tagsChannel = 'newline_tags';
const commentsChannel = 'newline_comments';
const sessionsChannel = 'newline_sessions';
const heardChannel = 'newline_heard';
const firstWaitMs = 100;
const longestWaitMs = 5_000;
const longestCatchUpMs = 1_000;

const readState = 'select mark, (extract(epoch from last_publication) * 1000)::float8 as publication from app_private.content_state()';

/**
 * Hears which tags of cached pages went stale. `null` means: something may have been missed, all of them. What a listener promises is waited for
 * by those who wait until everything was heard.
 */
export type TagsListener = (tags: readonly string[] | null) => unknown;

/** Hears what happened to a comment, as the JSON that the database sends. `null` means: something may have been missed. */
export type CommentsListener = (event: string | null) => void;

/**
 * Hears that a session has ended, or that the rights of a user have changed: `session {id}` or `user {id}`. `null` means: something may have
 * been missed.
 */
export type SessionsListener = (ended: string | null) => void;

/** What of the content can be compared from one start to the next. */
export type ContentState = {
  /** Another one after every change that was announced. */
  readonly mark: string;
  /** When an item last appeared by the clock alone, in milliseconds; 0 when none ever did. */
  readonly lastPublicationMs: number;
};

/** Listens on a connection of its own, one for everything that this process wants to hear. */
export type TagsListening = {
  /** Adds a listener; returns what takes it away. */
  onTagsChanged(listener: TagsListener): () => void;
  /** As `onTagsChanged`, of comments. */
  onComment(listener: CommentsListener): () => void;
  /** As `onTagsChanged`, of sessions. */
  onSessionEnd(listener: SessionsListener): () => void;
  /** Tells this process's listeners that tags went stale. */
  tell(tags: readonly string[]): void;
  /**
   * The state of the content. Whatever was announced up to it has been handed to the listeners when this resolves: PostgreSQL hands
   * notices on in the order of commits, so what we say after we have read comes back to us after all that we have read of.
   *
   * @throws when the connection is broken, or breaks meanwhile
   */
  contentState(): Promise<ContentState>;
  /**
   * Resolves when the listeners have heard what was committed before this was called, and done what they promised: PostgreSQL hands a session its notices before the end
   * of its next statement. While the connection is broken, or slow, nobody is waited for.
   */
  caughtUp(): Promise<void>;
  /** Resolves when the first LISTEN holds. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
};

/**
 * Starts to LISTEN. When the connection breaks it is made again, after 0.1 s at first and 5 s at most, and every
 * listener is told that it may have missed something.
 *
 * @param connection past a pgbouncer: LISTEN needs a session of its own
 */
export function listenForTags(connection: Connection, log: Log): TagsListening {
  const listeners = new Set<TagsListener>();
  const commentsListeners = new Set<CommentsListener>();
  const sessionsListeners = new Set<SessionsListener>();
  let client: pg.Client | null = null;
  /** Those who wait until they hear themselves, by what they said. */
  const echoes = new Map<string, PromiseWithResolvers<void>>();
  let timer: NodeJS.Timeout | null = null;
  let waitMs = firstWaitMs;
  let isClosed = false;
  let hasListened = false;
  const { promise: ready, resolve: setReady } = Promise.withResolvers<void>();

  /** What listeners have promised and not yet done. */
  const pending = new Set<Promise<void>>();

  const note = (work: Promise<unknown>) => {
    const done: Promise<void> = work
      .then(() => undefined)
      .catch((error: unknown) => log.error({ err: error }, 'tags: a listener failed'))
      .finally(() => pending.delete(done));
    pending.add(done);
  };
  const hand = <TNews>(all: ReadonlySet<(news: TNews) => unknown>, news: TNews) => {
    for (const listener of all) {
      try {
        const work = listener(news);
        if (work instanceof Promise) note(work);
      } catch (error) {
        log.error({ err: error }, 'tags: a listener failed');
      }
    }
  };
  const tell = (tags: readonly string[] | null) => hand(listeners, tags);

  const connect = async (): Promise<void> => {
    const mine = new pg.Client({ ...connection, application_name: 'newline tags', keepAlive: true });
    let isOver = false;
    const giveUp = (error?: Error) => {
      if (isOver) return;
      isOver = true;
      if (client === mine) client = null;
      for (const echo of echoes.values()) echo.reject(error ?? new Error('tags: the connection broke'));
      mine.end().catch(() => undefined);
      if (isClosed) return;
      log.warn({ ...(error ? { err: error } : {}), waitMs }, 'tags: the connection broke, it is made again');
      timer = setTimeout(() => void connect(), waitMs);
      waitMs = Math.min(waitMs * 2, longestWaitMs);
    };
    mine.on('error', giveUp);
    mine.on('end', () => giveUp());
    mine.on('notification', ({ channel, payload = '' }) => {
      if (channel === heardChannel) echoes.get(payload)?.resolve();
      else if (channel === commentsChannel) hand(commentsListeners, payload);
      else if (channel === sessionsChannel) hand(sessionsListeners, payload);
      else tell(payload.split(',').filter((tag) => tag !== ''));
    });
    try {
      await mine.connect();
      const channels = [tagsChannel, commentsChannel, sessionsChannel, heardChannel];
      await mine.query(`set role newline_visitor; ${channels.map((channel) => `listen ${channel}`).join('; ')}`);
    } catch (error) {
      return giveUp(error instanceof Error ? error : undefined);
    }
    if (isClosed) return void mine.end().catch(() => undefined);
    client = mine;
    waitMs = firstWaitMs;
    if (hasListened) {
      tell(null);
      hand(commentsListeners, null);
      hand(sessionsListeners, null);
    }
    hasListened = true;
    setReady();
  };
  void connect();

  return {
    ready,
    tell,
    onTagsChanged(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onComment(listener) {
      commentsListeners.add(listener);
      return () => void commentsListeners.delete(listener);
    },
    onSessionEnd(listener) {
      sessionsListeners.add(listener);
      return () => void sessionsListeners.delete(listener);
    },
    async contentState() {
      if (client === null) throw new Error('tags: nobody listens');
      const said = randomUUID();
      const echo = Promise.withResolvers<void>();
      echo.promise.catch(() => undefined);
      echoes.set(said, echo);
      try {
        const { rows } = await client.query<{ mark: string; publication: number | null }>(readState);
        // After it, in a transaction of its own.
        await client.query('select pg_notify($1, $2)', [heardChannel, said]);
        await echo.promise;
        const state = rows[0];
        if (!state) throw new Error('tags: expected the state of the content, got no row');
        return { mark: state.mark, lastPublicationMs: state.publication ?? 0 };
      } finally {
        echoes.delete(said);
      }
    },
    async caughtUp() {
      const settled = client
        ?.query('select')
        .then(() => Promise.all(pending))
        .catch(() => undefined);
      if (settled) await Promise.race([settled, wait(longestCatchUpMs, undefined, { ref: false })]);
    },
    async close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
