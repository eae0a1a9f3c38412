/**
 * Calls `work` at most once in `ms` milliseconds: immediately if there was no recent call, otherwise at the end of that time with the last
 * argument.
 */
export function throttle<Argument>(work: (argument: Argument) => void, ms: number): (argument: Argument) => void {
  let last = -Infinity;
  let waiting: ReturnType<typeof setTimeout> | null = null;
  let latest: Argument;
  return (argument) => {
    latest = argument;
    if (waiting !== null) return;
    const rest = last + ms - performance.now();
    if (rest <= 0) {
      last = performance.now();
      work(argument);
      return;
    }
    waiting = setTimeout(() => {
      waiting = null;
      last = performance.now();
      work(latest);
    }, rest);
  };
}
