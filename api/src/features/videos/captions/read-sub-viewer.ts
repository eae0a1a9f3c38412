import type { CaptionNotes } from './caption-notes.ts';
import type { ReadCues } from './cue.ts';
import { readCueLines } from './read-cue-lines.ts';

const time = String.raw`(\d{1,3}):([0-5]\d):([0-5]\d)[.,](\d{2,3})`;
const timing = new RegExp(String.raw`^\s*${time}\s*,\s*${time}\s*$`, 'u');

/** Whether a text is in SubViewer's format, which YouTube offers as SBV: `0:00:01.000,0:00:04.000` before each caption. */
export function isSubViewer(text: string): boolean {
  return text.split('\n').some((line) => timing.test(line));
}

/** Reads SubViewer: SubRip with other times, `[br]` between lines, and first lines such as `[INFORMATION]`, which aren't shown. */
export function readSubViewer(text: string, notes: CaptionNotes): ReadCues {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => timing.test(line));
  const written = lines.map((line, index) => {
    const parts = timing.exec(line);
    if (parts !== null) return `${timeOf(parts.slice(1, 5))} --> ${timeOf(parts.slice(5, 9))}`;
    return index < first ? '' : line.replaceAll(/\[br\]/giu, '<br>');
  });
  return readCueLines(written.join('\n'), 'SubRip', notes);
}

function timeOf([hours = '', minutes = '', seconds = '', fraction = '']: readonly string[]): string {
  return `${hours.padStart(2, '0')}:${minutes}:${seconds},${fraction.padEnd(3, '0')}`;
}
