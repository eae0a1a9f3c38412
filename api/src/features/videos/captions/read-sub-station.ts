import type { CaptionNotes } from './caption-notes.ts';
import { readTiming } from './caption-times.ts';
import type { Cue, ReadCues } from './cue.ts';
import { escape } from './tidy-cue.ts';

/** The columns of a line, if the file doesn't name them. */
const usualColumns = ['layer', 'start', 'end', 'style', 'name', 'marginl', 'marginr', 'marginv', 'effect', 'text'];
const styles = /\{[^{}]{0,400}\}/gu;
const shape = /\\p[1-9]/u;

/** Reads captions in SubStation Alpha (SSA, ASS): the text and times of its dialogue, in the order of time. Styles and positions are removed. */
export function readSubStation(text: string, notes: CaptionNotes): ReadCues {
  const cues: Cue[] = [];
  let columns: readonly string[] = usualColumns;
  let isEvents = false;
  for (const [index, written] of text.split('\n').entries()) {
    const line = written.trim();
    if (line.startsWith('[')) isEvents = /^\[Events\]/iu.test(line);
    if (!isEvents) continue;
    const format = /^Format:\s*(.*)$/iu.exec(line)?.[1];
    if (format !== undefined) columns = format.split(',').map((name) => name.trim().toLowerCase());
    const dialogue = /^Dialogue:\s*(.*)$/iu.exec(line)?.[1];
    if (dialogue === undefined) continue;
    const parts = dialogue.split(',');
    const valueOf = (name: string) => parts[columns.indexOf(name)]?.trim() ?? '';
    const timing = readTiming(`${valueOf('start')} --> ${valueOf('end')}`);
    if (timing === null) {
      notes.refuse(index + 1, 'TIMES_UNREADABLE', { line: `${valueOf('start')},${valueOf('end')}` });
      continue;
    }
    if (timing.fault !== null) notes.refuse(index + 1, ...timing.fault);
    // The text is the last column, and can have commas.
    const words = parts.slice(columns.length - 1).join(',');
    const plain = words.replaceAll(styles, '');
    if (plain !== words) notes.repair(index + 1, 'SUBRIP_STYLES', { example: '{\\an8}' });
    // A shape is written as its points.
    const said = shape.test(words) ? '' : wordsIn(plain);
    cues.push({ startMs: timing.startMs, endMs: timing.endMs, text: said, line: index + 1, id: null, settings: '', comments: [] });
  }
  return { cues: cues.toSorted((a, b) => a.startMs - b.startMs), header: 'WEBVTT', blocks: [], comments: [] };
}

function wordsIn(written: string): string {
  return escape(written.replaceAll(/\\[Nn]/gu, '\n').replaceAll('\\h', ' '))
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');
}
