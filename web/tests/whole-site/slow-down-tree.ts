import { readdirSync, readFileSync } from 'node:fs';

type Process = { readonly id: number; readonly parentId: number; readonly command: string };

/** One twentieth of the time: 5 % of the machine. */
const runMs = 50;
const pauseMs = 950;

/**
 * Lets a process and its descendants run for one twentieth of the time, as on a machine with 5 % of a core. Linux only, because it reads
 * `/proc`.
 *
 * @param onProcess called once for each process that it finds, with its ID and command line
 * @returns a function that lets them run freely again
 */
export function slowDownTree(rootId: number, onProcess: (id: number, command: string) => void): () => void {
  const seenIds = new Set<number>();
  let isOver = false;
  let timer: NodeJS.Timeout;
  let stopped: number[] = [];
  const pause = () => {
    stopped = [];
    // A process that is still running may start another meanwhile.
    for (let stoppedCount = -1; stoppedCount < stopped.length; ) {
      stoppedCount = stopped.length;
      for (const { id, command } of descendantsOf(rootId)) {
        if (stopped.includes(id)) continue;
        if (!seenIds.has(id)) onProcess(id, command);
        seenIds.add(id);
        if (send(id, 'SIGSTOP')) stopped.push(id);
      }
    }
    timer = setTimeout(goOn, pauseMs);
  };
  const goOn = () => {
    for (const id of stopped) send(id, 'SIGCONT');
    if (!isOver) timer = setTimeout(pause, runMs);
  };
  pause();
  return () => {
    isOver = true;
    clearTimeout(timer);
    goOn();
  };
}

function send(id: number, signal: 'SIGSTOP' | 'SIGCONT'): boolean {
  try {
    return process.kill(id, signal);
  } catch {
    // The process has ended.
    return false;
  }
}

function descendantsOf(rootId: number): readonly Process[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? []);
  const tree = new Set([rootId]);
  for (let size = 0; size < tree.size; ) {
    size = tree.size;
    for (const { id, parentId } of all) if (tree.has(parentId)) tree.add(id);
  }
  return all.filter(({ id }) => tree.has(id));
}

function readProcess(id: number): Process | null {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    const command = readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ');
    // The name may contain spaces and parentheses.
    return { id, parentId: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]), command };
  } catch {
    return null;
  }
}
