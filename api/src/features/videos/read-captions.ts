import { cutText } from '@newline/document/truncate';
import { type CaptionError, captionError, type CaptionRepair } from '../../rules/captions/caption-messages.ts';
import { CaptionNotes } from './captions/caption-notes.ts';
import type { Cue, ReadCues } from './captions/cue.ts';
import { readCueLines } from './captions/read-cue-lines.ts';
import { readJson3 } from './captions/read-json3.ts';
import { readSubStation } from './captions/read-sub-station.ts';
import { isSubViewer, readSubViewer } from './captions/read-sub-viewer.ts';
import { readTtml } from './captions/read-ttml.ts';
import { readTiming } from './captions/caption-times.ts';
import { wordsOf } from './captions/tidy-cue.ts';
import { writeCues } from './captions/write-cues.ts';

/** Parsed captions. */
export type Captions = {
  readonly vtt: string;
  readonly cues: readonly { readonly startsAt: number; readonly endsAt: number; readonly words: string }[];
  /** A repair: a difference between what the author sent and what is stored. */
  readonly repairs: readonly CaptionRepair[];
};

/** Maximum length of a text with captions. */
const maxCaptionCharacters = 400_000;

/** Maximum number of tags in one caption, because browsers search all open tags for each one that closes. */
const maxTagsInCue = 500;

/** The latest time of a caption: eleven days. */
const maxMilliseconds = 1_000_000_000;

/**
 * Reads captions in WebVTT, SubRip (SRT), SubViewer (SBV), SubStation (ASS), TTML or YouTube's JSON3, and converts them to WebVTT that browsers show completely. WebVTT
 * without errors stays unchanged.
 *
 * @returns the captions and their repairs, or the errors that can't be repaired, with their lines in the original text
 */
export function readCaptions(text: string): Captions | readonly CaptionError[] {
  const source = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .replaceAll('\0', '');
  if (source.length > maxCaptionCharacters) return [captionError(1, 'TEXT_TOO_LONG', { max: maxCaptionCharacters })];
  const notes = new CaptionNotes();
  const format = formatOf(source);
  if (format === null) return [unknownFormat(source)];
  const read = readers[format](source, notes);
  const crowded = read.cues.find((cue) => cue.text.split('<').length - 1 > maxTagsInCue);
  if (crowded) return [captionError(crowded.line + 1, 'TAGS_TOO_MANY', { max: maxTagsInCue })];
  const { vtt, cues } = writeCues(read, notes, format !== 'WebVTT');
  for (const { line, startMs, endMs } of cues) if (Math.max(startMs, endMs) >= maxMilliseconds) notes.refuse(line, 'TIME_TOO_LONG');
  if (notes.errors.length > 0) return notes.errors.toSorted((a, b) => a.line - b.line);
  const said = cues.map(toWords).filter(({ words }) => words !== '');
  if (said.length === 0) return [captionError(1, 'NO_WORDS')];
  const repairs = notes.repairs();
  const isSame = format === 'WebVTT' && repairs.length === 0;
  return { vtt: isSame ? `${source}${source.endsWith('\n') ? '' : '\n'}` : vtt, cues: said, repairs };
}

const readers: Readonly<
  Record<'WebVTT' | 'SubRip' | 'SubViewer' | 'SubStation' | 'TTML' | 'JSON3', (text: string, notes: CaptionNotes) => ReadCues>
> = {
  WebVTT: (text, notes) => readCueLines(text, 'WebVTT', notes),
  SubRip: (text, notes) => readCueLines(text, 'SubRip', notes),
  SubViewer: readSubViewer,
  SubStation: readSubStation,
  TTML: readTtml,
  JSON3: readJson3,
};

function formatOf(text: string): keyof typeof readers | null {
  if (/^\s*WEBVTT/iu.test(text)) return 'WebVTT';
  if (/^\s*</u.test(text)) return 'TTML';
  if (/^\s*\{\s*"/u.test(text)) return 'JSON3';
  if (/^\s*\[Script Info\]/iu.test(text)) return 'SubStation';
  if (!text.includes('-->') && isSubViewer(text)) return 'SubViewer';
  return text.split('\n').some((line) => readTiming(line) !== null || line.includes('-->')) ? 'SubRip' : null;
}

/** Formats of captions that aren't read, by what they look like. */
const otherFormats: readonly (readonly [RegExp, string])[] = [
  [/^\s*\{\d+\}\{\d+\}/u, 'MicroDVD'],
  [/^\s*\[\d+:\d{2}(?:[.:]\d+)?\]/mu, 'LRC'],
  [/^\s*Scenarist_SCC/iu, 'Scenarist (SCC)'],
];

function unknownFormat(text: string): CaptionError {
  const format = otherFormats.find(([pattern]) => pattern.test(text))?.[1];
  return format === undefined ? captionError(1, 'NO_CAPTIONS') : captionError(1, 'FORMAT_UNSUPPORTED', { format });
}

function toWords({
  startMs,
  endMs,
  lines,
}: Pick<Cue, 'startMs' | 'endMs'> & { readonly lines: readonly string[] }): Captions['cues'][number] {
  return { startsAt: startMs / 1000, endsAt: endMs / 1000, words: cutText(wordsOf(lines), 2000) };
}
