import type { MuxSettings } from './mux-settings.ts';

/** What the environment says about videos. */
export type VideoSettings = {
  /** The largest file that is taken. */
  readonly maxBytes: number;
  /** How much one person may announce in 24 hours. */
  readonly dailyBytes: number;
  /** The longest video that is taken. */
  readonly maxSeconds: number;
  /** Where ffmpeg stands, ffprobe beside it: null to look in PATH, 'off' to do without. */
  readonly ffmpegPath: string | null;
  /** Who takes in what is uploaded from now on. What Mux has goes on playing as long as its settings are there. */
  readonly provider: 'local' | 'mux';
  /** Null when Mux is not configured. */
  readonly mux: MuxSettings | null;
};

/** What a site does that says nothing about videos. */
export const usualVideoSettings: VideoSettings = {
  maxBytes: 4_000_000_000,
  dailyBytes: 20_000_000_000,
  maxSeconds: 4 * 60 * 60,
  ffmpegPath: null,
  provider: 'local',
  mux: null,
};
