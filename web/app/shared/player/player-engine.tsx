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
import { CommentButton, NoteButton, SeekMarks } from './seek-marks.tsx';
import { CaptionsButton, PlayingTime, RateChoice } from './player-controls.tsx';
import { captionsAtStart } from './player-choices.tsx';
import type { PlayerProps } from './player.tsx';
import { useShortcuts } from '../shortcuts/use-shortcuts.ts';
import { CopyAddressButton } from './copy-address-button.tsx';
import { useClipComments } from './use-clip-comments.ts';
import { usePlayerKeys } from './use-player-keys.ts';
import { useTracks } from './use-tracks.ts';
import styles from './player.module.css';

/** How often the position is reported during playback, in milliseconds of wall-clock time. */
const reportIntervalMs = 10_000;
/** If a new access token is refused within this time, in milliseconds, no other one is requested. */
const renewMs = 10_000;
/**
 * The running player: HLS stream, captions as sidecar tracks, speed (remembered), quality, picture-in-picture, full screen and the usual
 * keys (space and k, j and l, arrows, digits, m, c, f, p, < and >). When the access token in the stream's URL has expired, it requests a
 * new one and continues at the same second.
 */
export default function PlayerEngine(props: PlayerProps) {
  const { title, video, posterSecond, shape, durationSeconds, startSeconds, onPosition, onRenew, addressAt, onEnded } = props;
  const ofClip = useClipComments(props.clip);
  const comments = props.comments ?? ofClip;
  const { playbackId, streamUrl } = video;
  const element = useRef<HTMLVideoElement>(null);
  const controller = useRef<MediaControllerElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const wholeId = useId();
  const controllerId = useId();
  const stream = useRef<AttachedStream>(null);
  const tell = useRef(onPosition);
  tell.current = onPosition;
  const renew = useRef(onRenew);
  renew.current = onRenew;
  /** The initial position. It's stored when the player is mounted, because its own reports change the prop. */
  const begin = useRef({ startSeconds, durationSeconds });
  const [qualities, setQualities] = useState<Quality[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const tracks = useTracks(video.captionsUrl);
  const firstShown = captionsAtStart(tracks.captions.map(({ language }) => language));

  useEffect(() => {
    const media = element.current;
    if (media === null) return undefined;
    setFailure(null);
    let reportedAt = Date.now();
    let reportedSeconds = -1;
    const reportPosition = () => {
      const seconds = media.ended ? 0 : Math.floor(media.currentTime);
      if (seconds === reportedSeconds) return;
      reportedAt = Date.now();
      reportedSeconds = seconds;
      writePosition(playbackId, seconds);
      tell.current?.(seconds);
    };
    const start = () => {
      const seconds = resumeAt(begin.current.startSeconds ?? readPosition(playbackId), begin.current.durationSeconds);
      if (seconds > 0) media.currentTime = seconds;
      media.play().catch(() => undefined); // The browser may require a press first; the play button is there for that.
    };
    const tick = () => {
      if (!media.paused && Date.now() - reportedAt > reportIntervalMs) reportPosition();
    };
    const hide = () => {
      if (document.visibilityState === 'hidden' && media.currentTime > 0) reportPosition();
    };
    media.addEventListener('loadedmetadata', start, { once: true });
    media.addEventListener('timeupdate', tick);
    media.addEventListener('pause', reportPosition);
    document.addEventListener('visibilitychange', hide);
    let isRenewing = false;
    let renewedAt = Number.NEGATIVE_INFINITY;
    const askForPass = async () => {
      if (isRenewing) return;
      // Refused again immediately: the access token isn't the reason.
      if (!renew.current || Date.now() - renewedAt < renewMs) return setFailure('The stream was refused.');
      isRenewing = true;
      renewedAt = Date.now();
      try {
        const renewed = await renew.current();
        if (renewed === null) setFailure('The stream was refused.');
        else stream.current?.changeAddress(renewed.streamUrl);
      } catch (error) {
        console.error('The signed URL of the video could not be renewed.', error);
        setFailure('The signed URL could not be renewed.');
      } finally {
        isRenewing = false;
      }
    };
    stream.current = attachStream(media, streamUrl, {
      onQualities: setQualities,
      onRefused: () => void askForPass(),
      onFailure: setFailure,
    });
    return () => {
      if (media.currentTime > 0) reportPosition();
      media.removeEventListener('loadedmetadata', start);
      media.removeEventListener('timeupdate', tick);
      media.removeEventListener('pause', reportPosition);
      document.removeEventListener('visibilitychange', hide);
      stream.current?.detach();
      stream.current = null;
    };
  }, [playbackId, streamUrl]);

  const { isOn: hasShortcuts } = useShortcuts();
  usePlayerKeys({ container, controller, media: element, isOn: hasShortcuts });

  return (
    <div className={styles.engine} id={wholeId} role="group" aria-label={title} ref={container}>
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
          // The page has its own list of shortcuts.
          hotkeys: 'noshift+/',
          ...(!hasShortcuts && { nohotkeys: '' }),
        }}
      >
        <video
          ref={element}
          slot="media"
          playsInline
          preload="auto"
          poster={posterSecond === null ? video.posterUrl : video.stillUrl(posterSecond)}
          crossOrigin="anonymous"
          onEnded={onEnded}
          aria-label={title}
        >
          {tracks.captions.map(({ language, label, url }, index) => (
            <track key={url} kind="captions" src={url} srcLang={language} label={label} default={index === firstShown} />
          ))}
          {tracks.storyboardUrl === null ? null : (
            <track key={tracks.storyboardUrl} kind="metadata" label="thumbnails" src={tracks.storyboardUrl} default />
          )}
        </video>
        <MediaLoadingIndicator slot="centered-chrome" />
        {failure === null ? null : (
          <p className={styles.failure} slot="centered-chrome" role="alert">
            This video can’t be played right now. Reload the page, or choose another video.
          </p>
        )}
      </MediaController>
      <div className={styles.seek}>
        <MediaTimeRange {...{ mediacontroller: controllerId }} aria-label="Seek" />
        {comments && <SeekMarks media={element} durationSeconds={durationSeconds} comments={comments} />}
      </div>
      <MediaControlBar className={styles.bar} {...{ mediacontroller: controllerId }}>
        <MediaPlayButton />
        <PlayingTime media={element} durationSeconds={durationSeconds} />
        <span className={styles.end}>
          {comments && <CommentButton media={element} comments={comments} hasKey={hasShortcuts} />}
          {comments && <NoteButton media={element} comments={comments} hasKey={hasShortcuts} />}
          <CaptionsButton media={element} />
          <RateChoice media={element} />
          {qualities.length > 1 ? (
            <select
              className={styles.choice}
              aria-label="Quality"
              defaultValue="auto"
              // media-chrome reads this attribute: the select handles these keys itself.
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
          {addressAt && <CopyAddressButton media={element} addressAt={addressAt} />}
          <MediaMuteButton />
          <MediaPipButton />
          <MediaFullscreenButton />
        </span>
      </MediaControlBar>
    </div>
  );
}
