import type { CaptionFaultCode, CaptionParams } from '../../../rules/captions/caption-messages.ts';

/** What is wrong with a time. */
export type TimeFault = readonly [code: CaptionFaultCode, params: CaptionParams];

/** The start and end of a caption in milliseconds, and the rest of their line. */
export type Timing = {
  readonly startMs: number;
  readonly endMs: number;
  readonly settings: string;
  /** Whether the line is valid WebVTT. */
  readonly isExact: boolean;
  /** What is wrong with a time; null if both are valid. */
  readonly fault: TimeFault | null;
};

const time = String.raw`(?:(\d{1,6})\s?:\s?)?(\d{1,3})\s?:\s?(\d{1,3})(?:\s?[.,:]\s?(\d{1,9}))?`;
const timingLine = new RegExp(String.raw`^\s*${time}\s*(?:-{1,2}|[–—])>\s*${time}(?:[ \t]+(\S.*))?\s*$`, 'u');
const exactTime = String.raw`(?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3}`;
const exactLine = new RegExp(String.raw`^${exactTime}[ \t]+-->[ \t]+${exactTime}(?:[ \t]|$)`, 'u');

/** Maximum length of a line with times, because position settings are short. */
const maxTimingLine = 500;

/** Reads a line with the times of a caption in WebVTT, SubRip or a similar form; null for any other line. */
export function readTiming(line: string): Timing | null {
  const match = line.length > maxTimingLine ? null : timingLine.exec(line);
  if (match === null) return null;
  const [startMs, startFault] = millisecondsOf(match.slice(1, 5));
  const [endMs, endFault] = millisecondsOf(match.slice(5, 9));
  const fault = startFault ?? endFault;
  return { startMs, endMs, settings: match[9]?.trim() ?? '', isExact: exactLine.test(line), fault };
}

/** Whether a line was probably meant to have times, though they can't be read. */
export function looksLikeTiming(line: string): boolean {
  return /\d[:.,]\d{1,9}\s{0,9}-->|-->\s{0,9}\d{1,9}[:.,]\d/u.test(line);
}

function millisecondsOf([hours = '0', minutes = '0', seconds = '0', fraction = '']: readonly (string | undefined)[]): [
  number,
  TimeFault | null,
] {
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const total = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + milliseconds;
  if (Number(seconds) > 59) return [total, ['SECONDS_TOO_MANY', { seconds: Number(seconds) }]];
  if (Number(hours) > 0 && Number(minutes) > 59) return [total, ['MINUTES_TOO_MANY', { minutes: Number(minutes) }]];
  return [total, null];
}

/** Formats a time for WebVTT: 00:01:02.500. */
export function formatTime(milliseconds: number): string {
  const whole = Math.round(milliseconds);
  const part = (divisor: number, count: number, width = 2) => String(Math.floor(whole / divisor) % count).padStart(width, '0');
  return `${part(3_600_000, Number.MAX_SAFE_INTEGER)}:${part(60_000, 60)}:${part(1000, 60)}.${part(1, 1000, 3)}`;
}

/** Whether the tag `<00:00:01.500>` within a caption is exact, and its time; null for another tag. */
export function readWordTime(text: string): number | null {
  return new RegExp(`^${exactTime}$`, 'u').test(text) ? (readTiming(`${text} --> ${text}`)?.startMs ?? null) : null;
}
