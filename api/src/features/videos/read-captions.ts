import { cutText } from '@newline/document/truncate';
import webvtt from 'webvtt-parser';

/** An error in captions, with its line in the text. */
export type CaptionError = { readonly line: number; readonly message: string };

/** Parsed captions. */
export type Captions = {
  readonly vtt: string;
  readonly cues: readonly { readonly startsAt: number; readonly endsAt: number; readonly words: string }[];
};

/** Maximum length of a text with captions. */
const maxCaptionCharacters = 400_000;

/** Maximum number of tags in one cue. For each closing tag the parser searches all open ones, and it recurses for each level. */
const maxTagsInCue = 500;

const arrow = /^\s*(?:\d+:)?\d+:\d+[.,]\d+\s+-->/;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '' };

/**
 * Reads captions in WebVTT or SubRip (SRT); SubRip is converted to WebVTT.
 * @returns the captions, or the errors with their lines in the input
 */
export function readCaptions(text: string): Captions | readonly CaptionError[] {
  const given = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .replaceAll('\0', '');
  if (given.length > maxCaptionCharacters) return [{ line: 1, message: 'This is more than 400,000 characters.' }];
  const isSubRip = !given.startsWith('WEBVTT') && given.split('\n', 20).some((line) => arrow.test(line));
  const vtt = isSubRip ? `WEBVTT\n\n${fromSubRip(given)}` : given;
  const crowded = crowdedCue(vtt, isSubRip ? 2 : 0);
  if (crowded !== null) return [crowded];
  const { cues, errors } = new webvtt.WebVTTParser().parse(vtt, 'subtitles/captions/descriptions');
  const added = isSubRip ? 2 : 0;
  const mistakes = errors.map(({ line, message }) => ({ line: Math.max(1, line - added), message }));
  if (mistakes.length > 0) return mistakes.slice(0, 50);
  const read = cues.map(({ startTime, endTime, text: words }) => ({ startsAt: startTime, endsAt: endTime, words: plain(words) }));
  const said = read.filter(({ words }) => words !== '');
  if (said.length === 0) return [{ line: 1, message: 'Nothing is said here.' }];
  if (said.some(({ endsAt }) => endsAt >= 1_000_000)) return [{ line: 1, message: 'A time is later than any video lasts.' }];
  const byTime = said.toSorted((a, b) => a.startsAt - b.startsAt);
  return { vtt: vtt.endsWith('\n') ? vtt : `${vtt}\n`, cues: byTime };
}

/** Returns the error of the first cue with too many tags; null if there is none. */
function crowdedCue(vtt: string, addedLines: number): CaptionError | null {
  let tags = 0;
  for (const [index, line] of vtt.split('\n').entries()) {
    if (line.trim() === '') tags = 0;
    tags += line.split('<').length - 1;
    if (tags > maxTagsInCue)
      return { line: Math.max(1, index + 1 - addedLines), message: `Expected at most ${maxTagsInCue} tags in one cue, got more.` };
  }
  return null;
}

/** Converts SubRip to WebVTT cues: times have a point instead of a comma, and positions such as {\an8} are removed. */
function fromSubRip(text: string): string {
  return text
    .trimStart()
    .split('\n')
    .map((line) => (line.includes('-->') ? line.replaceAll(/(\d),(\d)/g, '$1.$2') : line.replaceAll(/\{\\[^{}]{1,40}\}/g, '')))
    .join('\n');
}

function plain(words: string): string {
  const text = words
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => entities[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return cutText(text, 2000);
}
