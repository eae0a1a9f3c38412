type Step = { name: string; stop: () => unknown; cut?: () => void };

/** How long a stop may take, in milliseconds. */
type StopLimits = {
  /** What is under way has this long; then whatever can be cut is cut. A container is killed after 10 s. */
  drainMs?: number;
  /** A stop that has not come to its end by then never will. */
  giveUpMs?: number;
};

/** Signals closer together than this are one. */
const repeatMs = 500;

/** Thrown where the site is told to stop while it is still starting. */
export class StoppedWhileStarting extends Error {
  override name = 'StoppedWhileStarting';
}

/** Collects what was started and stops it again, the last first. */
export function createStopper({ drainMs = 8_000, giveUpMs = 60_000 }: StopLimits = {}) {
  const steps: Step[] = [];
  let current: Step | null = null;
  let isDrainOver = false;
  let wasCut = false;
  let stopping: Promise<void> | null = null;
  let isTold = false;
  let toldAtMs = 0;
  let isStarted = false;

  async function stopAll(): Promise<void> {
    for (const step of steps.splice(0).toReversed()) {
      current = step;
      try {
        const stopped = step.stop();
        if (isDrainOver) cutCurrent();
        await stopped;
      } catch (error) {
        console.error(`Stopping ${step.name} failed:`, error);
      }
    }
    current = null;
  }

  function cutCurrent(): void {
    if (!current?.cut) return;
    wasCut = true;
    current.cut();
  }

  function stop(): Promise<void> {
    stopping ??= stopAll();
    return stopping;
  }

  return {
    /**
     * Remembers how to stop what was just started.
     *
     * @param cut ends at once what `stop` still waits for when the time for that is over: the process then exits with 1
     * @throws StoppedWhileStarting when a signal came meanwhile: the rest need not be started
     */
    add(name: string, stopStep: () => unknown, cut?: () => void): void {
      steps.push({ name, stop: stopStep, ...(cut && { cut }) });
      if (isTold) throw new StoppedWhileStarting();
    },
    /**
     * As `add`, of what something that runs already will need from now on: it is stopped after that.
     *
     * @throws StoppedWhileStarting as `add`
     */
    addBelow(user: string, name: string, stopStep: () => unknown): void {
      const at = steps.findIndex((step) => step.name === user);
      if (at < 0) throw new Error(`stopper: expected a step '${user}', got ${steps.map((step) => step.name).join(', ') || 'none'}`);
      steps.splice(at, 0, { name, stop: stopStep });
      if (isTold) throw new StoppedWhileStarting();
    },
    /** Stops everything, once; later calls wait for the first. */
    stop,
    /**
     * From now on SIGTERM and SIGINT let requests finish, stop everything and exit: with 0, however long that took, or with
     * 1 when something had to be cut. A second signal does not wait.
     */
    listenForSignals(): void {
      const handleSignal = () => {
        // npm hands Ctrl-C on to a process that the terminal has told already; only a later one means "now".
        if (isTold && performance.now() - toldAtMs > repeatMs) process.exit(1);
        if (isTold) return;
        isTold = true;
        toldAtMs = performance.now();
        setTimeout(() => {
          isDrainOver = true;
          cutCurrent();
        }, drainMs).unref();
        setTimeout(() => process.exit(1), giveUpMs).unref();
        // What is being started now is known only when it has been: `add` then ends the start.
        if (isStarted) void stop().then(() => process.exit(wasCut ? 1 : 0));
      };
      process.removeAllListeners('SIGTERM').on('SIGTERM', handleSignal);
      process.removeAllListeners('SIGINT').on('SIGINT', handleSignal);
    },
    /** Whether a signal came: what nobody waits for need not be begun. */
    isTold: () => isTold,
    /** Says that nothing more will be started. */
    finishStarting(): void {
      if (isTold) throw new StoppedWhileStarting();
      isStarted = true;
    },
  };
}
