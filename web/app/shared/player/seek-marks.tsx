import { shortcutKey } from '@newline/ui/shortcut-key';
import { Icon } from '@newline/ui/components/icon';
import { MessageSquarePlus } from 'lucide';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { isWriting } from '../shortcuts/is-writing.ts';
import { formatDuration } from '../format-duration.ts';
import { groupSeekMarks, type PlayerComments, type SeekGroup } from './player-comments.ts';
import styles from './seek-marks.module.css';

type Props = { media: RefObject<HTMLVideoElement | null>; comments: PlayerComments };

/** The minimum width for a pointer or finger, in pixels. */
const markWidthPx = 24;

/** The keys that the button handles itself; media-chrome reads this attribute. */
const ownKeys = { keysused: 'Enter Space' };

/** Ticks on the seek bar for discussions. Pressing one seeks to the second and opens the discussion. */
export function SeekMarks({ media, durationSeconds, comments }: Props & { durationSeconds: number | null }) {
  const bar = useRef<HTMLDivElement>(null);
  const [lengthPx, setLengthPx] = useState(0);
  const [playedSeconds, setPlayedSeconds] = useState<number | null>(null);
  /** How often the same group was pressed: its discussions are opened one after the other. */
  const [lastPress, setLastPress] = useState({ second: -1, count: 0 });
  useEffect(() => {
    const element = bar.current;
    const video = media.current;
    if (element === null || video === null) return undefined;
    const observer = new ResizeObserver(([entry]) => setLengthPx(entry?.contentRect.width ?? 0));
    observer.observe(element);
    const read = () => setPlayedSeconds(Number.isFinite(video.duration) && video.duration > 0 ? video.duration : null);
    read();
    video.addEventListener('durationchange', read);
    return () => {
      observer.disconnect();
      video.removeEventListener('durationchange', read);
    };
  }, [media]);
  const duration = playedSeconds ?? durationSeconds;
  const groups = duration === null || lengthPx === 0 ? [] : groupSeekMarks(comments.marks, duration, lengthPx, markWidthPx);
  const open = ({ marks, second }: SeekGroup) => {
    const count = lastPress.second === second ? lastPress.count + 1 : 0;
    const mark = marks[count % marks.length];
    if (!mark) return;
    setLastPress({ second, count });
    goTo(media.current, mark.second);
    comments.onOpen(mark.discussionId);
  };
  return (
    <div className={styles.bar} ref={bar} role="group" aria-label="Comments on the video">
      {groups.map((group) => (
        <button
          key={group.second}
          type="button"
          className={styles.mark}
          style={{ left: `${(Math.min(group.second, duration ?? 0) / (duration ?? 1)) * 100}%` }}
          aria-label={nameOf(group)}
          title={group.marks[0]?.excerpt}
          onClick={() => open(group)}
          {...ownKeys}
        />
      ))}
    </div>
  );
}

function goTo(video: HTMLVideoElement | null, second: number): void {
  if (video !== null) video.currentTime = second;
}

function nameOf({ marks, second, lastSecond }: SeekGroup): string {
  const count = marks.reduce((sum, { commentsCount }) => sum + commentsCount, 0);
  const countLabel = `${count.toLocaleString('en')} ${count === 1 ? 'comment' : 'comments'}`;
  const [from, to] = [formatDuration(second), formatDuration(lastSecond)];
  const location = from === to ? `at ${from}` : `from ${from} to ${to}`;
  return marks.length === 1 ? `${countLabel} ${location}` : `${countLabel} in ${marks.length} discussions ${location}`;
}

/** Starts a comment on the current second and pauses the video. The n key does the same unless the user is typing. */
export function CommentButton({ media, comments, hasKey }: Props & { hasKey: boolean }) {
  const begin = useRef<() => void>(() => undefined);
  begin.current = () => {
    const video = media.current;
    if (video === null) return;
    video.pause();
    comments.onComment(Math.floor(video.currentTime));
  };
  useEffect(() => {
    if (!hasKey) return undefined;
    const press = (event: KeyboardEvent) => {
      const isIgnored = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isWriting(event.target);
      if (shortcutKey(event) !== 'n' || isIgnored) return;
      event.preventDefault();
      begin.current();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [hasKey]);
  return (
    <button
      type="button"
      className={styles.comment}
      aria-label="Comment at this second"
      aria-keyshortcuts={hasKey ? 'n' : undefined}
      onClick={() => begin.current()}
      {...ownKeys}
    >
      <Icon of={MessageSquarePlus} />
    </button>
  );
}
