import { useCallback, useEffect, useRef } from 'react';

/** Runs a change that is based on a version, and returns the new version. */
export type PathChange = (version: number) => Promise<number>;

/**
 * Returns a function that runs changes of a learning path one after the other, each based on the version that the one before returned, so
 * that only changes by others are conflicts. It rejects if the change is refused.
 *
 * @param loaded the version of the page's data
 */
export function usePathChanges(loaded: number): (change: PathChange) => Promise<void> {
  const version = useRef(loaded);
  const line = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    version.current = Math.max(version.current, loaded);
  }, [loaded]);
  return useCallback((change: PathChange) => {
    const finished = line.current.then(async () => {
      version.current = await change(version.current);
    });
    line.current = finished.catch(() => undefined);
    return finished;
  }, []);
}
