import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

type ProcessTime = { readonly id: number; readonly parentId: number; readonly groupId: number; readonly cpuMs: number };

/** The kernel reports ticks of a hundredth of a second, on every platform that Node runs on. */
const msPerTick = 10;

const run = promisify(execFile);

/**
 * Returns the CPU time that a process, its group and its descendants have used, in milliseconds, including that of ended children.
 * @returns null where it can't be read (Windows), or if the process has ended
 */
export async function readTreeCpuMs(rootId: number): Promise<number | null> {
  const times = await readTimes();
  if (!times.some(({ id }) => id === rootId)) return null;
  const tree = new Set([rootId]);
  for (let size = 0; size < tree.size; ) {
    size = tree.size;
    for (const { id, parentId, groupId } of times) if (tree.has(parentId) || groupId === rootId) tree.add(id);
  }
  return times.reduce((sum, { id, cpuMs }) => sum + (tree.has(id) ? cpuMs : 0), 0);
}

async function readTimes(): Promise<ProcessTime[]> {
  if (process.platform === 'linux') return readProc();
  if (process.platform === 'win32') return [];
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,pgid=,time=']);
  return stdout.split('\n').flatMap((line) => {
    const [id = '', parentId = '', groupId = '', time = ''] = line.trim().split(/\s+/u);
    const units = time.split(/[-:]/u).map(Number);
    const seconds = units.reduce((sum, unit) => sum * 60 + unit, 0);
    return Number.isFinite(seconds) && id !== '' ? [{ id: +id, parentId: +parentId, groupId: +groupId, cpuMs: seconds * 1000 }] : [];
  });
}

async function readProc(): Promise<ProcessTime[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/u.test(name));
  const times = await Promise.all(
    ids.map(async (id): Promise<ProcessTime | null> => {
      // The process may have ended meanwhile.
      const text = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
      // Its name may contain spaces and brackets.
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      const field = (index: number) => Number(fields[index] ?? Number.NaN);
      const ticks = field(11) + field(12) + field(13) + field(14);
      return Number.isNaN(ticks) ? null : { id: Number(id), parentId: field(1), groupId: field(2), cpuMs: ticks * msPerTick };
    }),
  );
  return times.filter((time) => time !== null);
}
