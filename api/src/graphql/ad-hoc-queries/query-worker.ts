import { Worker } from 'node:worker_threads';
import type { Connections } from '@newline/db/connections';
import { GraphQLError } from 'postgraphile/graphql';
import type { Log } from '../../log.ts';
import type { QueryEnv } from '../../feature.ts';
import type { MaskError } from '../../errors/mask-error.ts';
import { endWhenStuck } from './end-when-stuck.ts';
import type { AdHocAnswer, AdHocRunner, AdHocRequest } from './ad-hoc-queries.ts';

/** Start data of the query worker. */
export type QueryWorkerSettings = {
  readonly env: QueryEnv;
  readonly connections: Pick<Connections, 'app' | 'auth' | 'direct' | 'worker'>;
  readonly logLevel: string;
  /** The time from which a statement is logged as slow; a second by default. */
  readonly slowStatementMs?: number;
};

/** Messages to the query worker. */
export type ToQueryWorker = { readonly id: number; readonly request: AdHocRequest } | 'close';

/** Messages from the query worker: that it's ready, a result, or a log line. */
export type FromQueryWorker =
  | 'ready'
  | { readonly id: number; readonly answer: AdHocAnswer }
  | { readonly level: 'error' | 'warn' | 'info' | 'debug'; readonly line: Readonly<Record<string, unknown>> };

/** A running thread, and the callbacks that wait for its results. */
type Started = { readonly worker: Worker; readonly answers: Map<number, (answer: AdHocAnswer | null) => void> };

/** Maximum number of concurrent queries: one for each of the thread's connections. */
const maxRunning = 2;
const maxWaiting = 60;
/** CPU time. A query that exceeds it despite its other limits blocks the thread. */
const usualCpuLimitMs = 30_000;
const usualMemoryMb = 256;
/** CPU time of a start. Building the schema takes about a second. */
const startCpuLimitMs = 60_000;
const idleMs = 10 * 60_000;
/** CPU time that is charged for a query whose thread had to be terminated. */
const lostCpuMs = 5_000;

/** The thread that runs ad-hoc queries. */
export type QueryWorker = { readonly run: AdHocRunner; close(): Promise<void> };

/**
 * Creates the query worker: a thread with its own schema, plans and connections and a lower CPU priority, so that our own pages never wait
 * for other people's queries. It starts with the first ad-hoc query, ends after ten idle minutes, and may end at any time because of its
 * memory or a query's CPU time.
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
    /** Script of the thread: run-query-worker.ts. */
    readonly entry: URL;
    readonly log: Log;
    readonly maskError: MaskError;
    readonly cpuLimitMs?: number;
    /** Maximum memory of long-lived objects, in megabytes; the schema alone takes 145. */
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
      const watch = endWhenStuck(worker, startCpuLimitMs, () => log.warn('graphql: the query worker did not start'));
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
        reject(new Error('the query worker ended before it was ready'));
      });
    });
    worker.unref();
    worker.on('error', (error) => log.warn({ err: error }, 'graphql: the query worker failed'));
    return started;
  }

  /** Returns null if the thread was lost in the meantime. */
  async function sendRequest(request: AdHocRequest): Promise<AdHocAnswer | null> {
    current ??= start();
    const started = await current.catch(() => null);
    if (started === null) return null;
    const { worker, answers } = started;
    lastId += 1;
    const id = lastId;
    const watch = endWhenStuck(worker, cpuLimitMs, () =>
      log.warn({ characters: request.text.length }, 'graphql: an ad-hoc query blocked the query worker'),
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

  /** The next query starts another thread, so that none is sent to one that is ending. */
  async function end(): Promise<void> {
    const ending = current;
    current = null;
    const started = await ending?.catch(() => null);
    if (!started) return;
    const { worker } = started;
    const timeout = setTimeout(() => void worker.terminate(), 2_000);
    await new Promise((resolve) => {
      worker.once('exit', resolve);
      send(worker, 'close');
    });
    clearTimeout(timeout);
  }

  return {
    async run(request) {
      if (waiting.length >= maxWaiting) return refusal(maskError, unavailable());
      if (idle) clearTimeout(idle);
      if (running >= maxRunning) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      try {
        return (await sendRequest(request)) ?? refusal(maskError, lost(), lostCpuMs);
      } finally {
        const startNext = waiting.shift();
        if (startNext) startNext();
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
  return Object.assign(new Error('the query worker ended while it ran the query'), { name: 'TimeoutError' });
}

function unavailable(): Error {
  return Object.assign(new Error('the queue of ad-hoc queries is full'), { code: '53300' });
}

function refusal(maskError: MaskError, cause: Error, cpuMs = 0): AdHocAnswer {
  const { message, extensions } = maskError(new GraphQLError(cause.message, { originalError: cause }));
  return { errors: [{ message, positions: undefined, path: undefined, extensions }], cpuMs };
}
