import type { ServerResponse } from 'node:http';

/** What happened to a comment, by ids. `id` grows. */
export type CommentEvent = {
  readonly id: number;
  /** The clip, lesson or article. */
  readonly itemId: string;
  readonly action: 'created' | 'edited' | 'deleted' | 'reacted';
  readonly discussionId: string;
  readonly commentId: string;
};

/** What a stream begins with: what was missed, and which event is the newest. */
export type StreamNews = { readonly last: number; readonly isLost: boolean; readonly events: readonly CommentEvent[] };

/** One open stream, for all pages of a browser. What happens from the moment it was opened waits until it begins. */
export type EventStream = {
  /**
   * Says who reads it, null for a visitor; from then on it ends with their session. False when they have too many, or when their session has
   * ended since the stream was opened.
   */
  readBy(reader: StreamReader | null): 'yes' | 'too many' | 'ended';
  /** Whether the reader's session has ended before the stream could begin. */
  hasEnded(): boolean;
  /** Sends the head, what was missed and what waits; from then on whatever happens to the items that its reader sees. */
  begin(news: StreamNews, itemIds: readonly string[], headers: Headers): void;
  /** Gives its place back before it has begun: the response is answered otherwise. */
  cancel(): void;
};

/** Who reads a stream: their rights were looked up once, when it was opened. */
export type StreamReader = { readonly userId: string; readonly sessionId: string };

/** The open streams of this process. */
export type EventStreams = {
  /** Takes a place for a response, whose head was not sent yet, unless there are too many. */
  open(response: ServerResponse, about: { readonly itemIds: readonly string[]; readonly subnet: string | null }): EventStream | TooMany;
  /** Tells the streams of the event's item. */
  tell(event: CommentEvent): void;
  /** Tells all of them that something may have been missed. */
  tellAllLost(): void;
  /** Ends the streams of `session {id}` or `user {id}`; of everybody signed in for null. Their pages connect again and are asked again. */
  end(whose: string | null): void;
  size(): number;
  close(): void;
};

type Headers = Readonly<Record<string, number | string | readonly string[] | undefined>>;
type TooMany = 'of the network' | 'in all';

/** How many streams there may be, and how long things take, in milliseconds. */
export type StreamLimits = {
  /** Of a signed-in user, wherever they are. */
  readonly ofUser: number;
  /** Of an IP address (or a /64), together: a school has one for everybody. */
  readonly ofSubnet: number;
  /** Of the visitors among them. */
  readonly ofVisitors: number;
  readonly inAll: number;
  readonly heartbeatMs: number;
  /** After this long a stream ends and is opened anew, and whoever reads it is asked again whether they may. */
  readonly lifeMs: number;
  /** A page that reads so slowly that this much waits for it is let go. */
  readonly waitingBytes: number;
};

const usualLimits: StreamLimits = {
  ofUser: 50,
  ofSubnet: 1000,
  ofVisitors: 300,
  inAll: 5000,
  heartbeatMs: 25_000,
  lifeMs: 30 * 60_000,
  waitingBytes: 64 * 1024,
};

/** Keeps the streams of this process, by the lessons, articles and clips that they are about. */
export function createEventStreams(given: Partial<StreamLimits> = {}): EventStreams {
  const limits = { ...usualLimits, ...given };
  const byItem = new Map<string, Set<Stream>>();
  const counts = new Map<string, number>();
  const all = new Set<Stream>();
  let isClosed = false;

  const heartbeat = setInterval(() => {
    for (const stream of all) stream.tell(heartbeatChunk);
  }, limits.heartbeatMs).unref();

  const isFull = (key: string, limit: number) => (counts.get(key) ?? 0) >= limit;
  const countOne = (key: string) => void counts.set(key, (counts.get(key) ?? 0) + 1);
  const giveBack = (key: string) => {
    const left = (counts.get(key) ?? 1) - 1;
    if (left > 0) counts.set(key, left);
    else counts.delete(key);
  };

  return {
    open(response, { itemIds, subnet }) {
      const keys = subnet === null ? [] : [`network ${subnet}`];
      if (all.size >= limits.inAll || isClosed) return 'in all';
      if (keys.some((key) => isFull(key, limits.ofSubnet))) return 'of the network';
      for (const key of keys) countOne(key);
      const stream = new Stream(response, limits);
      all.add(stream);
      for (const itemId of itemIds) byItem.set(itemId, (byItem.get(itemId) ?? new Set()).add(stream));
      const leave = (itemId: string) => {
        const streams = byItem.get(itemId);
        streams?.delete(stream);
        if (streams?.size === 0) byItem.delete(itemId);
      };
      const release = () => {
        stream.close();
        if (!all.delete(stream)) return;
        for (const key of keys) giveBack(key);
        for (const itemId of itemIds) leave(itemId);
      };
      response.once('close', release);
      return {
        readBy(reader) {
          const key = reader ? `user ${reader.userId}` : subnet !== null && `visitors of ${subnet}`;
          if (key !== false && isFull(key, reader ? limits.ofUser : limits.ofVisitors)) return 'too many';
          if (!stream.readBy(reader)) return 'ended';
          // It may have been closed meanwhile, and has given its place back.
          if (key === false || !all.has(stream)) return 'yes';
          keys.push(key);
          countOne(key);
          return 'yes';
        },
        hasEnded: () => stream.isOver,
        begin(news, seenIds, headers) {
          for (const itemId of itemIds) if (!seenIds.includes(itemId)) leave(itemId);
          stream.begin(news, new Set(seenIds), headers);
        },
        cancel() {
          response.off('close', release);
          release();
        },
      };
    },
    tell(event) {
      const chunk = written(event);
      for (const stream of byItem.get(event.itemId) ?? []) stream.tell(chunk, event.itemId);
    },
    tellAllLost() {
      for (const stream of all) stream.tell(reset);
    },
    end(whose) {
      for (const stream of all) stream.endFor(whose);
    },
    size: () => all.size,
    close() {
      isClosed = true;
      clearInterval(heartbeat);
      for (const stream of all) stream.end();
    },
  };
}

