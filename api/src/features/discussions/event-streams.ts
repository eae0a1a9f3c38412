import type { ServerResponse } from 'node:http';

/** What happened to a comment, by ids. `id` grows. */
export type CommentEvent = {
  readonly id: number;
  readonly action: 'created' | 'edited' | 'deleted' | 'reacted';
  readonly discussionId: string;
  readonly commentId: string;
};

/** What a page hears first: what it missed, and which event is the newest. */
export type StreamNews = { readonly last: number; readonly isLost: boolean; readonly events: readonly CommentEvent[] };

/** One open page. What happens from the moment it was opened waits until it begins. */
export type EventStream = {
  /** Sends the head, what was missed and what waits; from then on whatever happens. */
  begin(news: StreamNews, headers: Headers): void;
  /** Gives its place back before it has begun: the response is answered otherwise. */
  cancel(): void;
};

/** The open streams of this process. */
export type EventStreams = {
  /** Takes a place for a response, whose head was not sent yet, unless there are too many. */
  open(response: ServerResponse, about: { readonly itemId: string; readonly network: string }): EventStream | TooMany;
  /** Tells the streams of an item; `null` tells all of them that something may have been missed. */
  tell(itemId: string, event: CommentEvent): void;
  tellAllLost(): void;
  size(): number;
  close(): void;
};

type Headers = Readonly<Record<string, number | string | readonly string[] | undefined>>;
type TooMany = 'of the network' | 'in all';

/** How many streams there may be, and how long things take, in milliseconds. */
export type StreamLimits = {
  readonly ofNetwork: number;
  readonly inAll: number;
  readonly heartbeatMs: number;
  /** After this long a stream ends and is opened anew, and whoever reads it is asked again whether they may. */
  readonly lifeMs: number;
  /** A page that reads so slowly that this much waits for it is let go. */
  readonly waitingBytes: number;
};

const usualLimits: StreamLimits = { ofNetwork: 50, inAll: 5000, heartbeatMs: 25_000, lifeMs: 30 * 60_000, waitingBytes: 64 * 1024 };

/** Keeps the streams of this process, by the lesson, article or clip that they are about. */
export function createEventStreams(given: Partial<StreamLimits> = {}): EventStreams {
  const limits = { ...usualLimits, ...given };
  const byItem = new Map<string, Set<Stream>>();
  const ofNetwork = new Map<string, number>();
  let count = 0;
  let isClosed = false;

  const heartbeat = setInterval(() => {
    for (const streams of byItem.values()) for (const stream of streams) stream.tell(heartbeatChunk);
  }, limits.heartbeatMs).unref();

  return {
    open(response, { itemId, network }) {
      const fromThere = ofNetwork.get(network) ?? 0;
      if (count >= limits.inAll || isClosed) return 'in all';
      if (fromThere >= limits.ofNetwork) return 'of the network';
      count += 1;
      ofNetwork.set(network, fromThere + 1);
      const stream = new Stream(response, limits);
      const streams = byItem.get(itemId) ?? new Set();
      byItem.set(itemId, streams.add(stream));
      const release = () => {
        stream.close();
        if (!streams.delete(stream)) return;
        count -= 1;
        const left = (ofNetwork.get(network) ?? 1) - 1;
        if (left > 0) ofNetwork.set(network, left);
        else ofNetwork.delete(network);
        if (streams.size === 0 && byItem.get(itemId) === streams) byItem.delete(itemId);
      };
      response.once('close', release);
      return {
        begin: (news, headers) => stream.begin(news, headers),
        cancel() {
          response.off('close', release);
          release();
        },
      };
    },
    tell(itemId, event) {
      const chunk = written(event);
      for (const stream of byItem.get(itemId) ?? []) stream.tell(chunk);
    },
    tellAllLost() {
      for (const streams of byItem.values()) for (const stream of streams) stream.tell(reset);
    },
    size: () => count,
    close() {
      isClosed = true;
      clearInterval(heartbeat);
      for (const streams of byItem.values()) for (const stream of streams) stream.end();
    },
  };
}

class Stream {
  readonly #response: ServerResponse;
  readonly #limits: StreamLimits;
  readonly #waiting: string[] = [];
  #hasBegun = false;
  #life: NodeJS.Timeout | undefined;

  constructor(response: ServerResponse, limits: StreamLimits) {
    this.#response = response;
    this.#limits = limits;
  }

  begin({ last, isLost, events }: StreamNews, headers: Headers): void {
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
    this.#write(
      `${hint}${isLost ? reset : events.map(written).join('')}id: ${last}\nevent: ready\ndata: {}\n\n${this.#waiting.splice(0).join('')}`,
    );
  }

  /** What happens before the stream has begun waits, so that nothing falls between. */
  tell(chunk: string): void {
    if (this.#hasBegun) this.#write(chunk);
    else if (chunk !== heartbeatChunk) this.#waiting.push(chunk);
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

function written({ id, action, discussionId, commentId }: CommentEvent): string {
  return `id: ${id}\nevent: comment\ndata: ${JSON.stringify({ action, discussionId, commentId })}\n\n`;
}
