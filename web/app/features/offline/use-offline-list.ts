import { useCallback, useEffect, useState } from 'react';
import { readSession, setStorageOwner } from '../../shared/browser-storage.ts';
import { checkOffline } from '../../shared/offline/check-offline.ts';
import {
  canKeepOffline,
  listOffline,
  offlineReader,
  type OfflineTitle,
  readableUntil,
  readContact,
  removeAllOffline,
  removeOffline,
} from '../../shared/offline/offline-titles.ts';
import { startWorker, storageLeft } from '../../shared/offline/start-worker.ts';
import { useViewer } from '../../shared/viewer.tsx';

/** What this browser keeps for its reader. */
export type OfflineList =
  | { readonly phase: 'reading' | 'unsupported' | 'failed' }
  | {
      readonly phase: 'ready';
      readonly titles: readonly OfflineTitle[];
      /** Until when they can be read without a connection, in milliseconds. */
      readonly until: number;
      readonly bytesLeft: number | null;
    };

/** Reads and changes the list. While the site can be reached, it's asked first what may still be kept. */
export function useOfflineList() {
  const [list, setList] = useState<OfflineList>({ phase: 'reading' });
  const [isReachable, setReachable] = useState(true);
  const { isKnown, reload } = useViewer();

  const read = useCallback(async () => {
    try {
      setList(await readList());
    } catch (error) {
      console.warn('What is kept offline couldn’t be read.', error);
      setList({ phase: 'failed' });
    }
  }, []);

  useEffect(() => {
    if (!canKeepOffline()) return setList({ phase: 'unsupported' });
    // The page asks who reads it, too; its answer comes first.
    if (!isKnown) return void read();
    const check = async () => {
      await read();
      const isAnswered = await reload().then(
        () => true,
        () => false,
      );
      setReachable(isAnswered);
      if (isAnswered) await checkOffline({ isForced: true });
      // The page itself contains nobody: without the site, it's that of the reader whom the site confirmed last.
      else await restoreOwner();
      await read();
    };
    const listen = () => void check();
    listen();
    addEventListener('online', listen);
    addEventListener('offline', listen);
    return () => {
      removeEventListener('online', listen);
      removeEventListener('offline', listen);
    };
  }, [isKnown, read, reload]);

  // The list itself opens offline only with the worker, which the browser may have removed.
  const hasTitles = list.phase === 'ready' && list.titles.length > 0;
  useEffect(() => {
    if (hasTitles) startWorker().catch((error: unknown) => console.warn('The worker couldn’t be started.', error));
  }, [hasTitles]);

  const remove = async (title: OfflineTitle) => {
    await removeOffline(title);
    await read();
  };
  const removeAll = async () => {
    await removeAllOffline();
    await read();
  };
  return { list, isReachable, remove, removeAll };
}

async function restoreOwner(): Promise<void> {
  const reader = await offlineReader();
  if (reader !== null && reader === readSession().userId) setStorageOwner(reader);
}

async function readList(): Promise<OfflineList> {
  const reader = await offlineReader();
  const contact = await readContact();
  const [titles, bytesLeft] = await Promise.all([reader === null ? [] : listOffline(reader), storageLeft()]);
  return { phase: 'ready', titles, until: contact === null ? Date.now() : readableUntil(contact), bytesLeft };
}
