import { useCallback, useEffect, useRef, useState } from 'react';
import { askSize, askVideoSize, type OfflineSize } from './ask-size.ts';
import { KeepError, type KeepFault, type KeepProgress, keepTitle } from './keep-title.ts';
import { type OfflineTitle, readOffline, removeOffline } from './offline-titles.ts';
import { persistStorage, startWorker } from './start-worker.ts';

/** The state of a title's offline copy on this page; `title` is what is stored, complete or not. */
export type OfflineTitleState = { readonly title: OfflineTitle | null } & (
  | { readonly phase: 'reading' | 'rest' }
  | { readonly phase: 'keeping'; readonly progress: KeepProgress | null }
  | { readonly phase: 'failed'; readonly fault: KeepFault }
);

/** What the reader wants to keep: with or without videos, whose estimated size is `videoBytes`, or 0. */
type Wanted = { readonly hasVideos: boolean; readonly videoBytes: number };

/** Returns the space that this browser has left for the site, in bytes; infinite if it doesn't say. */
async function freeBytes(): Promise<number> {
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  return quota - usage;
}

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

  const keep = useCallback(
    async ({ hasVideos, videoBytes }: Wanted) => {
      if (running.current !== null) return;
      const ending = new AbortController();
      running.current = ending;
      setState(({ title }) => ({ phase: 'keeping', title, progress: null }));
      try {
        if (videoBytes > (await freeBytes())) throw new KeepError('full');
        await startWorker();
        await persistStorage();
        const title = await keepTitle(
          { id, kind },
          {
            signal: ending.signal,
            hasVideos,
            onProgress: (progress) => setState((before) => ({ phase: 'keeping', title: before.title, progress })),
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
    },
    [id, kind, userId],
  );

  const remove = useCallback(async () => {
    await removeOffline({ userId, id });
    setState({ phase: 'rest', title: null });
  }, [id, userId]);

  const isNeeded = state.phase !== 'reading' && state.title?.hasVideos !== true;
  const size = useSize({ id, kind, isNeeded });
  return { state, size, keep: (wanted: Wanted) => void keep(wanted), cancel: () => running.current?.abort(), remove };
}

/** Returns what can be kept of a title, and how large that is; null until it's known. */
function useSize({ id, kind, isNeeded }: Pick<OfflineTitle, 'id' | 'kind'> & { isNeeded: boolean }): OfflineSize | null {
  const [size, setSize] = useState<OfflineSize | null>(null);
  useEffect(() => {
    if (!isNeeded) return undefined;
    let isCurrent = true;
    askSize({ id, kind }).then(
      (title) => isCurrent && setSize(title),
      (error: unknown) => console.warn('The size of an offline copy couldn’t be estimated.', error),
    );
    return () => {
      isCurrent = false;
    };
  }, [id, kind, isNeeded]);
  return size;
}

/** Returns about how many bytes the videos of a title need; null until it's known, and while nobody wants to know it. */
export function useVideoSize({ id, kind, isNeeded }: Pick<OfflineTitle, 'id' | 'kind'> & { isNeeded: boolean }): number | null {
  const [bytes, setBytes] = useState<number | null>(null);
  useEffect(() => {
    if (!isNeeded) return undefined;
    let isCurrent = true;
    askVideoSize({ id, kind }).then(
      (total) => isCurrent && setBytes(total),
      (error: unknown) => console.warn('The size of videos couldn’t be estimated.', error),
    );
    return () => {
      isCurrent = false;
    };
  }, [id, kind, isNeeded]);
  return bytes;
}
