import { Button } from '@newline/ui/components/button';
import { iconButtonClass, IconButton } from '@newline/ui/components/icon-button';
import { Icon } from '@newline/ui/components/icon';
import { ArrowRight, Bookmark, Heart, type LucideIcon, MessageSquare, Share } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useId, useRef } from 'react';
import { Link } from 'react-router';
import { Player } from '../../shared/player/player.tsx';
import { videoSources } from '../../shared/player/video-sources.ts';
import type { Clip, ClipAction } from './clip.ts';
import styles from './clip-stage.module.css';

type Props = {
  ref: Ref<HTMLElement>;
  clip: Clip;
  isAutoplay: boolean;
  /** False when the mode has this one clip only: then there is no next video. */
  hasOthers: boolean;
  pending: ReadonlySet<string>;
  onToggle: (action: ClipAction) => void;
  onNext: () => void;
  onEnded?: (() => void) | undefined;
  onPosition?: ((clip: Clip, seconds: number) => void) | undefined;
  comments: ReactNode;
};

/** The chosen clip: its player, what one can do with it, where it comes from and the next one. */
export function ClipStage({ ref, clip, isAutoplay, hasOthers, pending, onToggle, onNext, onEnded, onPosition, comments }: Props) {
  const video = videoSources(clip.videoUrl);
  return (
    <aside className={styles.stage} ref={ref} aria-label="Chosen clip" data-clip-id={clip.id}>
      <div className={styles.beside}>
        {video === null ? (
          <p className={styles.missing}>This video is not available.</p>
        ) : (
          <Player
            key={clip.id}
            title={clip.title}
            video={video}
            shape={clip.isShort ? 'upright' : 'wide'}
            posterSecond={clip.thumbnailSeconds}
            durationSeconds={clip.durationSeconds}
            startSeconds={clip.positionSeconds}
            isAutoplay={isAutoplay}
            onEnded={onEnded}
            onPosition={onPosition === undefined ? undefined : (seconds) => onPosition(clip, seconds)}
          />
        )}
        <div className={styles.rail} role="group" aria-label="What to do with this clip">
          <Toggle
            label="Like"
            icon={Heart}
            isOn={clip.likes.isOn}
            count={clip.likes.count}
            isPending={pending.has(`${clip.id}:like`)}
            onPress={() => onToggle('like')}
          />
          <CommentLink clip={clip} />
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
        <h2>{clip.title}</h2>
        {clip.description === null ? null : <p>{clip.description}</p>}
        <div className={styles.actions}>
          <Link className="more" to={clip.item.permalink} aria-label="Go To Course →">
            Go To Course <ArrowRight className="icon" aria-hidden="true" />
          </Link>
          <Button onClick={onNext} disabled={!hasOthers}>
            Next Video
          </Button>
        </div>
      </div>
      {comments}
    </aside>
  );
}

type ToggleProps = { label: string; icon: LucideIcon; isOn: boolean; count: number | null; isPending: boolean; onPress: () => void };

function Toggle({ label, icon, isOn, count, isPending, onPress }: ToggleProps) {
  const countId = useId();
  const button = useRef<HTMLSpanElement>(null);
  const hadFocus = useRef(false);
  // A disabled button loses the keyboard's place; give it back when the request is done.
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

function CommentLink({ clip }: { clip: Clip }) {
  const countId = useId();
  return (
    <span className={styles.control}>
      {clip.discussionId === null ? (
        <IconButton label="Comments" icon={MessageSquare} aria-describedby={countId} disabled />
      ) : (
        <Link className={iconButtonClass()} to={`/discussions/${clip.discussionId}`} aria-label="Comments" aria-describedby={countId}>
          <Icon of={MessageSquare} />
        </Link>
      )}
      <span className="num" id={countId}>
        {clip.commentsCount.toLocaleString('en')}
      </span>
    </span>
  );
}
