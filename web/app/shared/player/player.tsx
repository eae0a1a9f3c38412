import { Play } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { SafeImage } from '../safe-image.tsx';
import { formatDuration } from '../format-duration.ts';
import type { VideoSources } from './video-sources.ts';
import styles from './player.module.css';

const PlayerEngine = lazy(() => import('./player-engine.tsx'));

/** What the player needs to know, and what it tells. */
export type PlayerProps = {
  /** Shown to screen readers as the name of the player. */
  title: string;
  video: VideoSources;
  /** Second of the still that stands there before the first play. */
  posterSecond: number;
  durationSeconds: number | null;
  /** Upright (9:16) or wide (16:9). */
  shape: 'upright' | 'wide';
  /** Second to start at, from the person's account; null when none is known. */
  startSeconds: number | null;
  /** True to play as soon as it is shown, after a press on 'Next Video'. */
  isAutoplay: boolean;
  /** Called when the position is worth keeping: on pause, on leaving and every ten seconds. */
  onPosition?: ((seconds: number) => void) | undefined;
  /** Called when the video ran to its end. */
  onEnded?: (() => void) | undefined;
};

/**
 * A video with a poster and a play button. The engine (HLS, controls, captions) is fetched on the first
 * play and not before: a page with a player costs no more than a page with a picture.
 */
export function Player(props: PlayerProps) {
  const { video, title, shape, posterSecond, durationSeconds, isAutoplay } = props;
  const [isStarted, setIsStarted] = useState(isAutoplay);
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => setIsHydrated(true), []);
  const poster = (
    <SafeImage className={styles.poster} src={video.stillUrl(posterSecond)} alt="" width={540} height={shape === 'upright' ? 864 : 304} />
  );
  return (
    <div className={styles.player} data-shape={shape} data-playback-id={video.playbackId}>
      {isStarted ? (
        <Suspense
          fallback={
            <div className={styles.frame}>
              {poster}
              <span className="sr" role="status">
                Loading...
              </span>
            </div>
          }
        >
          <PlayerEngine {...props} />
        </Suspense>
      ) : (
        <div className={styles.frame}>
          {poster}
          <button
            type="button"
            className={styles.play}
            aria-label={`Play ${title}`}
            disabled={!isHydrated}
            onClick={() => setIsStarted(true)}
          >
            <Play aria-hidden="true" />
          </button>
          {durationSeconds === null ? null : <time className={styles.time}>{formatDuration(durationSeconds)}</time>}
        </div>
      )}
    </div>
  );
}
