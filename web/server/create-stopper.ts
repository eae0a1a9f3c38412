type Step = { name: string; stop: () => unknown };

/** Requests under way get this long; then the process ends all the same. */
const drainMs = 9000;

/** Signals closer together than this are one. */
const repeatMs = 500;

/** Thrown where the site is told to stop while it is still starting. */
export class StoppedWhileStarting extends Error {
  override name = 'StoppedWhileStarting';
}

/** Collects what was started and stops it again, the last first. */
export function createStopper() {
  const steps: Step[] = [];
  let stopping: Promise<void> | null = null;
  let isTold = false;
  let toldAtMs = 0;
  let isStarted = false;

  async function stopAll(): Promise<void> {
    for (const { name, stop } of steps.splice(0).toReversed()) {
      try {
        await stop();
      } catch (error) {
        console.error(`Stopping ${name} failed:`, error);
      }
    }
  }

  function stop(): Promise<void> {
    stopping ??= stopAll();
    return stopping;
  }

  return {
    /**
     * Remembers how to stop what was just started.
     *
     * @throws StoppedWhileStarting when a signal came meanwhile: the rest need not be started
     */
    add(name: string, stopStep: () => unknown): void {
      steps.push({ name, stop: stopStep });
      if (isTold) throw new StoppedWhileStarting();
    },
    /** Stops everything, once; later calls wait for the first. */
    stop,
    /** From now on SIGTERM and SIGINT let requests finish, stop everything and exit with 0. A second signal does not wait. */
    listenForSignals(): void {
      const handleSignal = () => {
        // npm hands Ctrl-C on to a process that the terminal has told already; only a later one means "now".
        if (isTold && performance.now() - toldAtMs > repeatMs) process.exit(1);
        if (isTold) return;
        isTold = true;
        toldAtMs = performance.now();
        setTimeout(() => process.exit(1), drainMs).unref();
        // What is being started now is known only when it has been: `add` then ends the start.
        if (isStarted) void stop().then(() => process.exit(0));
      };
      process.removeAllListeners('SIGTERM').on('SIGTERM', handleSignal);
      process.removeAllListeners('SIGINT').on('SIGINT', handleSignal);
    },
    /** Says that nothing more will be started. */
    finishStarting(): void {
      if (isTold) throw new StoppedWhileStarting();
      isStarted = true;
    },
  };
}
