const pauses = [5_000, 20_000];

/**
 * Runs a request to a package registry up to three times, because a failed one may succeed a moment later.
 *
 * @param {() => boolean} work true if it succeeded
 * @param {(line: string) => void} tell
 * @param {readonly number[]} waits the milliseconds between the attempts
 * @returns {boolean} whether it succeeded in the end
 */
export function tryAgain(work, tell, waits = pauses) {
  for (const wait of waits) {
    if (work()) return true;
    tell(`That failed; retrying in ${wait / 1000} s`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, wait);
  }
  return work();
}
