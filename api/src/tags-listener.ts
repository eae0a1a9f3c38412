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

/** Gets the tags of outdated cached pages. `null` means that some may have been missed, so all are outdated. */
export type TagsListener = (tags: readonly string[] | null) => void;

/** Gets a comment event as the JSON that the database sends. `null` means that some may have been missed. */
export type CommentsListener = (event: string | null) => void;

/**
 * Gets the end of a session, or a change of a user's rights: `session {id}` or `user {id}`. `null` means that some may have been missed.
 */
export type SessionsListener = (ended: string | null) => void;

/** The state of the content, to compare it across restarts. */
export type ContentState = {
  /** Changes with every announced change. */
  readonly mark: string;
  /** When an item was last published by its schedule, in milliseconds; 0 if never. */
  readonly lastPublicationMs: number;
};

/** Listens for all notifications that this process needs, on one separate connection. */
export type TagsListening = {
  /** Adds a listener; returns a function that removes it. */
  onTagsChanged(listener: TagsListener): () => void;
  /** Like `onTagsChanged`, for comments. */
  onComment(listener: CommentsListener): () => void;
  /** Like `onTagsChanged`, for sessions. */
  onSessionEnd(listener: SessionsListener): () => void;
  /** Tells this process's listeners that tags are outdated. */
  tell(tags: readonly string[]): void;
  /**
   * Returns the state of the content. All changes up to it have been passed to the listeners when this resolves: PostgreSQL delivers
   * notifications in the order of commits, so one sent after reading the state arrives after all the changes it covers.
   * @throws if the connection is broken, or breaks meanwhile
   */
  contentState(): Promise<ContentState>;
  /**
   * Resolves once the listeners got everything committed before the call: PostgreSQL delivers notifications before the end of a session's
   * next statement. Doesn't wait if the connection is broken or slow.
   */
  caughtUp(): Promise<void>;
  /** Resolves once the first LISTEN is active. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
};

/**
 * Starts to LISTEN. If the connection breaks, it's opened again, after 0.1 s at first and 5 s at most, and all listeners are told that they
 * may have missed something.
 * @param connection not through pgbouncer: LISTEN needs its own session
 */
export function listenForTags(connection: Connection, log: Log): TagsListening {
  const listeners = new Set<TagsListener>();
  const commentsListeners = new Set<CommentsListener>();
  const sessionsListeners = new Set<SessionsListener>();
  let client: pg.Client | null = null;
  /** Calls that wait for their own notification, by its payload. */
  const echoes = new Map<string, PromiseWithResolvers<void>>();
  let timer: NodeJS.Timeout | null = null;
  let waitMs = firstWaitMs;
  let isClosed = false;
  let hasListened = false;
  const { promise: ready, resolve: setReady } = Promise.withResolvers<void>();

  const notifyAll = <TNews>(all: ReadonlySet<(news: TNews) => void>, news: TNews) => {
    for (const listener of all) {
      try {
        listener(news);
      } catch (error) {
        log.error({ err: error }, 'tags: a listener failed');
      }
    }
  };
  const tell = (tags: readonly string[] | null) => notifyAll(listeners, tags);

  const connect = async (): Promise<void> => {
    const newClient = new pg.Client({ ...connection, application_name: 'newline tags', keepAlive: true });
    let isOver = false;
    const giveUp = (error?: Error) => {
      if (isOver) return;
      isOver = true;
      if (client === newClient) client = null;
      for (const echo of echoes.values()) echo.reject(error ?? new Error('tags: the connection broke'));
      newClient.end().catch(() => undefined);
      if (isClosed) return;
      log.warn({ ...(error ? { err: error } : {}), waitMs }, 'tags: the connection broke, reconnecting');
      timer = setTimeout(() => void connect(), waitMs);
      waitMs = Math.min(waitMs * 2, longestWaitMs);
    };
    newClient.on('error', giveUp);
    newClient.on('end', () => giveUp());
    newClient.on('notification', ({ channel, payload = '' }) => {
      if (channel === heardChannel) echoes.get(payload)?.resolve();
      else if (channel === commentsChannel) notifyAll(commentsListeners, payload);
      else if (channel === sessionsChannel) notifyAll(sessionsListeners, payload);
      else tell(payload.split(',').filter((tag) => tag !== ''));
    });
    try {
      await newClient.connect();
      const channels = [tagsChannel, commentsChannel, sessionsChannel, heardChannel];
      await newClient.query(`set role newline_visitor; ${channels.map((channel) => `listen ${channel}`).join('; ')}`);
    } catch (error) {
      return giveUp(error instanceof Error ? error : undefined);
    }
    if (isClosed) return void newClient.end().catch(() => undefined);
    client = newClient;
    waitMs = firstWaitMs;
    if (hasListened) {
      tell(null);
      notifyAll(commentsListeners, null);
      notifyAll(sessionsListeners, null);
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
      if (client === null) throw new Error('tags: there is no connection');
      const payload = randomUUID();
      const echo = Promise.withResolvers<void>();
      echo.promise.catch(() => undefined);
      echoes.set(payload, echo);
      try {
        const { rows } = await client.query<{ mark: string; publication: number | null }>(readState);
        // Sent after it, in a separate transaction.
        await client.query('select pg_notify($1, $2)', [heardChannel, payload]);
        await echo.promise;
        const state = rows[0];
        if (!state) throw new Error('tags: expected the state of the content, got no row');
        return { mark: state.mark, lastPublicationMs: state.publication ?? 0 };
      } finally {
        echoes.delete(payload);
      }
    },
    async caughtUp() {
      const statement = client?.query('select').catch(() => undefined);
      if (statement) await Promise.race([statement, wait(longestCatchUpMs, undefined, { ref: false })]);
    },
    async close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
