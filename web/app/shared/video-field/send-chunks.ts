import { retryDelays, type Sending, type SendingEvents } from './send-file.ts';

/** What the provider takes: whole multiples of 256 KiB, but for the last. */
const chunkBytes = 32 * 256 * 1024;

type Answer = { status: number; range: string | null };

/**
 * Sends a file to a resumable address (PUT with Content-Range; 308 until the last byte is there, with what is there in Range). It asks
 * first how much that is, and again after every break.
 */
export function sendChunks(file: File, address: string, events: SendingEvents): Sending {
  let request: XMLHttpRequest | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  /** Of the run that sends now; what an older one still hears is nothing any more. */
  let run = 0;
  let isPaused = false;
  let isOver = false;

  const put = (range: string, body: Blob | null, onSent: (bytes: number) => void): Promise<Answer> =>
    new Promise((resolve) => {
      const sending = new XMLHttpRequest();
      request = sending;
      sending.open('PUT', address);
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
  /** Asks what is there, or sends the chunk from there on. */
  const step = (from: number | null, to: number, isCurrent: () => boolean): Promise<Answer> => {
    if (from === null) return put('*', null, () => undefined);
    return put(`${from}-${to - 1}`, file.slice(from, to), (bytes) => {
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
        // Who does not say took the whole chunk; to the question nothing said is nothing there.
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

  // Sooner than the next try.
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
