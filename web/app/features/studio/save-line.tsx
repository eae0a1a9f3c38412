import type { UploadCounts } from '@newline/editor/uploads/upload-queue.ts';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { useEffect, useState } from 'react';
import type { SaveState } from './autosave.ts';
import styles from './studio.module.css';

/** How the words stand to those on the server, in one line; read out when it changes, and not with every second. */
export function SaveLine({ state, isStored, uploads }: { state: SaveState; isStored: boolean; uploads: UploadCounts }) {
  const now = useSeconds(state.kind === 'saved');
  const missing = missingImages(uploads);
  return (
    <p className={`meta ${styles['save']}`} data-state={state.kind}>
      {state.kind === 'saved' && missing === '' && <ReturnMark />}
      <span role="status" className="sr">
        {spoken(state, isStored)}
        {missing}
      </span>
      <span aria-hidden="true">
        {shown(state, isStored, now)}
        {missing}
      </span>
    </p>
  );
}

/** What is not in the saved text. */
function missingImages({ pending, failed }: UploadCounts): string {
  if (pending > 0) return pending === 1 ? ', 1 image still uploading' : `, ${pending} images still uploading`;
  return failed === 0 ? '' : ', without an image that failed';
}

function shown(state: SaveState, isStored: boolean, now: number | null): string {
  return state.kind === 'saved' && now !== null ? `Saved ${agoWords(now - state.at)}` : spoken(state, isStored);
}

function spoken(state: SaveState, isStored: boolean): string {
  switch (state.kind) {
    case 'saved':
      return 'Saved';
    case 'dirty':
      return 'Not saved yet';
    case 'saving':
      return 'Saving…';
    case 'offline':
      return isStored ? 'Offline: saved on this device' : 'Offline: keep this page open';
    case 'signed-out':
      return isStored ? 'Signed out: saved on this device' : 'Signed out: keep this page open';
    case 'refused':
      return `Not saved: ${state.message}`;
    case 'conflict':
      return 'Not saved: someone else saved first';
  }
}

/** 'just now', '12 s ago', '3 min ago', 'at 14:05'. */
function agoWords(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 2) return 'just now';
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  return `${Math.floor(seconds / 86_400)} d ago`;
}

/** The present, second by second; null at first, because the server's is another. */
function useSeconds(isRunning: boolean): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    if (!isRunning) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}
