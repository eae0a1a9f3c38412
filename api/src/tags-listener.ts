import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Connection } from '@newline/db/connections';
import pg from 'pg';
import type { Log } from './log.ts';

const tagsChannel = 'newline_tags';
const commentsChannel = 'newline_comments';
const sessionsChannel = 'newline_sessions';
const webhooksChannel = 'newline_webhooks';
const exercisesChannel = 'newline_exercises';
const heardChannel = 'newline_heard';
const firstWaitMs = 100;
const longestWaitMs = 5_000;
const longestCatchUpMs = 3_000;

/** The advisory lock that every listening process shares while it listens, so that they can be counted. */
export const listenersLock = 1_702_851_117;
/** Counts the processes that listen. */
export const countListeners = `select count(*)::int as listeners from pg_locks where locktype = 'advisory' and classid = 0 and objid = $1 and objsubid = 1
  and granted and database = (select d.oid from pg_database d where d.datname = current_database())`;

const readState = 'select mark, (extract(epoch from last_publication) * 1000)::float8 as publication from app_private.content_state()';

/**
 * Receives the tags of outdated cached pages; `null` if some may have been missed, so that all are outdated. Where pages must not be served
 * even once more, the tag comes twice: as `!tag` and as `tag`. `caughtUp` waits for promises that a listener returns.
 */
export type TagsListener = (tags: readonly string[] | null) => unknown;

/** Receives a change of a comment, as the JSON that the database sends; `null` if some may have been missed. */
export type CommentsListener = (event: string | null) => void;

/**
 * Receives the end of a session, a change of a user's permissions, or of what each page shows to them: `session {id}`, `user {id}` or
 * `profile {user id}`; `null` if some may have been missed.
 */
export type SessionsListener = (ended: string | null) => void;

/** The state of the content, for comparing it with the previous start. */
export type ContentState = {
  /** Differs after every announced change. */
  readonly mark: string;
  /** When an item was last published on schedule, in milliseconds; 0 if none ever was. */
  readonly lastPublicationMs: number;
};

/** Learns that a webhook was queued, or that some may have been missed. */
export type WebhooksListener = () => void;

/** Learns that exercises of a text wait for their check, by the ID of the text. Some may have been missed, which nobody says. */
export type ExercisesListener = (text: string) => void;

