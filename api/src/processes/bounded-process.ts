import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { deserialize } from 'node:v8';
import { reasonDescriptor, type EndReason, type LifeLimits, type TaskReply, type TaskRequest } from './task-messages.ts';

/**
 * The input of a task is too much: it used up its CPU time or memory in a process that did nothing else, crashed it, or gave too large
 * a result. That is definite: the same input fails the same way on every machine, so it may be stored as a result.
 */
export class OverLimit extends Error {
  override readonly name = 'OverLimit';
  readonly limit: 'cpu' | 'memory' | 'output' | 'crash';

  constructor(limit: OverLimit['limit'], message: string) {
    super(message);
    this.limit = limit;
  }
}

/** The handler of a task threw: the input is wrong, and stays wrong. */
export class TaskFailed extends Error {
  override readonly name = 'TaskFailed';
}

/**
 * The process ended for a reason that is not the input's fault (it could not start, was killed, the site stops, or nothing came for a very long
 * time). It says nothing about the input: keep the work queued and try again later.
 */
export class ProcessLost extends Error {
  override readonly name = 'ProcessLost';
}

/** What a bounded process may use. CPU time is that of all its threads, whatever else the machine does meanwhile. */
export type ProcessLimits = LifeLimits & {
  /** CPU time of one task, in milliseconds. `run` can set another for its task. */
  readonly cpuMs: number;
  /** CPU time for starting, and for each `context.load` of a task. Exceeding it is `ProcessLost`. */
  readonly loadCpuMs: number;
  /** Resident memory of the whole process, in MiB. An idle process of Node has about 90. */
  readonly residentMb: number;
  /** JavaScript heap (V8's old generation), in MiB. */
  readonly heapMb: number;
  /** Serialized size of a result. */
  readonly resultBytes: number;
  /** After this long without a task the process ends, and with it everything it loaded. */
  readonly idleMs: number;
  /** Wall time after which a process that neither answers nor reaches a limit is `ProcessLost`. Not a limit on work: keep it very generous. */
  readonly silentMs: number;
};

/** How to start a bounded process. */
export type BoundedProcessOptions = {
  /**
   * The TypeScript file that calls `serveTasks`, as `new URL('./name.ts', import.meta.url)`. It runs from its source, in the bundle too.
   * No setting of the site reaches it; it may read files and may neither write them nor start programs.
   */
  readonly entry: URL;
  readonly limits?: Partial<ProcessLimits>;
  /** Whether it loads compiled packages such as sharp. The permission model does not hold inside them. */
  readonly hasAddons?: boolean;
  /** Called each time a process is started. */
  readonly onStart?: () => void;
};

/** Options of one task. */
export type TaskOptions = {
  readonly cpuMs?: number;
  /** Gives up the task: it leaves the queue, or its process is killed. `run` then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the CPU time that the task took, in milliseconds, once it is known. */
  readonly onSpent?: (cpuMs: number) => void;
};

/** A process that runs one task at a time under limits, and is started when there is a task. */
export type BoundedProcess<Task, Result> = {
  /**
   * Queues a task and resolves to its result.
   *
   * @throws OverLimit | TaskFailed when the input is to blame, ProcessLost when it is not
   */
  run(task: Task, options?: TaskOptions): Promise<Result>;
  /** Kills the process. Tasks that run or wait, and those that come later, are rejected with ProcessLost. */
  close(): Promise<void>;
};

const defaultLimits: ProcessLimits = {
  cpuMs: 5000,
  loadCpuMs: 20_000,
  residentMb: 512,
  heapMb: 256,
  resultBytes: 8_000_000,
  idleMs: 10_000,
  silentMs: 60 * 60_000,
};

/** Signals with which a program ends itself: a crash, such as V8 out of memory or a stack that overflowed in compiled code. */
const crashSignals = new Set(['SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGTRAP', 'SIGFPE']);

type Running = { readonly child: ChildProcess; readonly closed: Promise<void>; finished: number };

/**
 * Creates a process for CPU work on input that other people sent. Work that exceeds a limit ends only that process; the site neither waits
 * for it nor shares memory with it, and its SIGTERM ends it at any moment.
 */
