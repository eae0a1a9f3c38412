import type { MuxSettings } from './mux-settings.ts';

/** Settings of videos from the environment. */
export type VideoSettings = {
  /** Maximum size of a file. */
  readonly maxBytes: number;
  /** Maximum number of bytes that a user may upload in 24 hours. */
  readonly dailyBytes: number;
  /** Maximum length of a video. */
  readonly maxSeconds: number;
  /** Path of ffmpeg, with ffprobe in the same folder: null searches PATH, 'off' disables it. */
  readonly ffmpegPath: string | null;
  /** Where new uploads go. Videos at Mux remain playable as long as its settings are there. */
  readonly provider: 'local' | 'mux';
  /** Null if Mux isn't configured. */
  readonly mux: MuxSettings | null;
};

/** Defaults of a site without video settings. */
export const usualVideoSettings: VideoSettings = {
  maxBytes: 4_000_000_000,
  dailyBytes: 20_000_000_000,
  maxSeconds: 4 * 60 * 60,
  ffmpegPath: null,
  provider: 'local',
  mux: null,
};
