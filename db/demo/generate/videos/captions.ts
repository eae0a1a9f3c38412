import type { Cue } from './timeline.ts';

function stamp(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const pad = (value: number, digits: number): string => String(value).padStart(digits, '0');
  return `${pad(Math.floor(ms / 3_600_000), 2)}:${pad(Math.floor(ms / 60_000) % 60, 2)}:${pad(Math.floor(ms / 1000) % 60, 2)}.${pad(ms % 1000, 3)}`;
}

/** Breaks a caption of more than 42 characters into two lines of similar length. */
function breakCaption(text: string): string {
  if (text.length <= 42) return text;
  const spaces = [...text.matchAll(/ /g)].map((match) => match.index);
  const middle = spaces.toSorted((a, b) => Math.abs(a - text.length / 2) - Math.abs(b - text.length / 2))[0];
  return middle === undefined ? text : `${text.slice(0, middle)}\n${text.slice(middle + 1)}`;
}

/** Returns how long each sentence of a file of captions is spoken, in seconds. */
export function secondsOf(captions: string): number[] {
  const second = (stamp: string) => stamp.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return [...captions.matchAll(/^([\d:.]+) --> ([\d:.]+)$/gm)].map(([, from = '', to = '']) => second(to) - second(from));
}

/** Returns WebVTT with one cue per sentence, exactly as long as it is spoken. */
export function captionsOf(cues: readonly Cue[]): string {
  const blocks = cues.map((cue, index) => `${index + 1}\n${stamp(cue.start)} --> ${stamp(cue.end)}\n${breakCaption(cue.text)}\n`);
  return `WEBVTT\n\n${blocks.join('\n')}`;
}