export function createBoundedProcess<Task, Result>(options: BoundedProcessOptions): BoundedProcess<Task, Result> {
  const limits: ProcessLimits = { ...defaultLimits, ...options.limits };
  let running: Running | null = null;
  let idle: NodeJS.Timeout | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let lastId = 0;
  let isClosed = false;

  const end = async () => {
    clearTimeout(idle);
    const ended = running;
    running = null;
    if (ended === null) return;
    setReferenced(ended.child, true);
    ended.child.kill('SIGKILL');
    await ended.closed;
  };

  const start = (): Running => {
    options.onStart?.();
    const { loadCpuMs, residentMb, resultBytes } = limits;
    const life: LifeLimits = { loadCpuMs, residentMb, resultBytes };
    const child = fork(fileURLToPath(options.entry), [JSON.stringify(life)], {
      env: {},
      execArgv: [
        `--max-old-space-size=${limits.heapMb}`,
        '--disable-warning=PERM0006',
        '--permission',
        '--allow-fs-read=*',
        '--allow-worker',
        ...(options.hasAddons === true ? ['--allow-addons'] : []),
      ],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc', 'pipe'],
    });
    const started: Running = {
      child,
      finished: 0,
      closed: new Promise((resolve) => {
        const gone = () => {
          if (running === started) running = null;
          resolve();
        };
        child.on('close', gone).on('error', gone);
      }),
    };
    return started;
  };

  const attempt = async (task: Task, cpuMs: number, { signal, onSpent }: TaskOptions): Promise<Result> => {
    clearTimeout(idle);
    running ??= start();
    const used = running;
    setReferenced(used.child, true);
    lastId += 1;
    try {
      const result = await ask(used, { id: lastId, task, cpuMs }, limits, { signal, onSpent });
      return deserialize(result) as Result;
    } catch (error) {
      // What answered is fine; anything else is not used again.
      if (!(error instanceof TaskFailed) && !(error instanceof OverLimit && error.limit === 'output') && running === used) await end();
      throw error;
    } finally {
      used.finished += 1;
      if (running === used) {
        setReferenced(used.child, false);
        idle = setTimeout(() => void end(), limits.idleMs).unref();
      }
    }
  };

  const runNow = async (task: Task, taskOptions: TaskOptions): Promise<Result> => {
    const { cpuMs = limits.cpuMs, signal } = taskOptions;
    signal?.throwIfAborted();
    if (isClosed) throw new ProcessLost('the process was closed');
    const wasUsed = running !== null && running.finished > 0;
    try {
      return await attempt(task, cpuMs, taskOptions);
    } catch (error) {
      // Memory that earlier tasks left behind is not this one's fault: only a fresh process is a judge.
      const isInDoubt = error instanceof OverLimit && (error.limit === 'memory' || error.limit === 'crash') && wasUsed;
      if (!isInDoubt || isClosed) throw error;
      return attempt(task, cpuMs, taskOptions);
    }
  };

  return {
    run(task, taskOptions = {}) {
      const mine = queue.then(() => runNow(task, taskOptions));
      queue = mine.catch(() => undefined);
      return mine;
    },
    async close() {
      isClosed = true;
      await end();
    },
  };
}

/** A process without a task does not keep its parent alive. */
function setReferenced(child: ChildProcess, isReferenced: boolean): void {
  const pipe = child.stdio[reasonDescriptor] as { ref?: () => void; unref?: () => void } | null | undefined;
  for (const handle of [child, child.channel, pipe]) {
    if (isReferenced) handle?.ref?.();
    else handle?.unref?.();
  }
}

/** Sends a task and waits for its result as bytes. */
function ask(
  { child }: Running,
  request: TaskRequest,
  limits: ProcessLimits,
  { signal, onSpent }: { readonly signal: AbortSignal | undefined; readonly onSpent: TaskOptions['onSpent'] | undefined },
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    let written = '';
    const reasons = child.stdio[reasonDescriptor];
    const settle = (perform: () => void) => {
      clearTimeout(silence);
      child.off('message', onMessage).off('error', onError).off('close', onClose);
      reasons?.off('data', onReason);
      signal?.removeEventListener('abort', onAbort);
      perform();
    };
    const lose = (message: string, cause?: unknown) => settle(() => reject(new ProcessLost(message, { cause })));
    const silence = setTimeout(() => lose(`nothing came from the process for ${limits.silentMs} ms`), limits.silentMs);
    const onMessage = (message: unknown) => {
      const reply = message as TaskReply;
      if (reply.id !== request.id) return;
      settle(() => {
        onSpent?.(reply.cpuMs);
        if (reply.kind === 'done') resolve(reply.result);
        else if (reply.kind === 'failed') reject(new TaskFailed(reply.message));
        else reject(new OverLimit('output', `the result has ${reply.bytes} bytes, at most ${limits.resultBytes} are allowed`));
      });
    };
    const onReason = (chunk: Buffer) => (written += chunk.toString());
    const onAbort = () => settle(() => reject(signal?.reason as Error));
    const onError = (error: Error) => lose('the process could not be started or reached', error);
    const onClose = (code: number | null, ended: string | null) => {
      const [reason = '', id] = written.split(' ');
      // What the watchdog wrote about an earlier task says nothing about this one.
      const isOurs = written === '' || (id !== undefined && Number(id) === request.id);
      const over = isOurs ? overLimitOf(reason as EndReason | '', ended, request.cpuMs, limits) : null;
      if (over === null)
        lose(reason === 'load' ? `loading took more than ${limits.loadCpuMs} ms of CPU time` : `the process ended (${code ?? ended})`);
      else
        settle(() => {
          if (over.limit === 'cpu') onSpent?.(request.cpuMs);
          reject(over);
        });
    };
    child.on('message', onMessage).on('error', onError).on('close', onClose);
    reasons?.on('data', onReason);
    signal?.addEventListener('abort', onAbort, { once: true });
    child.send(request, (error) => {
      if (error !== null) onError(error);
    });
  });
}

function overLimitOf(reason: EndReason | '', ended: string | null, cpuMs: number, limits: ProcessLimits): OverLimit | null {
  if (reason === 'cpu') return new OverLimit('cpu', `it takes more than ${cpuMs} ms of CPU time`);
  if (reason === 'memory') return new OverLimit('memory', `it takes more than ${limits.residentMb} MiB of memory`);
  if (reason === '' && ended !== null && crashSignals.has(ended))
    return new OverLimit('crash', `it ends the process (${ended}), with ${limits.heapMb} MiB of heap`);
  return null;
}
