import { Icon } from '@newline/ui/components/icon';
import { Play } from 'lucide';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { lazyComponent } from '../lazy-component.ts';
import { SafeImage } from '../safe-image.tsx';
import type { ClipSeconds, PlayerComments } from './player-comments.ts';
import type { VideoSources } from './video-sources.ts';
import { WaitingControls } from './waiting-controls.tsx';
import styles from './player.module.css';

const PlayerEngine = lazyComponent(() => import('./player-engine.tsx').then((module) => module.default));

/** The props of the player. */
export type PlayerProps = {
  /** The accessible name of the player. */
  title: string;
  video: VideoSources;
  /** The second of the still shown before the first play; null for the poster that the author chose. */
  posterSecond: number | null;
  durationSeconds: number | null;
  /** Portrait (9:16) or landscape (16:9). */
  shape: 'upright' | 'wide';
  /** The initial second, from the user's account; null when unknown. */
  startSeconds: number | null;
  /** True to play when mounted, after a press on 'Next Video'. */
  isAutoplay: boolean;
  /** Called when the position should be stored: on pause, on leaving and every ten seconds. */
  onPosition?: ((seconds: number) => void) | undefined;
  /** Requests the video's sources with a new access token when the old one has expired; null when the video may not be played anymore. */
  onRenew?: (() => Promise<VideoSources | null>) | undefined;
  /** Returns the URL of this page at a second; without it, the copy button is hidden. */
  addressAt?: ((seconds: number) => string) | undefined;
  /** Called when the video has ended. */
  onEnded?: (() => void) | undefined;
  /** Discussions on its seconds and the function that starts one; without them, the player has neither. */
  comments?: PlayerComments | undefined;
  /** Instead of comments: a clip whose discussions the player loads. */
  clip?: ClipSeconds | undefined;
};

/**
 * A video with a poster and a play button. The engine (HLS, controls, captions) is only loaded on the first play, so a page with a player
 * costs no more than one with an image.
 */
export function Player(props: PlayerProps) {
  const { video, title, shape, isAutoplay } = props;
  const [isStarted, setIsStarted] = useState(isAutoplay);
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => setIsHydrated(true), []);
  return (
    <div className={styles.player} data-shape={shape} data-playback-id={video.playbackId}>
      {isStarted ? (
        <Suspense fallback={<Still {...props} isHydrated={false} isBusy />}>
          <PlayerEngine {...props} />
        </Suspense>
      ) : (
        <Still {...props} isHydrated={isHydrated}>
          <button
            type="button"
            className={styles.play}
            aria-label={`Play ${title}`}
            disabled={!isHydrated}
            onClick={() => setIsStarted(true)}
          >
            <Icon of={Play} />
          </button>
        </Still>
      )}
    </div>
  );
}

/** The image before the first play, above the controls that work already. */
function Still({
  video,
  shape,
  posterSecond,
  durationSeconds,
  isHydrated,
  isBusy = false,
  children,
}: PlayerProps & { isHydrated: boolean; isBusy?: boolean; children?: ReactNode }) {
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
      <WaitingControls captionsUrl={video.captionsUrl} durationSeconds={durationSeconds} isHydrated={isHydrated} />
    </>
  );
}
