import { useCallback, useEffect, useRef, useState } from 'react';
import { askSize } from './ask-size.ts';
import { KeepError, type KeepFault, keepTitle } from './keep-title.ts';
import { type OfflineTitle, readOffline, removeOffline } from './offline-titles.ts';
import { persistStorage, startWorker } from './start-worker.ts';

/** The state of a title's offline copy on this page; `title` is what is stored, complete or not. */
export type OfflineTitleState = { readonly title: OfflineTitle | null } & (
  | { readonly phase: 'reading' | 'rest' }
  | { readonly phase: 'keeping'; readonly done: number; readonly total: number }
  | { readonly phase: 'failed'; readonly fault: KeepFault }
);

/** Reads, stores and removes the offline copy of a title. Leaving the page cancels storing; keeping it again continues there. */
export function useOfflineTitle({ id, kind, userId }: Pick<OfflineTitle, 'id' | 'kind' | 'userId'>) {
  const [state, setState] = useState<OfflineTitleState>({ phase: 'reading', title: null });
  const running = useRef<AbortController | null>(null);

  useEffect(() => {
    let isCurrent = true;
    readOffline({ userId, id }).then(
      (title) => isCurrent && setState((before) => (before.phase === 'reading' ? { phase: 'rest', title } : before)),
      (error: unknown) => {
        console.warn('The offline copy couldn’t be read.', error);
        if (isCurrent) setState({ phase: 'rest', title: null });
      },
    );
    return () => {
      isCurrent = false;
      running.current?.abort();
    };
  }, [userId, id]);

  const keep = useCallback(async () => {
    if (running.current !== null) return;
    const ending = new AbortController();
    running.current = ending;
    setState(({ title }) => ({ phase: 'keeping', title, done: 0, total: 0 }));
    try {
      await startWorker();
      await persistStorage();
      const title = await keepTitle(
        { id, kind },
        {
          signal: ending.signal,
          onProgress: (done, total) => setState((before) => ({ phase: 'keeping', title: before.title, done, total })),
        },
      );
      setState({ phase: 'rest', title });
    } catch (error) {
      const fault = error instanceof KeepError ? error.fault : 'unreachable';
      if (fault !== 'canceled') console.warn('The title couldn’t be kept offline.', error);
      setState({ phase: 'failed', fault, title: await readOffline({ userId, id }).catch(() => null) });
    } finally {
      running.current = null;
    }
  }, [id, kind, userId]);

  const remove = useCallback(async () => {
    await removeOffline({ userId, id });
    setState({ phase: 'rest', title: null });
  }, [id, userId]);

  const size = useSize({ id, kind, isNeeded: state.phase !== 'reading' && state.title === null });
  return { state, size, keep: () => void keep(), cancel: () => running.current?.abort(), remove };
}

/** Returns the estimated size of a title that isn't kept, in bytes; null until it's known. */
function useSize({ id, kind, isNeeded }: Pick<OfflineTitle, 'id' | 'kind'> & { isNeeded: boolean }): number | null {
  const [size, setSize] = useState<number | null>(null);
  useEffect(() => {
    if (!isNeeded) return undefined;
    let isCurrent = true;
    askSize({ id, kind }).then(
      (bytes) => isCurrent && setSize(bytes),
      (error: unknown) => console.warn('The size of an offline copy couldn’t be estimated.', error),
    );
    return () => {
      isCurrent = false;
    };
  }, [id, kind, isNeeded]);
  return size;
}
