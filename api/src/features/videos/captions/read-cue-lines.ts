import { cutText } from '@newline/document/truncate';
import type { CaptionNotes } from './caption-notes.ts';
import { looksLikeTiming, readTiming, type Timing } from './caption-times.ts';
import type { Cue, ReadCues } from './cue.ts';

type Open = { timing: Timing; line: number; id: string | null; text: string[]; comments: string[] };
type Line = { readonly text: string; readonly line: number };

const counter = /^\s*\d{1,9}\s*$/u;
const exactSubRip = /^\d{2,}:[0-5]\d:[0-5]\d,\d{3} --> \d{2,}:[0-5]\d:[0-5]\d,\d{3}(?:[ \t]|$)/u;

/** Reads WebVTT or SubRip line by line: both are blocks of lines with times. Common deviations are repaired. */
export function readCueLines(text: string, format: 'WebVTT' | 'SubRip', notes: CaptionNotes): ReadCues {
  const reader = new CueLines(format, notes);
  const lines = text.split('\n');
  const begin = format === 'WebVTT' ? reader.readHeader(lines) : 0;
  for (let index = begin; index < lines.length; index += 1) reader.read({ text: lines[index] ?? '', line: index + 1 });
  return reader.end();
}

const noTiming: Timing = { startMs: 0, endMs: 0, settings: '', isExact: false, fault: null };

class CueLines {
  readonly #isSubRip: boolean;
  readonly #notes: CaptionNotes;
  readonly #cues: Open[] = [];
  readonly #blocks: string[] = [];
  #header = 'WEBVTT';
  #comments: string[] = [];
  /** The caption whose text is being read. */
  #open: Open | null = null;
  /** Lines that may be the name of a caption, or text. */
  #waiting: Line[] = [];
  /** The block of another kind that is being read. */
  #block: { kind: 'NOTE' | 'STYLE' | 'REGION'; line: number; lines: string[] } | null = null;

  constructor(format: 'WebVTT' | 'SubRip', notes: CaptionNotes) {
    this.#isSubRip = format === 'SubRip';
    this.#notes = notes;
  }

  /** Reads the signature and the header lines; returns the index of the next line. */
  readHeader(lines: readonly string[]): number {
    const first = lines.findIndex((line) => line.trim() !== '');
    const signature = lines[first] ?? '';
    const title = signature.trim().slice('WEBVTT'.length).trim().replaceAll('-->', '->');
    const isExact = first === 0 && /^WEBVTT(?:[ \t]|$)/u.test(signature) && !signature.includes('-->');
    const headerLines = [isExact ? signature : `WEBVTT ${title}`.trim()];
    if (!isExact) this.#notes.repair(first + 1, 'FIRST_LINE');
    let index = first + 1;
    for (; index < lines.length && lines[index] !== ''; index += 1) {
      const line = lines[index] ?? '';
      const next = lines[index + 1];
      const isBlock = blockKind(line) !== null;
      if (
        readTiming(line) !== null ||
        line.includes('-->') ||
        isBlock ||
        (counter.test(line) && next !== undefined && readTiming(next) !== null)
      ) {
        this.#notes.repair(index + 1, 'BLANK_LINE_AFTER_START');
        break;
      }
      if (line.startsWith('X-TIMESTAMP-MAP')) this.#notes.repair(index + 1, 'TIMESTAMP_MAP');
      else headerLines.push(line);
    }
    this.#header = headerLines.join('\n');
    return index;
  }

