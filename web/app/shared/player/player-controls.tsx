import { type RefObject, useEffect, useState } from 'react';
import { writeDevice } from '../browser-storage.ts';
import { formatDuration } from '../format-duration.ts';
import { CaptionsChoice, rates, RateSelect, readRate, rememberCaptions } from './player-choices.tsx';
import styles from './player.module.css';

type Props = { media: RefObject<HTMLVideoElement | null> };

/** A value read from a video, and the events after which it may have changed. */
type Reading<TValue> = { events: readonly string[]; read: (element: HTMLVideoElement) => TValue };

const SECONDS: Reading<number> = { events: ['timeupdate', 'seeked'], read: (element) => Math.floor(element.currentTime) };
const DURATION: Reading<number | null> = {
  events: ['durationchange'],
  read: (element) => (Number.isFinite(element.duration) ? Math.floor(element.duration) : null),
};
const RATE: Reading<number> = { events: ['ratechange'], read: (element) => element.playbackRate };
/** The index of the visible captions and the number of tracks: '0/2', or '-1/2' for none. Null when the video has no captions. */
const CAPTIONS: Reading<string | null> = {
  events: ['loadedmetadata', 'loadeddata'],
  read: (element) => {
    const tracks = captionTracks(element);
    return tracks.length === 0 ? null : `${tracks.findIndex((track) => track.mode === 'showing')}/${tracks.length}`;
  },
};

/** Returns the current value, updated after each of its events. */
function useReading<TValue>({ media }: Props, reading: Reading<TValue>, start: TValue): TValue {
  const [value, setValue] = useState(start);
  useEffect(() => {
    const element = media.current;
    if (element === null) return undefined;
    const { events, read } = reading;
    const update = () => setValue(read(element));
    for (const event of events) element.addEventListener(event, update);
    element.textTracks.addEventListener('change', update);
    element.textTracks.addEventListener('addtrack', update);
    update();
    return () => {
      for (const event of events) element.removeEventListener(event, update);
      element.textTracks.removeEventListener('change', update);
      element.textTracks.removeEventListener('addtrack', update);
    };
  }, [media, reading]);
  return value;
}

/** The current time and the duration of the video. */
export function PlayingTime({ media, durationSeconds }: Props & { durationSeconds: number | null }) {
  const seconds = useReading({ media }, SECONDS, 0);
  const duration = useReading({ media }, DURATION, durationSeconds) ?? durationSeconds;
  return (
    <span className={styles.clock}>
      {formatDuration(seconds)}
      {duration !== null && <span className={styles.length}> / {formatDuration(duration)}</span>}
    </span>
  );
}

function captionTracks(element: HTMLVideoElement): TextTrack[] {
  return [...element.textTracks].filter((track) => track.kind === 'captions' || track.kind === 'subtitles');
}

/** Toggles captions, or selects a language; hidden when the video has none. */
export function CaptionsButton({ media }: Props) {
  const state = useReading({ media }, CAPTIONS, null);
  const element = media.current;
  if (state === null || element === null) return null;
  const [shownIndex = -1] = state.split('/').map(Number);
  const show = (wantedIndex: number) => {
    for (const [index, track] of captionTracks(element).entries()) track.mode = index === wantedIndex ? 'showing' : 'disabled';
  };
  const tracks = captionTracks(element);
  const choose = (index: number) => {
    show(index);
    rememberCaptions(tracks[index]?.language ?? null);
  };
  return <CaptionsChoice labels={tracks.map(({ label }) => label)} shownIndex={shownIndex} onChange={choose} />;
}

function setRate(element: HTMLVideoElement | null, rate: number): void {
  if (element !== null) element.playbackRate = rate;
}

/** Selects the playback speed, which also applies to later videos. */
export function RateChoice({ media }: Props) {
  const rate = useReading({ media }, RATE, 1);
  useEffect(() => {
    const element = media.current;
    if (element === null) return undefined;
    const apply = () => {
      element.playbackRate = readRate();
    };
    // Loading a stream resets the speed to the default.
    element.addEventListener('loadedmetadata', apply);
    return () => element.removeEventListener('loadedmetadata', apply);
  }, [media]);
  useEffect(() => {
    const element = media.current;
    if (element === null) return undefined;
    // The keys < and > change the speed too.
    const keep = () => element.readyState > 0 && rates.includes(element.playbackRate) && writeDevice('rate', String(element.playbackRate));
    element.addEventListener('ratechange', keep);
    return () => element.removeEventListener('ratechange', keep);
  }, [media]);
  return <RateSelect rate={rate} onChange={(next) => setRate(media.current, next)} />;
}
