import { Button } from '@newline/ui/components/button';
import { iconButtonClass, IconButton } from '@newline/ui/components/icon-button';
import { Icon } from '@newline/ui/components/icon';
import { ArrowRight, Bookmark, Heart, type IconNode, MessageSquare, Share } from 'lucide';
import { type MouseEvent, type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { Link } from '../link.tsx';
import { Player } from '../player/player.tsx';
import type { OpenRequest } from '../discussions/open-request.ts';
import { videoSources } from '../player/video-sources.ts';
import type { Clip, ClipAction } from './clip.ts';
import styles from './clip-stage.module.css';

type Props = {
  ref: Ref<HTMLElement>;
  id: string;
  clip: Clip;
  isAutoplay: boolean;
  /** False when this is the only clip of its mode, so that there is no next video. */
  hasOthers: boolean;
  pending: ReadonlySet<string>;
  onToggle: (action: ClipAction) => void;
  onNext: () => void;
  onEnded?: (() => void) | undefined;
  onPosition?: ((clip: Clip, seconds: number) => void) | undefined;
  /** Renders the content below the clip, which may seek to a second of the video. */
  commentsOf?: ((clip: Clip, seek: (second: number) => void) => ReactNode) | undefined;
  /** Opens the comments next to the page; must be the same function in every render. */
  onComments?: ((request: OpenRequest) => void) | undefined;
  /** True to show discussions on the seek bar. */
  hasMarks: boolean;
  /** True on a clip's own page, where the stage is as high as the window. */
  fillsWindow: boolean;
};

/** The selected clip: its player, its actions, its source, and the next clip. */
export function ClipStage({
  ref,
  id,
  clip,
  isAutoplay,
  hasOthers,
  pending,
  onToggle,
  onNext,
  onEnded,
  onPosition,
  commentsOf,
  onComments,
  hasMarks,
  fillsWindow,
}: Props) {
  const video = videoSources(clip.videoUrl);
  const { target, seek, secondNow } = useSeek(clip.id);
  const linked = useLinkedSecond(clip.id);
  const shape = clip.isShort ? 'upright' : 'wide';
  return (
    <aside
      className={styles.stage}
      ref={ref}
      id={id}
      tabIndex={-1}
      aria-label="Selected clip"
      data-clip-id={clip.id}
      data-fills-window={fillsWindow || undefined}
    >
      <div className={styles.beside} data-shape={shape}>
        {video === null ? (
          <p className={styles.missing}>This video is not available.</p>
        ) : (
          <Player
            key={`${clip.id} ${target?.count ?? 0}`}
            title={clip.title}
            video={video}
            shape={shape}
            posterSecond={clip.thumbnailSeconds}
            durationSeconds={clip.durationSeconds}
            startSeconds={target?.second ?? linked ?? clip.positionSeconds}
            isAutoplay={isAutoplay || target !== null}
            onEnded={onEnded}
            clip={hasMarks && onComments ? { id: clip.id, count: clip.commentsCount, open: onComments } : undefined}
            onPosition={onPosition === undefined ? undefined : (seconds) => onPosition(clip, seconds)}
          />
        )}
        <div className={styles.rail} role="group" aria-label="Clip actions">
          <Toggle
            label="Like"
            icon={Heart}
            isOn={clip.likes.isOn}
            count={clip.likes.count}
            isPending={pending.has(`${clip.id}:like`)}
            onPress={() => onToggle('like')}
          />
          <CommentLink clip={clip} onOpen={onComments && (() => onComments(secondNow()))} />
          <Toggle
            label="Share"
            icon={Share}
            isOn={clip.shares.isOn}
            count={clip.shares.count}
            isPending={pending.has(`${clip.id}:share`)}
            onPress={() => onToggle('share')}
          />
          <Toggle
            label="Bookmark"
            icon={Bookmark}
            isOn={clip.isBookmarked}
            count={null}
            isPending={pending.has(`${clip.id}:bookmark`)}
            onPress={() => onToggle('bookmark')}
          />
        </div>
      </div>
      <div className={styles.under}>
        <h2 dir="auto">{clip.title}</h2>
        {clip.description === null ? null : <p dir="auto">{clip.description}</p>}
        <div className={styles.actions}>
          <Link className="more" to={clip.item.permalink} aria-label="Go To Course →">
            Go To Course <Icon of={ArrowRight} />
          </Link>
          <Button onClick={onNext} disabled={!hasOthers}>
            Next Video
          </Button>
        </div>
      </div>
      {commentsOf?.(clip, seek)}
    </aside>
  );
}

type ToggleProps = { label: string; icon: IconNode; isOn: boolean; count: number | null; isPending: boolean; onPress: () => void };

function Toggle({ label, icon, isOn, count, isPending, onPress }: ToggleProps) {
  const countId = useId();
  const button = useRef<HTMLSpanElement>(null);
  const hadFocus = useRef(false);
  // A disabled button loses the focus, so it's restored when the request is done.
  useEffect(() => {
    if (isPending || !hadFocus.current) return;
    hadFocus.current = false;
    if (document.activeElement === document.body) button.current?.querySelector('button')?.focus();
  }, [isPending]);
  const press = () => {
    hadFocus.current = button.current?.contains(document.activeElement) ?? false;
    onPress();
  };
  return (
    <span className={styles.control} ref={button}>
      <IconButton
        label={label}
        icon={icon}
        aria-pressed={isOn}
        disabled={isPending}
        onClick={press}
        {...(count !== null && { 'aria-describedby': countId })}
      />
      {count === null ? null : (
        <span className="num" id={countId}>
          {count.toLocaleString('en')}
        </span>
      )}
    </span>
  );
}

/** Opens the comments next to the page; without JavaScript, and in a new tab, it links to their page. */
function CommentLink({ clip, onOpen }: { clip: Clip; onOpen: (() => void) | undefined }) {
  const countId = useId();
  const open = (event: MouseEvent) => {
    if (!onOpen || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <span className={styles.control}>
      <Link
        className={iconButtonClass()}
        to={`/discussions?clip=${clip.id}`}
        aria-label="Comments"
        aria-describedby={countId}
        onClick={open}
      >
        <Icon of={MessageSquare} />
      </Link>
      <span className="num" id={countId}>
        {clip.commentsCount.toLocaleString('en')}
      </span>
    </span>
  );
}

/** Returns a function that seeks within the video: a loaded one jumps there, a new one starts there. */
function useSeek(clipId: string) {
  const [target, setTarget] = useState<{ clipId: string; second: number; count: number } | null>(null);
  const video = () => document.querySelector<HTMLVideoElement>(`[data-clip-id="${clipId}"] video`);
  const seek = (second: number) => {
    const media = video();
    if (media === null) return setTarget((current) => ({ clipId, second, count: (current?.count ?? 0) + 1 }));
    media.currentTime = second;
    media.play().catch(() => undefined); // The browser may require a press first; the play button is there for that.
  };
  const secondNow = () => {
    const media = video();
    return media !== null && media.currentTime > 0 ? { newFrom: { timecodeStart: Math.floor(media.currentTime) } } : {};
  };
  return { target: target?.clipId === clipId ? target : null, seek, secondNow };
}

/** Returns the second in the URL, such as `/clips/{id}?t=27`. It's read in the browser, because the page is cached for everyone. */
function useLinkedSecond(clipId: string): number | null {
  const [linked, setLinked] = useState<{ clipId: string; second: number } | null>(null);
  const { pathname, search } = useLocation();
  useEffect(() => {
    const second = new URLSearchParams(search).get('t') ?? '';
    if (pathname !== `/clips/${clipId}` || !/^\d{1,6}$/.test(second)) return;
    setLinked({ clipId, second: Number(second) });
    // A link to another second of the video that is playing.
    const media = document.querySelector<HTMLVideoElement>(`[data-clip-id="${clipId}"] video`);
    if (media !== null) media.currentTime = Number(second);
  }, [clipId, pathname, search]);
  return linked?.clipId === clipId ? linked.second : null;
}
