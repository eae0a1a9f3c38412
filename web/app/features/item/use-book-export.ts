import { useCallback, useEffect, useRef, useState } from 'react';
import { hasTabFlag, setTabFlag } from '../../shared/browser-storage.ts';

/** The server's response about an export. */
type ExportAnswer = {
  state: 'none' | 'queued' | 'running' | 'done' | 'failed';
  step?: number;
  stepCount?: number;
  label?: string;
  /** The number of exports ahead of it in the queue. */
  ahead?: number | null;
  reason?: string | null;
};

/** The state of a book's export on this page. */
export type BookExportState =
  | { phase: 'idle' }
  | { phase: 'queued'; ahead: number }
  | { phase: 'running'; step: number; stepCount: number; label: string }
  | { phase: 'ready'; isDownloading: boolean }
  | { phase: 'failed'; reason: string };

/** The interval in which progress is polled, in milliseconds. */
const pollMs = 2_000;

/** Maximum number of restarts if the book changes during the export. */
const maxStarts = 5;

const unreachable = 'We couldn’t reach the site. Check your connection and try again.';
const unknown = 'We couldn’t create this file. Try again in a moment.';

/**
 * Manages the export of a book as one kind of file. `start` starts it, polls its progress, and begins the download once when it's ready. A
 * reopened page finds the export that it started.
 */
export function useBookExport(fileUrl: string): { state: BookExportState; start: () => void } {
  const [state, setState] = useState<BookExportState>({ phase: 'idle' });
  const following = useRef<AbortController | null>(null);
  const name = fileUrl.slice(fileUrl.lastIndexOf('/') + 1);

  const follow = useCallback(
    (isResumed: boolean) => {
      following.current?.abort();
      const ending = new AbortController();
      following.current = ending;
      void followExport(`/api/book-exports/${name}`, { isResumed, signal: ending.signal, onState: setState }).then((outcome) => {
        if (ending.signal.aborted) return;
        setTabFlag('book-export', name, false);
        if (outcome === 'finished') location.assign(fileUrl);
      });
    },
    [fileUrl, name],
  );

  useEffect(() => {
    if (hasTabFlag('book-export', name)) follow(true);
    return () => following.current?.abort();
  }, [follow, name]);

  const start = useCallback(() => {
    setTabFlag('book-export', name, true);
    follow(false);
  }, [follow, name]);
  return { state, start };
}

/** Polls an export until it has ended. Resolves to `finished` when its download should begin. */
async function followExport(
  url: string,
  { isResumed, signal, onState }: { isResumed: boolean; signal: AbortSignal; onState: (state: BookExportState) => void },
): Promise<'finished' | 'over'> {
  if (!isResumed) onState({ phase: 'queued', ahead: 0 });
  let starts = 0;
  let method: 'GET' | 'POST' = isResumed ? 'GET' : 'POST';
  for (let isFirst = true; ; isFirst = false) {
    if (method === 'POST') starts += 1;
    const answer = await ask(url, method, signal);
    if (signal.aborted) return 'over';
    if (answer === null) {
      // Without a connection it can't be started; a running export continues meanwhile.
      if (method === 'POST') {
        onState({ phase: 'failed', reason: unreachable });
        return 'over';
      }
    } else {
      const next = stateOf(answer, isResumed && isFirst);
      if (next !== null) onState(next);
      if (next?.phase === 'ready') return next.isDownloading ? 'finished' : 'over';
      if (next?.phase === 'failed') return 'over';
      if (next === null && ((isResumed && isFirst) || starts >= maxStarts)) {
        onState(isResumed ? { phase: 'idle' } : { phase: 'failed', reason: unknown });
        return 'over';
      }
    }
    // The export of an older version is gone, because the book has changed.
    method = answer?.state === 'none' ? 'POST' : 'GET';
    if (method === 'GET') await pause(signal);
    if (signal.aborted) return 'over';
  }
}

/** Sends a request; resolves to null when there is no valid response. */
async function ask(url: string, method: 'GET' | 'POST', signal: AbortSignal): Promise<ExportAnswer | null> {
  try {
    const response = await fetch(url, { method, headers: { accept: 'application/json' }, signal });
    return (await response.json()) as ExportAnswer;
  } catch {
    return null;
  }
}

function stateOf({ state, step = 0, stepCount = 0, label = '', ahead, reason }: ExportAnswer, wasReady: boolean): BookExportState | null {
  switch (state) {
    case 'none':
      return null;
    case 'queued':
      return { phase: 'queued', ahead: ahead ?? 0 };
    case 'running':
      return { phase: 'running', step, stepCount, label };
    case 'done':
      return { phase: 'ready', isDownloading: !wasReady };
    case 'failed':
      return { phase: 'failed', reason: reason ?? unknown };
    default:
      return { phase: 'failed', reason: unknown };
  }
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, pollMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