  read(line: Line): void {
    const timing = readTiming(line.text);
    if (line.text.trim() === '') {
      if (line.text !== '' && !this.#isSubRip) this.#notes.repair(line.line, 'SPACES');
      this.#endBlock();
    } else if (timing !== null) this.#begin(timing, line);
    else if (this.#block !== null) this.#readBlock(line);
    else if (this.#open !== null) this.#readWords(line);
    else if (looksLikeTiming(line.text)) this.#refuseTiming(line);
    else {
      const kind = this.#isSubRip || this.#waiting.length > 0 ? null : blockKind(line.text);
      if (kind === null) this.#waiting.push(line);
      else {
        this.#block = { kind, line: line.line, lines: [] };
        this.#readBlock(line);
      }
    }
  }

  end(): ReadCues {
    this.#endBlock();
    const cues = this.#cues.map(
      ({ timing, line, id, text, comments }): Cue => ({
        startMs: timing.startMs,
        endMs: timing.endMs,
        settings: timing.settings,
        text: text.join('\n'),
        line,
        id,
        comments,
      }),
    );
    return { cues, header: this.#header, blocks: this.#blocks, comments: this.#comments };
  }

  #begin(timing: Timing, { text, line }: Line): void {
    let id = this.#takeName();
    if (this.#open !== null || this.#block !== null) {
      this.#notes.repair(line, 'BLANK_LINE_ADDED');
      // The number of a caption is on the line before its times.
      const before = this.#open?.text.at(-1);
      if (this.#open !== null && before !== undefined && counter.test(before)) {
        this.#open.text.pop();
        id = { text: before.trim(), line: line - 1 };
      }
    }
    this.#endBlock();
    if (timing.fault !== null) this.#notes.refuse(line, ...timing.fault);
    else if (!(this.#isSubRip ? exactSubRip.test(text) || timing.isExact : timing.isExact)) this.#notes.repair(line, 'TIMES_REWRITTEN');
    this.#open = { timing, line, id: id?.text ?? null, text: [], comments: this.#comments };
    this.#comments = [];
    this.#cues.push(this.#open);
  }

  /** The line before the times: in SubRip a number, in WebVTT any name. */
  #takeName(): Line | null {
    const last = this.#waiting.at(-1);
    const isName = last !== undefined && (!this.#isSubRip || this.#cues.length === 0 || counter.test(last.text));
    return isName && blockKind(last.text) === null && !last.text.includes('-->') ? (this.#waiting.pop() ?? null) : null;
  }

  #readWords(line: Line): void {
    if (looksLikeTiming(line.text)) return this.#refuseTiming(line);
    const words = this.#isSubRip ? line.text.replaceAll(/\{\\[^{}]{1,40}\}/gu, '') : line.text;
    if (words !== line.text) this.#notes.repair(line.line, 'SUBRIP_STYLES', { example: '{\\an8}' });
    this.#open?.text.push(words);
  }

  /** Skips its text, which isn't checked. */
  #refuseTiming({ text, line }: Line): void {
    this.#takeName();
    this.#endBlock();
    this.#open = { timing: noTiming, line, id: null, text: [], comments: [] };
    this.#notes.refuse(line, 'TIMES_UNREADABLE', { line: cutText(text.trim(), 80) });
  }

  #readBlock({ text, line }: Line): void {
    if (text.includes('-->')) this.#notes.repair(line, 'COMMENT_ARROW');
    this.#block?.lines.push(text.replaceAll('-->', '->'));
  }

  /** Ends whatever is being read. */
  #endBlock(): void {
    const block = this.#block;
    const waiting = this.#waiting;
    this.#open = null;
    this.#block = null;
    this.#waiting = [];
    if (block !== null) {
      const text = block.lines.join('\n');
      if (block.kind === 'NOTE') this.#comments.push(text);
      else {
        if (this.#cues.length > 0) this.#notes.repair(block.line, 'BLOCK_MOVED', { kind: block.kind });
        this.#blocks.push(text);
      }
    }
    this.#placeWords(waiting);
  }

  /** Text after a blank line belongs to the caption before it. */
  #placeWords(lines: readonly Line[]): void {
    const last = this.#cues.at(-1);
    for (const { text, line } of lines) {
      if (counter.test(text)) this.#notes.repair(line, 'NUMBER_ALONE');
      else if (last === undefined) this.#notes.refuse(line, 'TIMES_REQUIRED');
      else {
        this.#notes.repair(line, 'TEXT_AFTER_BLANK_LINE');
        last.text.push(text);
      }
    }
  }
}

function blockKind(line: string): 'NOTE' | 'STYLE' | 'REGION' | null {
  const kind = /^(NOTE|STYLE|REGION)(?:[ \t]|$)/u.exec(line)?.[1];
  return kind === 'NOTE' || kind === 'STYLE' || kind === 'REGION' ? kind : null;
}
