import { retryDelays, type Sending, type SendingEvents } from './send-file.ts';

/** The size of a chunk: providers require multiples of 256 KiB, except for the last one. */
const chunkBytes = 32 * 256 * 1024;

type Answer = { status: number; range: string | null };

/**
 * Sends a file to a resumable upload URL (PUT with Content-Range; 308 until complete, with the received bytes in Range). It first asks how
 * much was received, and again after every interruption.
 */
export function sendChunks(file: File, url: string, events: SendingEvents): Sending {
  let request: XMLHttpRequest | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  /** The current run; results of older ones are ignored. */
  let run = 0;
  let isPaused = false;
  let isOver = false;

  const sendRequest = (range: string, body: Blob | null, onSent: (bytes: number) => void): Promise<Answer> =>
    new Promise((resolve) => {
      const sending = new XMLHttpRequest();
      request = sending;
      sending.open('PUT', url);
      sending.setRequestHeader('content-range', `bytes ${range}/${file.size}`);
      sending.upload.addEventListener('progress', ({ loaded }) => onSent(loaded));
      sending.addEventListener('loadend', () => resolve({ status: sending.status, range: sending.getResponseHeader('range') }));
      sending.send(body);
    });
  const end = () => {
    isOver = true;
    removeEventListener('online', start);
  };
  const start = () => {
    if (isPaused || isOver) return;
    clearTimeout(timer);
    request?.abort();
    run += 1;
    void send(run);
  };
  /** Asks what was received, or sends the next chunk. */
  const step = (from: number | null, to: number, isCurrent: () => boolean): Promise<Answer> => {
    if (from === null) return sendRequest('*', null, () => undefined);
    return sendRequest(`${from}-${to - 1}`, file.slice(from, to), (bytes) => {
      if (isCurrent()) events.onProgress(Math.min(to, from + bytes));
    });
  };
  const send = async (mine: number) => {
    const isCurrent = () => mine === run && !isPaused;
    let from: number | null = null;
    for (;;) {
      const to: number = from === null ? 0 : Math.min(from + chunkBytes, file.size);
      const { status, range }: Answer = await step(from, to, isCurrent);
      if (!isCurrent()) return;
      if (status === 308) {
        const last: string | undefined = /-(\d+)$/.exec(range ?? '')?.[1];
        // Without a Range header, the chunk was received completely; in response to the question, nothing was received.
        const next: number = last === undefined ? to : Number(last) + 1;
        if (from !== null && next > from) tries = 0;
        from = next;
        events.onProgress(next);
      } else return finish(status);
    }
  };
  const finish = (status: number) => {
    if (status === 200 || status === 201) {
      end();
      events.onProgress(file.size);
      events.onDone();
      return;
    }
    const isForGood = status >= 400 && status < 500 && status !== 408 && status !== 429;
    const delay = retryDelays[tries];
    if (isForGood || delay === undefined) {
      end();
      events.onFailure(status === 0 ? null : status);
      return;
    }
    tries += 1;
    events.onWaiting();
    timer = setTimeout(start, delay);
  };

  // Sooner than the next scheduled retry.
  addEventListener('online', start);
  start();
  return {
    pause: () => {
      isPaused = true;
      clearTimeout(timer);
      request?.abort();
    },
    resume: () => {
      isPaused = false;
      start();
    },
  };
}
