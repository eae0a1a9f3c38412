/**
 * Returns a function that reads at most once in a time, however often it's called. Callers in between get the last result, even if that was
 * an error: a busy database isn't asked more often than a healthy one.
 */
export function cachedReading<TResult>(read: () => Promise<TResult>, restMs: number, now: () => number = Date.now): () => Promise<TResult> {
  let last: { readonly at: number; readonly result: Promise<TResult> } | null = null;
  return () => {
    if (last === null || now() - last.at >= restMs) last = { at: now(), result: read() };
    return last.result;
  };
}
