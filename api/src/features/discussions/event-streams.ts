import type { ServerResponse } from 'node:http';

/** A change of a comment, by ids. `id` increases. */
export type CommentEvent = {
  readonly id: number;
  /** ID of the clip, lesson or article. */
  readonly itemId: string;
  readonly action: 'created' | 'edited' | 'deleted' | 'reacted';
  readonly discussionId: string;
  readonly commentId: string;
};

/** First message of a stream: missed events, and the id of the newest event. */
export type StreamNews = { readonly last: number; readonly isLost: boolean; readonly events: readonly CommentEvent[] };

/** One open stream, for all pages of a browser. Events since it was opened are queued until it begins. */
export type EventStream = {
  /**
   * Sets the reader, null for a visitor; the stream then ends with their session. Returns 'too many' if they have too many streams, and
   * 'ended' if their session has ended since the stream was opened.
   */
  readBy(reader: StreamReader | null): 'yes' | 'too many' | 'ended';
  /** Whether the reader's session ended before the stream began. */
  hasEnded(): boolean;
  /** Sends the headers, missed events and queued events; from then on, all events of the items that the reader may see. */
  begin(news: StreamNews, itemIds: readonly string[], headers: Headers): void;
  /** Releases the stream's slot before it has begun, to send another response instead. */
  cancel(): void;
};

/** The signed-in reader of a stream. Their rights were checked once, when it was opened. */
export type StreamReader = { readonly userId: string; readonly sessionId: string };

export type EventStreams = {
  /** Reserves a slot for a response whose headers haven't been sent, unless there are too many. */
  open(response: ServerResponse, about: { readonly itemIds: readonly string[]; readonly subnet: string | null }): EventStream | TooMany;
  /** Sends an event to all streams of its item. */
  tell(event: CommentEvent): void;
  /** Tells all streams that events may have been missed. */
  tellAllLost(): void;
  /**
   * Ends the streams of `session {id}` or `user {id}`, or of all signed-in users for null. Their pages reconnect, and their rights are
   * checked again.
   */
  end(target: string | null): void;
  size(): number;
  close(): void;
};

type Headers = Readonly<Record<string, number | string | readonly string[] | undefined>>;
type TooMany = 'in subnet' | 'in total';

/** Limits on the number of streams, and durations in milliseconds. */
export type StreamLimits = {
  /** Streams of one signed-in user, from any IP address. */
  readonly ofUser: number;
  /** Streams of an IP address (or a /64) in total: a whole school may share one. */
  readonly ofSubnet: number;
  /** Streams of visitors from one IP address. */
  readonly ofVisitors: number;
  readonly inAll: number;
  readonly heartbeatMs: number;
  /** Maximum life of a stream. The page then reopens it, and the reader's rights are checked again. */
  readonly lifeMs: number;
  /** Maximum number of unsent bytes. The stream of a page that reads too slowly is closed. */
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

/** Creates the registry of this process's streams, by the lessons, articles and clips that they are about. */
export function createEventStreams(overrides: Partial<StreamLimits> = {}): EventStreams {
  const limits = { ...usualLimits, ...overrides };
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
    const remaining = (counts.get(key) ?? 1) - 1;
    if (remaining > 0) counts.set(key, remaining);
    else counts.delete(key);
  };

  return {
    open(response, { itemIds, subnet }) {
      const keys = subnet === null ? [] : [`network ${subnet}`];
      if (all.size >= limits.inAll || isClosed) return 'in total';
      if (keys.some((key) => isFull(key, limits.ofSubnet))) return 'in subnet';
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
          // It may have been closed meanwhile, which released its slot.
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
      const chunk = chunkOf(event);
      for (const stream of byItem.get(event.itemId) ?? []) stream.tell(chunk, event.itemId);
    },
    tellAllLost() {
      for (const stream of all) stream.tell(reset);
    },
    end(target) {
      for (const stream of all) stream.endFor(target);
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
  /** Sessions and users that ended while the reader wasn't known yet. */
  readonly #ended = new Set<string | null>();
  #reader: StreamReader | null | undefined;
  #hasBegun = false;
  /** Whether the session of its reader has ended. */
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
      // A proxy that cached, compressed or buffered the stream would delay events.
      'cache-control': 'private, no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    this.#response.socket?.setNoDelay(true);
    // Random delays, so that clients don't all reconnect at the same moment after a restart.
    const hint = `retry: ${2000 + Math.floor(Math.random() * 3000)}\n\n`;
    const missed = isLost ? reset : events.map(chunkOf).join('');
    const waiting = this.#waiting.splice(0).flatMap(({ chunk, itemId }) => (itemId === null || itemIds.has(itemId) ? [chunk] : []));
    this.#write(`${hint}${missed}id: ${last}\nevent: ready\ndata: {}\n\n${waiting.join('')}`);
  }

  /** Sends a chunk, or queues it until the stream begins, so that nothing is missed in between. */
  tell(chunk: string, itemId: string | null = null): void {
    if (this.#hasBegun) this.#write(chunk);
    else if (chunk !== heartbeatChunk) this.#waiting.push({ chunk, itemId });
  }

  /** Returns false if the session has ended since the stream was opened. */
  readBy(reader: StreamReader | null): boolean {
    this.#reader = reader;
    const isOver =
      reader !== null && [null, `session ${reader.sessionId}`, `user ${reader.userId}`].some((target) => this.#ended.has(target));
    this.#ended.clear();
    if (isOver) this.#reader = undefined;
    return !isOver;
  }

  /** Ends the stream if that session or user reads it. A stream that hasn't begun then never begins. */
  endFor(target: string | null): void {
    const reader = this.#reader;
    if (reader === undefined) this.#ended.add(target);
    else if (reader !== null && (target === null || target === `session ${reader.sessionId}` || target === `user ${reader.userId}`)) {
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

function chunkOf({ id, itemId, action, discussionId, commentId }: CommentEvent): string {
  return `id: ${id}\nevent: comment\ndata: ${JSON.stringify({ action, itemId, discussionId, commentId })}\n\n`;
}
