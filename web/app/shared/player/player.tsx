import { Play } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { lazyComponent } from '../lazy-component.ts';
import { SafeImage } from '../safe-image.tsx';
import { formatDuration } from '../format-duration.ts';
import type { ClipSeconds, PlayerComments } from './player-comments.ts';
import type { VideoSources } from './video-sources.ts';
import styles from './player.module.css';

const PlayerEngine = lazyComponent(() => import('./player-engine.tsx').then((module) => module.default));

/** What the player needs to know, and what it tells. */
export type PlayerProps = {
  /** Shown to screen readers as the name of the player. */
  title: string;
  video: VideoSources;
  /** Second of the still that stands there before the first play; null for the poster that its author chose. */
  posterSecond: number | null;
  durationSeconds: number | null;
  /** Upright (9:16) or wide (16:9). */
  shape: 'upright' | 'wide';
  /** Second to start at, from the person's account; null when none is known. */
  startSeconds: number | null;
  /** True to play as soon as it is shown, after a press on 'Next Video'. */
  isAutoplay: boolean;
  /** Called when the position is worth keeping: on pause, on leaving and every ten seconds. */
  onPosition?: ((seconds: number) => void) | undefined;
  /** Asks for the video's sources with a new pass, when the old one is over; null when it may not be played any more. */
  onRenew?: (() => Promise<VideoSources | null>) | undefined;
  /** The address of this page at a second, to copy; without it there is no such button. */
  addressAt?: ((seconds: number) => string) | undefined;
  /** Called when the video ran to its end. */
  onEnded?: (() => void) | undefined;
  /** Discussions on its seconds, and how one is begun; without, the player has neither. */
  comments?: PlayerComments | undefined;
  /** Instead of comments: a clip, whose discussions the running player asks for. */
  clip?: ClipSeconds | undefined;
};

/**
 * A video with a poster and a play button. The engine (HLS, controls, captions) is fetched on the first
 * play and not before: a page with a player costs no more than a page with a picture.
 */
export function Player(props: PlayerProps) {
  const { video, title, shape, isAutoplay } = props;
  const [isStarted, setIsStarted] = useState(isAutoplay);
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => setIsHydrated(true), []);
  return (
    <div className={styles.player} data-shape={shape} data-playback-id={video.playbackId}>
      {isStarted ? (
        <Suspense fallback={<Still {...props} isBusy />}>
          <PlayerEngine {...props} />
        </Suspense>
      ) : (
        <Still {...props}>
          <button
            type="button"
            className={styles.play}
            aria-label={`Play ${title}`}
            disabled={!isHydrated}
            onClick={() => setIsStarted(true)}
          >
            <Play aria-hidden="true" />
          </button>
        </Still>
      )}
    </div>
  );
}

/** The picture before the first play, with the place that the controls will take. */
function Still({
  video,
  shape,
  posterSecond,
  durationSeconds,
  isBusy = false,
  children,
}: PlayerProps & { isBusy?: boolean; children?: ReactNode }) {
  return (
    <>
      <div className={styles.frame}>
        <SafeImage
          className={styles.poster}
          src={posterSecond === null ? video.posterUrl : video.stillUrl(posterSecond)}
          alt=""
          width={540}
          height={shape === 'upright' ? 864 : 304}
        />
        {children}
        {isBusy ? (
          <span className="sr" role="status">
            Loading...
          </span>
        ) : null}
      </div>
      <div className={styles.waiting}>{durationSeconds === null ? '0:00' : `0:00 / ${formatDuration(durationSeconds)}`}</div>
    </>
  );
}
