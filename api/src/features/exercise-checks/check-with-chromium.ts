import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ChromiumLimit, quietOptions, runChromium } from '../../processes/run-chromium.ts';
import type { ExerciseCheck } from '../../rules/exercise-check.ts';
import type { CheckedExercise } from './exercise-html.ts';
import type { Runner } from './find-runner.ts';
import { serveCheck } from './serve-check.ts';

/** What Chromium may use for checking exercises, with all its processes. */
export type CheckLimits = {
  /** CPU time to start, and to load Python or PostgreSQL, in milliseconds. */
  readonly startCpuMs: number;
  /** CPU time for each exercise, in milliseconds: its solution and its code to start from. */
  readonly exerciseCpuMs: number;
  readonly memoryBytes: number;
  /** How long it may use no CPU time before it counts as stuck, in milliseconds. */
  readonly idleMs: number;
};

/** The default limits, which docs/limits.md lists. */
export const usualCheckLimits: CheckLimits = { startCpuMs: 120_000, exerciseCpuMs: 60_000, memoryBytes: 2_500_000_000, idleMs: 120_000 };

/**
 * As root, Chromium has no sandbox of its own. It runs as the account without any rights instead.
 *
 * @returns null for every other user, who runs it as themselves
 */
function accountOf(): { readonly uid: number; readonly gid: number } | null {
  return process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null;
}

/** Why a run of Chromium ended before it had checked everything. */
type Ending = 'over' | 'limit' | 'lost' | 'not started';

/**
 * Checks exercises in the sandbox of readers, in a Chromium that reaches nothing but the page that checks them. If one of them stops
 * Chromium, it isn't checked, and the others are checked by another one.
 *
 * @param onResult gets each result as soon as it is known
 */
export async function checkWithChromium(
  exercises: readonly CheckedExercise[],
  onResult: (id: string, check: ExerciseCheck) => Promise<void>,
  options: { readonly chromium: string; readonly runner: Runner; readonly limits?: Partial<CheckLimits>; readonly signal: AbortSignal },
): Promise<void> {
  let left = exercises;
  const settle = async (id: string, check: ExerciseCheck) => {
    left = left.filter((one) => one.id !== id);
    await onResult(id, check);
  };
  while (left.length > 0) {
    const { ending, error } = await runOnce(left, settle, options);
    options.signal.throwIfAborted();
    const [first, ...others] = left;
    if (first === undefined) return;
    const stopped = ending === 'not started' ? [first, ...others] : [first];
    const reason = ending === 'not started' ? reasonOf(error) : reasons[ending];
    for (const { id } of stopped) await settle(id, { verdict: 'NOT_CHECKED', reason, failedTests: [] });
  }
}

const reasons: Readonly<Record<Exclude<Ending, 'not started'>, string>> = {
  over: 'The page that checks exercises had no result.',
  limit: 'Checking it needed too much CPU time or memory.',
  lost: 'Chromium stopped while it was checked.',
};

function reasonOf(error: unknown): string {
  const isUnsafe = error instanceof Error && /sandbox/iu.test(error.message);
  return isUnsafe ? 'Chromium’s own sandbox doesn’t work on this machine.' : 'Chromium couldn’t be started on this machine.';
}

async function runOnce(
  exercises: readonly CheckedExercise[],
  onResult: (id: string, check: ExerciseCheck) => Promise<void>,
  { chromium, runner, limits, signal }: Parameters<typeof checkWithChromium>[2],
): Promise<{ readonly ending: Ending; readonly error: unknown }> {
  const { startCpuMs, exerciseCpuMs, memoryBytes, idleMs } = { ...usualCheckLimits, ...limits };
  const recording: Promise<void>[] = [];
  const failures: unknown[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'newline-check-'));
  const server = await serveCheck(runner, exercises, (id, check) => {
    recording.push(onResult(id, check).catch((error: unknown) => void failures.push(error)));
  });
  const account = accountOf();
  try {
    // Other users of the machine can read the options of a process, but not this folder.
    const start = join(folder, 'start.html');
    await writeFile(start, `<!doctype html><meta http-equiv="refresh" content="0; url=${server.url}">`, { mode: 0o600 });
    if (account) for (const path of [folder, start]) await chown(path, account.uid, account.gid);
    await runChromium({
      chromium,
      options: [
        ...quietOptions,
        // Each origin has its own process, so that code can't stop the page that watches it.
        '--site-per-process',
        '--disable-dev-shm-usage',
        '--mute-audio',
        '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
        '--host-resolver-rules=MAP localhost 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
        `--user-data-dir=${join(folder, 'profile')}`,
        pathToFileURL(start).href,
      ],
      cpuMs: startCpuMs + exerciseCpuMs * exercises.length,
      memoryBytes,
      idleMs,
      signal,
      until: server.isOver,
      // Nothing of the site's settings.
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8' },
      account,
    });
  } catch (error) {
    return { ending: error instanceof ChromiumLimit ? 'limit' : server.isOpened() ? 'lost' : 'not started', error };
  } finally {
    await server.close();
    await Promise.all(recording);
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
  // A result that wasn't stored.
  if (failures.length > 0) throw failures[0];
  return { ending: 'over', error: null };
}
