import { shortcutKey } from '@newline/ui/shortcut-key';
import { Icon } from '@newline/ui/components/icon';
import { type IconNode, MessageSquarePlus, NotebookPen } from 'lucide';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { isWriting } from '../shortcuts/is-writing.ts';
import { groupSeekMarks, nameOf, type PlayerComments, type SeekGroup } from './player-comments.ts';
import styles from './seek-marks.module.css';

type Props = { media: RefObject<HTMLVideoElement | null>; comments: PlayerComments };

/** The minimum width for a pointer or finger, in pixels. */
const markWidthPx = 24;

/** The keys that the button handles itself; media-chrome reads this attribute. */
const ownKeys = { keysused: 'Enter Space' };

/** Ticks on the seek bar for discussions and notes. Pressing one seeks to the second and opens it. */
export function SeekMarks({ media, durationSeconds, comments }: Props & { durationSeconds: number | null }) {
  const bar = useRef<HTMLDivElement>(null);
  const [lengthPx, setLengthPx] = useState(0);
  const [playedSeconds, setPlayedSeconds] = useState<number | null>(null);
  /** How often the same group was pressed: what it has is opened one after the other. */
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
    comments.onOpen(mark);
  };
  const hasNotes = comments.marks.some((mark) => 'noteId' in mark);
  return (
    <div className={styles.bar} ref={bar} role="group" aria-label={hasNotes ? 'Comments and notes on the video' : 'Comments on the video'}>
      {groups.map((group) => (
        <button
          key={group.second}
          type="button"
          className={styles.mark}
          data-note={group.marks.every((mark) => 'noteId' in mark) ? '' : undefined}
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

/** Starts a comment on the current second and pauses the video. The n key does the same unless the user is typing. */
export function CommentButton({ media, comments, hasKey }: Props & { hasKey: boolean }) {
  return (
    <SecondButton
      media={media}
      label="Comment at this second"
      icon={MessageSquarePlus}
      shortcut="n"
      hasKey={hasKey}
      onPress={comments.onComment}
    />
  );
}

/** Starts a note on the current second and pauses the video, as the w key does. Only for users who can have notes. */
export function NoteButton({ media, comments: { onNote }, hasKey }: Props & { hasKey: boolean }) {
  return (
    onNote && (
      <SecondButton media={media} label="Write a note at this second" icon={NotebookPen} shortcut="w" hasKey={hasKey} onPress={onNote} />
    )
  );
}

type SecondProps = Pick<Props, 'media'> & {
  label: string;
  icon: IconNode;
  /** The key that does the same. */
  shortcut: string;
  hasKey: boolean;
  onPress: (second: number) => void;
};

function SecondButton({ media, label, icon, shortcut, hasKey, onPress }: SecondProps) {
  const begin = useRef<() => void>(() => undefined);
  begin.current = () => {
    const video = media.current;
    if (video === null) return;
    video.pause();
    onPress(Math.floor(video.currentTime));
  };
  useEffect(() => {
    if (!hasKey) return undefined;
    const press = (event: KeyboardEvent) => {
      const isIgnored = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isWriting(event.target);
      if (shortcutKey(event) !== shortcut || isIgnored) return;
      event.preventDefault();
      begin.current();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [hasKey, shortcut]);
  return (
    <button
      type="button"
      className={styles.comment}
      aria-label={label}
      aria-keyshortcuts={hasKey ? shortcut : undefined}
      onClick={() => begin.current()}
      {...ownKeys}
    >
      <Icon of={icon} />
    </button>
  );
}
