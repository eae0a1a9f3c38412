import { useEffect, useRef } from 'react';
import { type ImportChoice, keepChoice } from './import-state.ts';

/** The time without a change after which the outline is saved, in milliseconds. */
const keepMs = 600;

/** Keeps on the server how the author arranges an import, so that it's there when the page is opened again. */
export function useSavedChoice(id: string, choice: ImportChoice): void {
  const written = JSON.stringify({ id, ...choice });
  const latest = useRef(written);
  const saved = useRef(written);
  latest.current = written;
  useEffect(() => {
    const timer = setTimeout(() => keep(saved, latest.current), keepMs);
    return () => clearTimeout(timer);
  }, [written]);
  useEffect(() => {
    const handleLeave = () => keep(saved, latest.current);
    window.addEventListener('pagehide', handleLeave);
    return () => {
      window.removeEventListener('pagehide', handleLeave);
      handleLeave();
    };
  }, []);
}

function keep(saved: { current: string }, written: string): void {
  if (saved.current === written) return;
  saved.current = written;
  // Without a connection, or with a title that's still empty, the next change tries again.
  void keepChoice(written).catch(() => undefined);
}
