import { useCallback, useEffect, useRef, useState } from 'react';
import { sentenceOf } from '../../shared/form/explain-failure.ts';
import { useLeaveGuard } from '../../shared/upload/leave-guard.ts';
import { discardImport, type ImportStart, type ImportState, readImport, startImport, uploadArchive } from './import-state.ts';

/** The interval in which progress is polled, in milliseconds. */
const pollMs = 1_500;

/** Whether a job works on an import, or will soon. */
export function isUnderWay({ state }: ImportState): boolean {
  return state === 'receiving' || state === 'queued' || state === 'running';
}

/** The user's import: found again when the page is opened, and followed while a job works on it. */
export function useImport() {
  const [current, setCurrent] = useState<ImportState | null>(null);
  const [isSending, setIsSending] = useState(false);
  /** The part of the archive that was sent, from 0 to 1; null while none is sent. */
  const [sentPart, setSentPart] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const guard = useLeaveGuard();
  const polling = useRef<AbortController | null>(null);

  const follow = useCallback(() => {
    polling.current?.abort();
    const ending = new AbortController();
    polling.current = ending;
    const poll = async () => {
      // Without a connection, the next poll tries again.
      const own = await readImport(ending.signal).catch(() => undefined);
      if (ending.signal.aborted) return;
      if (own !== undefined) setCurrent(own);
      if (own === undefined || (own !== null && isUnderWay(own))) setTimeout(() => !ending.signal.aborted && void poll(), pollMs);
    };
    void poll();
  }, []);

  useEffect(() => {
    follow();
    return () => polling.current?.abort();
  }, [follow]);

  const run = async (request: () => Promise<ImportState | null>): Promise<void> => {
    polling.current?.abort();
    setIsSending(true);
    setError(null);
    try {
      setCurrent(await request());
    } catch (failure) {
      setError(sentenceOf(failure));
    }
    setIsSending(false);
    follow();
  };

  return {
    current,
    isSending,
    sentPart,
    error,
    setError,
    upload: async (archive: File, into: string) => {
      const end = guard.begin();
      setSentPart(0);
      await run(() => uploadArchive(archive, into, setSentPart));
      setSentPart(null);
      end();
    },
    start: (start: ImportStart) => run(() => startImport(start)),
    discard: () => run(discardImport),
  };
}
