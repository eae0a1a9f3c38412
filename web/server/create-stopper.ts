type Step = { name: string; stop: () => unknown; cut?: () => void };

/** The time limits of a stop, in milliseconds. */
type StopLimits = {
  /** How long running work may take before it's aborted. A container is killed after 10 s. */
  drainMs?: number;
  /** After this time, a stop is considered stuck. */
  giveUpMs?: number;
};

/** Signals closer together than this count as one. */
const repeatMs = 500;

/** Thrown when the site is asked to stop while it's still starting. */
export class StoppedWhileStarting extends Error {
  override name = 'StoppedWhileStarting';
}

/** Registers what was started and stops it again in reverse order. */
export function createStopper({ drainMs = 8_000, giveUpMs = 60_000 }: StopLimits = {}) {
  const steps: Step[] = [];
  let current: Step | null = null;
  let isDrainOver = false;
  let wasCut = false;
  let stopping: Promise<void> | null = null;
  let isStopRequested = false;
  let requestedAtMs = 0;
  let isStarted = false;
  let reportFailure = (name: string, error: unknown): void => console.error(`Stopping ${name} failed:`, error);

  async function stopAll(): Promise<void> {
    for (const step of steps.splice(0).toReversed()) {
      current = step;
      try {
        const stopped = step.stop();
        if (isDrainOver) cutCurrent();
        await stopped;
      } catch (error) {
        reportFailure(step.name, error);
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
     * Registers how to stop what was just started.
     *
     * @param cut aborts immediately what `stop` is waiting for when its time is over; the process then exits with 1
     * @throws StoppedWhileStarting when a signal arrived meanwhile: nothing more needs to be started
     */
    add(name: string, stopStep: () => unknown, cut?: () => void): void {
      steps.push({ name, stop: stopStep, ...(cut && { cut }) });
      if (isStopRequested) throw new StoppedWhileStarting();
    },
    /**
     * Like `add`, for a dependency of something that is already running: it's stopped after that.
     *
     * @throws StoppedWhileStarting like `add`
     */
    addBelow(user: string, name: string, stopStep: () => unknown): void {
      const at = steps.findIndex((step) => step.name === user);
      if (at < 0) throw new Error(`stopper: expected a step '${user}', got ${steps.map((step) => step.name).join(', ') || 'none'}`);
      steps.splice(at, 0, { name, stop: stopStep });
      if (isStopRequested) throw new StoppedWhileStarting();
    },
    /** Sets what happens with an error while stopping something. The default prints it. */
    onFailure(report: (name: string, error: unknown) => void): void {
      reportFailure = report;
    },
    /** Stops everything, once; later calls wait for the first. */
    stop,
    /**
     * From now on, SIGTERM and SIGINT let requests finish, stop everything and exit: with 0, however long that took, or with 1 when
     * something was aborted. A second signal exits immediately.
     */
    listenForSignals(): void {
      const handleSignal = () => {
        // npm forwards Ctrl-C to a process that already received it from the terminal; only a later signal means "now".
        if (isStopRequested && performance.now() - requestedAtMs > repeatMs) process.exit(1);
        if (isStopRequested) return;
        isStopRequested = true;
        requestedAtMs = performance.now();
        setTimeout(() => {
          isDrainOver = true;
          cutCurrent();
        }, drainMs).unref();
        setTimeout(() => process.exit(1), giveUpMs).unref();
        // What is being started now is only registered when it's done: `add` then ends the start.
        if (isStarted) void stop().then(() => process.exit(wasCut ? 1 : 0));
      };
      process.removeAllListeners('SIGTERM').on('SIGTERM', handleSignal);
      process.removeAllListeners('SIGINT').on('SIGINT', handleSignal);
    },
    /** Whether a signal arrived: optional work doesn't need to be started. */
    isStopping: () => isStopRequested,
    /** Declares that nothing more will be started. */
    finishStarting(): void {
      if (isStopRequested) throw new StoppedWhileStarting();
      isStarted = true;
    },
  };
}