class Stream {
  readonly #response: ServerResponse;
  readonly #limits: StreamLimits;
  readonly #waiting: { readonly chunk: string; readonly itemId: string | null }[] = [];
  /** Whose sessions ended while it was not known yet who reads it. */
  readonly #ended = new Set<string | null>();
  #reader: StreamReader | null | undefined;
  #hasBegun = false;
  /** The session of its reader has ended. */
  isOver = false;
  #life: NodeJS.Timeout | undefined;

  constructor(response: ServerResponse, limits: StreamLimits) {
    this.#response = response;
    this.#limits = limits;
  }

  begin({ last, isLost, events }: StreamNews, itemIds: ReadonlySet<string>, headers: Headers): void {
    if (this.#response.destroyed || this.#response.writableEnded) return;
    this.#hasBegun = true;
    this.#life = setTimeout(() => this.end(), this.#limits.lifeMs * (0.9 + Math.random() / 5)).unref();
    this.#response.writeHead(200, {
      ...headers,
      'content-type': 'text/event-stream; charset=utf-8',
      // A proxy that kept, packed or gathered this would hold back what is new.
      'cache-control': 'private, no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    this.#response.socket?.setNoDelay(true);
    // The waits differ, so that not all come back at the same moment after a restart.
    const hint = `retry: ${2000 + Math.floor(Math.random() * 3000)}\n\n`;
    const missed = isLost ? reset : events.map(written).join('');
    const waiting = this.#waiting.splice(0).flatMap(({ chunk, itemId }) => (itemId === null || itemIds.has(itemId) ? [chunk] : []));
    this.#write(`${hint}${missed}id: ${last}\nevent: ready\ndata: {}\n\n${waiting.join('')}`);
  }

  /** What happens before the stream has begun waits, so that nothing falls between. */
  tell(chunk: string, itemId: string | null = null): void {
    if (this.#hasBegun) this.#write(chunk);
    else if (chunk !== heartbeatChunk) this.#waiting.push({ chunk, itemId });
  }

  /** False when the session has ended since the stream was opened. */
  readBy(reader: StreamReader | null): boolean {
    this.#reader = reader;
    const isOver =
      reader !== null && [null, `session ${reader.sessionId}`, `user ${reader.userId}`].some((whose) => this.#ended.has(whose));
    this.#ended.clear();
    if (isOver) this.#reader = undefined;
    return !isOver;
  }

  /** Ends it if it is read by that session or user. One that has not begun is not begun then. */
  endFor(whose: string | null): void {
    const reader = this.#reader;
    if (reader === undefined) this.#ended.add(whose);
    else if (reader !== null && (whose === null || whose === `session ${reader.sessionId}` || whose === `user ${reader.userId}`)) {
      this.isOver = true;
      this.end();
    }
  }

  end(): void {
    if (this.#hasBegun && !this.#response.writableEnded) this.#response.end();
  }

  close(): void {
    clearTimeout(this.#life);
  }

  #write(chunk: string): void {
    if (this.#response.writableEnded) return;
    this.#response.write(chunk);
    if (this.#response.writableLength > this.#limits.waitingBytes) this.#response.destroy();
  }
}

const heartbeatChunk = ':\n\n';
const reset = 'event: reset\ndata: {}\n\n';

function written({ id, itemId, action, discussionId, commentId }: CommentEvent): string {
  return `id: ${id}\nevent: comment\ndata: ${JSON.stringify({ action, itemId, discussionId, commentId })}\n\n`;
}
