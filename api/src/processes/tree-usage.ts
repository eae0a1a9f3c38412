import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** What a process and its descendants use. */
export type TreeUsage = {
  /** The CPU time that they have used, in milliseconds, including that of ended children. */
  readonly cpuMs: number;
  /** The memory that they have now, in bytes. Memory that two of them share counts twice. */
  readonly memoryBytes: number;
};

type ProcessUsage = TreeUsage & { readonly id: number; readonly parentId: number; readonly groupId: number };

/** The kernel reports ticks of a hundredth of a second, on every platform that Node runs on. */
const msPerTick = 10;

const run = promisify(execFile);

/**
 * Returns what a process, its group and its descendants use.
 * @returns null where it can't be read (Windows), or if the process has ended
 */
export async function readTreeUsage(rootId: number): Promise<TreeUsage | null> {
  const usages = await readUsages();
  if (!usages.some(({ id }) => id === rootId)) return null;
  const tree = new Set([rootId]);
  for (let size = 0; size < tree.size; ) {
    size = tree.size;
    for (const { id, parentId, groupId } of usages) if (tree.has(parentId) || groupId === rootId) tree.add(id);
  }
  const ofTree = usages.filter(({ id }) => tree.has(id));
  return {
    cpuMs: ofTree.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    memoryBytes: ofTree.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0),
  };
}

async function readUsages(): Promise<ProcessUsage[]> {
  if (process.platform === 'linux') return readProc();
  if (process.platform === 'win32') return [];
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,pgid=,rss=,time=']);
  return stdout.split('\n').flatMap((line) => {
    const [id = '', parentId = '', groupId = '', memory = '', time = ''] = line.trim().split(/\s+/u);
    const units = time.split(/[-:]/u).map(Number);
    const seconds = units.reduce((sum, unit) => sum * 60 + unit, 0);
    if (!Number.isFinite(seconds) || id === '') return [];
    return [{ id: +id, parentId: +parentId, groupId: +groupId, cpuMs: seconds * 1000, memoryBytes: +memory * 1024 }];
  });
}

async function readProc(): Promise<ProcessUsage[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/u.test(name));
  const usages = await Promise.all(
    ids.map(async (id): Promise<ProcessUsage | null> => {
      // The process may have ended meanwhile.
      const [text, status] = await Promise.all(['stat', 'status'].map((name) => readFile(`/proc/${id}/${name}`, 'utf8').catch(() => '')));
      if (text === undefined || status === undefined) return null;
      // Its name may contain spaces and brackets.
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      const field = (index: number) => Number(fields[index] ?? Number.NaN);
      const ticks = field(11) + field(12) + field(13) + field(14);
      if (Number.isNaN(ticks)) return null;
      const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/mu.exec(status)?.[1] ?? 0);
      return { id: Number(id), parentId: field(1), groupId: field(2), cpuMs: ticks * msPerTick, memoryBytes: kilobytes * 1024 };
    }),
  );
  return usages.filter((usage) => usage !== null);
}