/** Listens to the database's notifications, on one separate connection for the whole process. */
export type TagsListening = {
  /** Adds a listener; returns a function that removes it. */
  onTagsChanged(listener: TagsListener): () => void;
  /** Like `onTagsChanged`, for comments. */
  onComment(listener: CommentsListener): () => void;
  /** Like `onTagsChanged`, for sessions. */
  onSessionEnd(listener: SessionsListener): () => void;
  /** Like `onTagsChanged`, for webhooks that were queued. */
  onWebhook(listener: WebhooksListener): () => void;
  /** Like `onTagsChanged`, for exercises that wait for their check. */
  onExercises(listener: ExercisesListener): () => void;
  /** Notifies this process's listeners of outdated tags. */
  tell(tags: readonly string[]): void;
  /**
   * Returns the state of the content, after the listeners have received everything that was announced before it. PostgreSQL sends
   * notifications in the order of commits, so one that we send after reading arrives after all changes that we have read.
   *
   * @throws if the connection is or gets broken
   */
  contentState(): Promise<ContentState>;
  /**
   * Resolves when the listeners have handled everything that was committed before this was called: PostgreSQL sends a session its
   * notifications before the end of its next statement. If content was withdrawn (`!tag`), the other processes of the site have handled it,
   * too. Doesn't wait while the connection is broken or slow.
   */
  caughtUp(): Promise<void>;
  /** Resolves when the first LISTEN is active. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
};

/**
 * Starts to LISTEN. If the connection breaks, it's opened again after 0.1 to 5 s, and every listener is notified that it may have missed
 * something.
 *
 * @param connection not through pgbouncer, because LISTEN needs a separate session
 */
export function listenForTags(connection: Connection, log: Log): TagsListening {
  const listeners = new Set<TagsListener>();
  const commentsListeners = new Set<CommentsListener>();
  const sessionsListeners = new Set<SessionsListener>();
  const webhooksListeners = new Set<WebhooksListener>();
  const exercisesListeners = new Set<ExercisesListener>();
  let client: pg.Client | null = null;
  /** Callers that wait for their own notification, by its payload. */
  const echoes = new Map<string, PromiseWithResolvers<void>>();
  /** Questions of this process whether the others have caught up, by their id: how many answers are missing. */
  const questions = new Map<string, { missing: number; resolve: () => void }>();
  /** Whether content was withdrawn since the other processes last confirmed. */
  let isWithdrawn = false;
  let asking: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let waitMs = firstWaitMs;
  let isClosed = false;
  let hasListened = false;
  const { promise: ready, resolve: setReady } = Promise.withResolvers<void>();

  /** Promises of listeners that are pending. */
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
  const tell = (tags: readonly string[] | null) => {
    if (tags?.some((tag) => tag.startsWith('!'))) isWithdrawn = true;
    hand(listeners, tags === null ? null : withPlainTags(tags));
  };

  /** Handles what processes say to each other: a question whether we have caught up, an answer to ours, or our own echo. */
  const hear = (payload: string): void => {
    const [kind, id = ''] = payload.split(' ');
    const question = questions.get(id);
    if (kind === 'answer' && question) {
      question.missing -= 1;
      if (question.missing === 0) question.resolve();
    } else if (kind === 'question' && !question) {
      // What was announced before the question has reached the listeners.
      Promise.all(pending)
        .then(() => client?.query('select pg_notify($1, $2)', [heardChannel, `answer ${id}`]))
        .catch(() => undefined);
    } else echoes.get(payload)?.resolve();
  };

  /** Resolves when every other listening process has handled what was announced before. */
  async function askOthers(mine: pg.Client): Promise<void> {
    const { rows } = await mine.query<{ listeners: number }>(countListeners, [listenersLock]);
    const missing = (rows[0]?.listeners ?? 1) - 1;
    if (missing <= 0) return;
    const id = randomUUID();
    const answered = Promise.withResolvers<void>();
    questions.set(id, { missing, resolve: answered.resolve });
    try {
      await mine.query('select pg_notify($1, $2)', [heardChannel, `question ${id}`]);
      await Promise.race([answered.promise, wait(longestCatchUpMs, undefined, { ref: false })]);
    } finally {
      questions.delete(id);
    }
  }

  async function catchUp(mine: pg.Client): Promise<void> {
    await mine.query('select');
    await Promise.all(pending);
    if (isWithdrawn) {
      isWithdrawn = false;
      const answering: Promise<void> = askOthers(mine).finally(() => {
        if (asking === answering) asking = null;
      });
      asking = answering;
    }
    await asking;
  }

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
      if (channel === heardChannel) hear(payload);
      else if (channel === commentsChannel) hand(commentsListeners, payload);
      else if (channel === sessionsChannel) hand(sessionsListeners, payload);
      else if (channel === webhooksChannel) hand(webhooksListeners, undefined);
      else if (channel === exercisesChannel) hand(exercisesListeners, payload);
      else tell(payload.split(',').filter((tag) => tag !== ''));
    });
    try {
      await mine.connect();
      const channels = [tagsChannel, commentsChannel, sessionsChannel, webhooksChannel, exercisesChannel, heardChannel];
      await mine.query(
        `set role newline_visitor; ${channels.map((channel) => `listen ${channel}`).join('; ')}; select pg_advisory_lock_shared(${listenersLock})`,
      );
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
      hand(webhooksListeners, undefined);
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
    onWebhook(listener) {
      webhooksListeners.add(listener);
      return () => void webhooksListeners.delete(listener);
    },
    onExercises(listener) {
      exercisesListeners.add(listener);
      return () => void exercisesListeners.delete(listener);
    },
    async contentState() {
      if (client === null) throw new Error('tags: nobody listens');
      const said = randomUUID();
      const echo = Promise.withResolvers<void>();
      echo.promise.catch(() => undefined);
      echoes.set(said, echo);
      try {
        const { rows } = await client.query<{ mark: string; publication: number | null }>(readState);
        // After it, in a separate transaction.
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
      const settled = client ? catchUp(client).catch(() => undefined) : null;
      if (settled) await Promise.race([settled, wait(longestCatchUpMs, undefined, { ref: false })]);
    },
    async close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}

/** Adds `tag` to every `!tag`, so that listeners that only ask whether something changed need not know of the mark. */
function withPlainTags(tags: readonly string[]): string[] {
  return [...new Set(tags.flatMap((tag) => (tag.startsWith('!') ? [tag, tag.slice(1)] : [tag])))];
}
