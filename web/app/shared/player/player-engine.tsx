import {
  MediaControlBar,
  MediaController,
  MediaFullscreenButton,
  MediaLoadingIndicator,
  MediaMuteButton,
  MediaPipButton,
  MediaPlayButton,
  MediaTimeRange,
} from 'media-chrome/react';
import type { MediaController as MediaControllerElement } from 'media-chrome';
import { useEffect, useId, useRef, useState } from 'react';
import { attachStream, type AttachedStream, type Quality } from './attach-stream.ts';
import { readPosition, resumeAt, writePosition } from './resume-position.ts';
import { CaptionsButton, PlayingTime, RateChoice } from './player-controls.tsx';
import type { PlayerProps } from './player.tsx';
import { useViewer } from '../viewer.tsx';
import styles from './player.module.css';

/** How often a position is told while a video plays, in milliseconds of wall time. */
const TELL_MS = 10_000;
/**
 * The running player: HLS stream, captions as a sidecar track, speed (kept), quality, picture in
 * picture, full screen and the usual keys (space and k, j and l, arrows, m, c, f, p, < and >).
 */
export default function PlayerEngine(props: PlayerProps) {
  const { title, video, posterSecond, shape, durationSeconds, startSeconds, onPosition, onEnded } = props;
  const { playbackId, streamUrl } = video;
  const element = useRef<HTMLVideoElement>(null);
  const controller = useRef<MediaControllerElement>(null);
  const whole = useRef<HTMLDivElement>(null);
  const wholeId = useId();
  const controllerId = useId();
  const stream = useRef<AttachedStream>(null);
  const tell = useRef(onPosition);
  tell.current = onPosition;
  /** Where to begin: of the moment the player appeared, since its own reports change the prop. */
  const begin = useRef({ startSeconds, durationSeconds });
  const [qualities, setQualities] = useState<Quality[]>([]);
  const [failure, setFailure] = useState<string | null>(null);

  useEffect(() => {
    const media = element.current;
    if (media === null) return undefined;
    setFailure(null);
    let toldAt = Date.now();
    let toldSeconds = -1;
    const tellPosition = () => {
      const seconds = media.ended ? 0 : Math.floor(media.currentTime);
      if (seconds === toldSeconds) return;
      toldAt = Date.now();
      toldSeconds = seconds;
      writePosition(playbackId, seconds);
      tell.current?.(seconds);
    };
    const start = () => {
      const seconds = resumeAt(begin.current.startSeconds ?? readPosition(playbackId), begin.current.durationSeconds);
      if (seconds > 0) media.currentTime = seconds;
      media.play().catch(() => undefined); // The browser may want a press first; the play button stands there.
    };
    const tick = () => {
      if (!media.paused && Date.now() - toldAt > TELL_MS) tellPosition();
    };
    const hide = () => {
      if (document.visibilityState === 'hidden' && media.currentTime > 0) tellPosition();
    };
    media.addEventListener('loadedmetadata', start, { once: true });
    media.addEventListener('timeupdate', tick);
    media.addEventListener('pause', tellPosition);
    document.addEventListener('visibilitychange', hide);
    stream.current = attachStream(media, streamUrl, { onQualities: setQualities, onFailure: setFailure });
    return () => {
      if (media.currentTime > 0) tellPosition();
      media.removeEventListener('loadedmetadata', start);
      media.removeEventListener('timeupdate', tick);
      media.removeEventListener('pause', tellPosition);
      document.removeEventListener('visibilitychange', hide);
      stream.current?.detach();
      stream.current = null;
    };
  }, [playbackId, streamUrl]);

  const { viewer } = useViewer();
  const hasShortcuts = viewer?.settings?.hasShortcuts !== false;
  useEffect(() => {
    if (!hasShortcuts) return undefined;
    const box = whole.current;
    const media = controller.current;
    if (box === null || media === null) return undefined;
    const forwardKey = (event: KeyboardEvent) => {
      // The controller hears the keys inside it by itself; those of the bar below are handed on.
      if (media.contains(event.target as Node) || event.ctrlKey || event.metaKey || event.altKey) return;
      media.keyboardShortcutHandler(event);
    };
    box.addEventListener('keydown', forwardKey);
    return () => box.removeEventListener('keydown', forwardKey);
  }, [hasShortcuts]);

  return (
    <div className={styles.engine} id={wholeId} role="group" aria-label={title} ref={whole}>
      <MediaController
        ref={controller}
        id={controllerId}
        className={styles.controller}
        aria-label="Video"
        data-shape={shape}
        {...{
          fullscreenelement: wholeId,
          keyboardforwardseekoffset: 5,
          keyboardbackwardseekoffset: 5,
          noautohide: '',
          ...(!hasShortcuts && { nohotkeys: '' }),
        }}
      >
        <video
          ref={element}
          slot="media"
          playsInline
          preload="auto"
          poster={video.stillUrl(posterSecond)}
          crossOrigin="anonymous"
          onEnded={onEnded}
          aria-label={title}
        >
          {video.captionsUrl === null ? null : <track kind="captions" src={video.captionsUrl} srcLang="en" label="English" default />}
        </video>
        <MediaLoadingIndicator slot="centered-chrome" />
        {failure === null ? null : (
          <p className={styles.failure} slot="centered-chrome" role="alert">
            The video cannot be played right now. Reload the page, or choose another one.
          </p>
        )}
      </MediaController>
      <div className={styles.seek}>
        <MediaTimeRange {...{ mediacontroller: controllerId }} aria-label="Seek" />
      </div>
      <MediaControlBar className={styles.bar} {...{ mediacontroller: controllerId }}>
        <MediaPlayButton />
        <PlayingTime media={element} durationSeconds={durationSeconds} />
        <span className={styles.end}>
          <CaptionsButton media={element} />
          <RateChoice media={element} />
          {qualities.length > 1 ? (
            <select
              className={styles.choice}
              aria-label="Quality"
              defaultValue="auto"
              // media-chrome reads this attribute: these keys are the select's own.
              {...{ keysused: 'ArrowUp ArrowDown ArrowLeft ArrowRight Enter Space' }}
              onChange={(event) => stream.current?.chooseQuality(event.target.value === 'auto' ? null : Number(event.target.value))}
            >
              <option value="auto">Auto</option>
              {qualities.map((quality) => (
                <option key={quality.index} value={quality.index}>
                  {quality.label}
                </option>
              ))}
            </select>
          ) : null}
          <MediaMuteButton />
          <MediaPipButton />
          <MediaFullscreenButton />
        </span>
      </MediaControlBar>
    </div>
  );
}
