import {
  createBoundedProcess,
  OverLimit,
  ProcessLost,
  type BoundedProcess,
  type ProcessLimits,
  TaskFailed,
} from '@newline/api/processes/bounded-process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Bomb } from './bomb-tasks.ts';
import { slowDown } from './slow-down.ts';

const entry = new URL('./bomb-tasks.ts', import.meta.url);
const open: { close(): Promise<void> }[] = [];
let starts = 0;

function create(limits: Partial<ProcessLimits> = {}): BoundedProcess<Bomb, unknown> {
  const bounded = createBoundedProcess<Bomb, unknown>({ entry, limits, onStart: () => (starts += 1) });
  open.push(bounded);
  return bounded;
}

beforeEach(() => void (starts = 0));
afterEach(async () => {
  for (const bounded of open.splice(0)) await bounded.close();
});

/** Whether a process with this id exists. */
function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a bounded process', () => {
  test('runs one task after another, without the site’s environment variables', async () => {
    const bounded = create();
    const results = await Promise.all(['a', 'b', 'c'].map((text) => bounded.run({ kind: 'echo', text })));
    expect(results).toEqual(['a', 'b', 'c'].map((text) => ({ text, bytes: Buffer.from(text), settings: 0 })));
    expect(starts).toBe(1);
  });

  test.each(['loop', 'native'] as const)(
    'is killed when a task uses up its CPU time (%s), and the next task runs in another process',
    async (kind) => {
      const bounded = create({ cpuMs: 300 });
      const pid = (await bounded.run({ kind: 'id' })) as number;
      const error = await bounded.run({ kind }).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(OverLimit);
      expect(error).toMatchObject({ limit: 'cpu' });
      expect(exists(pid)).toBe(false);
      expect(await bounded.run({ kind: 'work', cpuMs: 50 })).toBe('spent');
      expect(starts).toBe(2);
    },
  );

  test.each([
    ['heap', { heapMb: 40, residentMb: 4000 }, 'crash'],
    ['buffers', { residentMb: 250 }, 'memory'],
  ] as const)('is killed when a task takes too much memory (%s)', async (kind, limits, limit) => {
    const bounded = create({ cpuMs: 60_000, ...limits });
    const error = await bounded.run({ kind }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(OverLimit);
    expect(error).toMatchObject({ limit });
    expect(await bounded.run({ kind: 'echo', text: 'a' })).toMatchObject({ text: 'a' });
  });

  test('doesn’t blame a task for the memory of earlier ones: a new process decides', async () => {
    const bounded = create({ residentMb: 400 });
    const first = await bounded.run({ kind: 'keep', megabytes: 180 });
    const second = await bounded.run({ kind: 'keep', megabytes: 181 }).then(async (pid) => {
      // Whether the second fits depends on Node's own memory; the third can't fit in the same process.
      await bounded.run({ kind: 'keep', megabytes: 182 });
      return pid;
    });
    expect(typeof second).toBe('number');
    expect(typeof first).toBe('number');
    expect(starts).toBeGreaterThan(1);
  });

  test('refuses a result that is too large, and continues', async () => {
    const bounded = create({ resultBytes: 10_000 });
    const error = await bounded.run({ kind: 'output', length: 20_000 }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'OverLimit', limit: 'output' });
    expect(await bounded.run({ kind: 'output', length: 5000 })).toHaveLength(5000);
    expect(starts).toBe(1);
  });

  test('gives a task all its CPU time on a machine that is twenty times slower', async () => {
    const bounded = create({ cpuMs: 2000 });
    const pid = (await bounded.run({ kind: 'id' })) as number;
    const goOn = slowDown(pid);
    // At least 5 s of wall time, more than its CPU time limit.
    expect(await bounded.run({ kind: 'work', cpuMs: 250 })).toBe('spent');
    goOn();
    expect(await bounded.run({ kind: 'id' })).toBe(pid);
    expect(starts).toBe(1);
  });

  test('doesn’t count loading as part of the task; too much of it is a lost process', async () => {
    const bounded = create({ cpuMs: 200, loadCpuMs: 1500 });
    expect(await bounded.run({ kind: 'load', cpuMs: 400 })).toBe('spent');
    await expect(bounded.run({ kind: 'load', cpuMs: 60_000 })).rejects.toBeInstanceOf(ProcessLost);
  });

  test('reports a handler that throws as failed, and keeps its process', async () => {
    const bounded = create();
    await expect(bounded.run({ kind: 'throw' })).rejects.toEqual(new TaskFailed('not a word of it'));
    await expect(bounded.run({ kind: 'write' })).rejects.toBeInstanceOf(TaskFailed);
    expect(await bounded.run({ kind: 'echo', text: 'a' })).toMatchObject({ text: 'a' });
    expect(starts).toBe(1);
  });

  test('is lost if it is killed or ends, which says nothing about the task', async () => {
    const bounded = create();
    const pid = (await bounded.run({ kind: 'id' })) as number;
    const waiting = bounded.run({ kind: 'never' });
    process.kill(pid, 'SIGKILL');
    await expect(waiting).rejects.toBeInstanceOf(ProcessLost);
    await expect(bounded.run({ kind: 'exit' })).rejects.toBeInstanceOf(ProcessLost);
    expect(await bounded.run({ kind: 'echo', text: 'a' })).toMatchObject({ text: 'a' });
  });

  test('is lost eventually if it neither works nor responds', async () => {
    const bounded = create({ silentMs: 1500 });
    await expect(bounded.run({ kind: 'never' })).rejects.toBeInstanceOf(ProcessLost);
  });

  test('is lost if it can’t start', async () => {
    const bounded = createBoundedProcess<Bomb, unknown>({ entry: new URL('./none.ts', import.meta.url) });
    await expect(bounded.run({ kind: 'id' })).rejects.toBeInstanceOf(ProcessLost);
    await bounded.close();
  });

  test('gives up a task when its signal aborts, waiting or running', async () => {
    const bounded = create();
    const pid = (await bounded.run({ kind: 'id' })) as number;
    const stopping = new AbortController();
    const both = [bounded.run({ kind: 'never' }, { signal: stopping.signal }), bounded.run({ kind: 'id' }, { signal: stopping.signal })];
    setImmediate(() => stopping.abort(new Error('enough')));
    for (const result of await Promise.allSettled(both)) expect(result).toMatchObject({ status: 'rejected', reason: new Error('enough') });
    expect(exists(pid)).toBe(false);
    expect(await bounded.run({ kind: 'echo', text: 'a' })).toMatchObject({ text: 'a' });
  });

  test('is killed on close in the middle of a task, even if it is stuck or stopped', async () => {
    for (const kind of ['loop', 'native'] as const) {
      const bounded = create({ cpuMs: 600_000 });
      const pid = (await bounded.run({ kind: 'id' })) as number;
      const outcomes = Promise.allSettled([bounded.run({ kind }), bounded.run({ kind: 'id' })]);
      if (kind === 'loop') process.kill(pid, 'SIGSTOP');
      await bounded.close();
      expect(exists(pid)).toBe(false);
      for (const outcome of await outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'ProcessLost' } });
      await expect(bounded.run({ kind: 'id' })).rejects.toBeInstanceOf(ProcessLost);
    }
  });

  test('ends when there is nothing to do, and another starts when there is', async () => {
    const bounded = create({ idleMs: 1 });
    const pid = (await bounded.run({ kind: 'id' })) as number;
    await expect.poll(() => exists(pid)).toBe(false);
    expect(await bounded.run({ kind: 'id' })).not.toBe(pid);
  });
});
