import { Worker } from 'node:worker_threads';
import type { Connections } from '@newline/db/connections';
import { GraphQLError } from 'postgraphile/graphql';
import type { Log } from '../../log.ts';
import type { QueryEnv } from '../../feature.ts';
import type { MaskError } from '../../errors/mask-error.ts';
import { endWhenStuck } from './end-when-stuck.ts';
import type { AdHocAnswer, AdHocRunner, AdHocRequest } from './ad-hoc-queries.ts';

/** What the thread is started with. */
export type QueryWorkerSettings = {
  readonly env: QueryEnv;
  readonly connections: Pick<Connections, 'app' | 'auth' | 'worker'>;
  readonly logLevel: string;
};

/** What is sent to it. */
export type ToQueryWorker = { readonly id: number; readonly request: AdHocRequest } | 'close';

/** What it sends: that it listens, an answer, or a line of the log. */
export type FromQueryWorker =
  | 'ready'
  | { readonly id: number; readonly answer: AdHocAnswer }
  | { readonly level: 'error' | 'warn' | 'info' | 'debug'; readonly line: Readonly<Record<string, unknown>> };

/** A thread that runs, and who waits for its answers. */
type Started = { readonly worker: Worker; readonly answers: Map<number, (answer: AdHocAnswer | null) => void> };

/** As many as the thread has connections for. */
const maxRunning = 2;
const maxWaiting = 60;
/** Processor time. What its own limits have not ended by then holds the thread. */
const usualCpuLimitMs = 30_000;
const usualMemoryMb = 256;
/** Processor time of a start. A schema takes about a second of it. */
const startCpuLimitMs = 60_000;
const idleMs = 10 * 60_000;
/** A thread that had to be ended has cost so much. */
const lostCpuMs = 5_000;

/** The thread of guests' documents. */
export type QueryWorker = { readonly place: AdHocRunner; close(): Promise<void> };

/**
 * Creates the place for guests' documents: a thread with a schema, plans and connections of its own and less of the
 * processor, so that our own pages never wait for what somebody else thought up. It starts with the first such document,
 * ends when nobody has come for ten minutes, and may be ended at any time: by its memory, or by the processor time of a document.
 */
export function createQueryWorker(
  settings: QueryWorkerSettings,
  {
    entry,
    log,
    maskError,
    cpuLimitMs = usualCpuLimitMs,
    maxOldGenerationSizeMb = usualMemoryMb,
  }: {
    /** The program of the thread: run-query-worker.ts. */
    readonly entry: URL;
    readonly log: Log;
    readonly maskError: MaskError;
    readonly cpuLimitMs?: number;
    /** What has been in use for a while, in megabytes; the schema alone takes 145. */
    readonly maxOldGenerationSizeMb?: number;
  },
): QueryWorker {
  const waiting: (() => void)[] = [];
  let running = 0;
  let lastId = 0;
  let current: Promise<Started> | null = null;
  let idle: NodeJS.Timeout | null = null;

  function start(): Promise<Started> {
    const worker = new Worker(entry, {
      workerData: settings,
      resourceLimits: { maxOldGenerationSizeMb },
    });
    const answers: Started['answers'] = new Map();
    const started = new Promise<Started>((resolve, reject) => {
      const watch = endWhenStuck(worker, startCpuLimitMs, () => log.warn('graphql: the thread of documents from elsewhere did not start'));
      worker.on('message', (message: FromQueryWorker) => {
        if (message === 'ready') {
          watch.stop();
          resolve({ worker, answers });
        } else if ('answer' in message) answers.get(message.id)?.(message.answer);
        else {
          const { msg, ...line } = message.line;
          log[message.level](line, String(msg));
        }
      });
      worker.on('exit', () => {
        watch.stop();
        if (current === started) current = null;
        for (const answer of answers.values()) answer(null);
        reject(new Error('the thread ended before it was ready'));
      });
    });
    worker.unref();
    worker.on('error', (error) => log.warn({ err: error }, 'graphql: the thread of documents from elsewhere broke'));
    return started;
  }

  /** Null when the thread was lost on the way. */
  async function ask(request: AdHocRequest): Promise<AdHocAnswer | null> {
    current ??= start();
    const started = await current.catch(() => null);
    if (started === null) return null;
    const { worker, answers } = started;
    lastId += 1;
    const id = lastId;
    const watch = endWhenStuck(worker, cpuLimitMs, () =>
      log.warn({ characters: request.text.length }, 'graphql: a document from elsewhere held its thread'),
    );
    try {
      return await new Promise((resolve) => {
        answers.set(id, resolve);
        send(worker, { id, request });
      });
    } finally {
      watch.stop();
      answers.delete(id);
    }
  }

  /** The next document starts another thread, so that none is sent to one that ends. */
  async function end(): Promise<void> {
    const ending = current;
    current = null;
    const started = await ending?.catch(() => null);
    if (!started) return;
    const { worker } = started;
    const late = setTimeout(() => void worker.terminate(), 2_000);
    await new Promise((resolve) => {
      worker.once('exit', resolve);
      send(worker, 'close');
    });
    clearTimeout(late);
  }

  return {
    async place(request) {
      if (waiting.length >= maxWaiting) return refusal(maskError, unavailable());
      if (idle) clearTimeout(idle);
      if (running >= maxRunning) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      try {
        return (await ask(request)) ?? refusal(maskError, lost(), lostCpuMs);
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
        if (running === 0) idle = setTimeout(() => void end(), idleMs).unref();
      }
    },
    async close() {
      if (idle) clearTimeout(idle);
      await end();
    },
  };
}

function send(worker: Worker, message: ToQueryWorker): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  worker.postMessage(message);
}

function lost(): Error {
  return Object.assign(new Error('a document from elsewhere took the thread with it'), { name: 'TimeoutError' });
}

function unavailable(): Error {
  return Object.assign(new Error('the line for documents from elsewhere is full'), { code: '53300' });
}

function refusal(maskError: MaskError, cause: Error, cpuMs = 0): AdHocAnswer {
  const { message, extensions } = maskError(new GraphQLError(cause.message, { originalError: cause }));
  return { errors: [{ message, positions: undefined, path: undefined, extensions }], cpuMs };
}
