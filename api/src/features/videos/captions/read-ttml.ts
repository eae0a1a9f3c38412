import type { CaptionNotes } from './caption-notes.ts';
import type { Cue, ReadCues } from './cue.ts';
import { escape } from './tidy-cue.ts';
import { readXml } from './read-xml.ts';

/** The times of an element, in milliseconds. */
type Times = { readonly startMs: number | null; readonly endMs: number | null };
type Element = Times & { readonly name: string; readonly close: string; readonly isPreserved: boolean };
type Open = { readonly startMs: number; readonly endMs: number | null; readonly line: number; text: string; readonly depth: number };

/** How a file counts frames and ticks. */
type Rates = { frame: number; tick: number };

/** Reads TTML of any profile, and YouTube's two XML formats, without positions and colors. */
export function readTtml(text: string, notes: CaptionNotes): ReadCues {
  const cues: Cue[] = [];
  const stack: Element[] = [];
  const rates: Rates = { frame: 30, tick: 1 };
  let open: Open | null = null;
  let isKnown = false;
  let hasLayout = false;

  const end = () => {
    if (open === null) return;
    const { startMs, endMs, line, text: words } = open;
    open = null;
    if (words.trim() === '') return;
    if (endMs === null) notes.refuse(line, 'END_REQUIRED');
    else
      cues.push({
        startMs,
        endMs,
        line,
        text: words
          .split('\n')
          .map((each) => each.trim())
          .join('\n'),
        id: null,
        settings: '',
        comments: [],
      });
  };

  readXml(text, {
    open(name, attributes, line) {
      if (name === 'tt' || name === 'timedtext' || name === 'transcript') {
        isKnown = true;
        readRates(attributes, rates);
      }
      const outer = stack.at(-1);
      const own = timesOf(name, attributes, rates, outer ?? { startMs: null, endMs: null });
      if (own === null) notes.refuse(line, 'TTML_TIMES_UNREADABLE');
      const times = own ?? { startMs: null, endMs: null };
      hasLayout ||= ['region', 'style', 'layout'].includes(name) || attributes.has('region') || attributes.has('color');
      const isTimed = attributes.has('begin') || attributes.has('t') || attributes.has('start');
      if (open !== null && name === 'br') open.text += '\n';
      const isCaption = (name === 'p' || name === 'text' || (name === 'span' && open === null)) && isTimed && own !== null;
      const tags = isCaption ? '' : tagsFor(attributes, open !== null);
      if (isCaption && own !== null) {
        end();
        open = { startMs: own.startMs ?? 0, endMs: own.endMs, line, text: '', depth: stack.length };
      }
      if (open !== null) for (const tag of tags) open.text += `<${tag}>`;
      const close = [...tags]
        .toReversed()
        .map((tag) => `</${tag}>`)
        .join('');
      const space = attributes.get('space');
      stack.push({ ...times, name, close, isPreserved: space === undefined ? (outer?.isPreserved ?? false) : space === 'preserve' });
    },
    close(name) {
      // An end tag without a start tag is skipped.
      if (stack.at(-1)?.name !== name) return;
      const element = stack.pop();
      if (open === null || element === undefined) return;
      open.text += element.close;
      if (stack.length <= open.depth) end();
    },
    words(words, line) {
      if (stack.at(-1)?.name === 'metadata') return;
      if (open === null) {
        const isCaption = isKnown && words.trim() !== '' && stack.some(({ name }) => name === 'p' || name === 'text');
        if (isCaption && notes.errors.length === 0) notes.refuse(line, 'TTML_TIMES_REQUIRED');
        return;
      }
      open.text += escape(stack.at(-1)?.isPreserved === true ? words : words.replaceAll(/\s+/gu, ' '));
    },
    refuse: (line, code) => notes.refuse(line, code),
  });
  end();
  if (!isKnown && notes.errors.length === 0) notes.refuse(1, 'NOT_TTML');
  if (hasLayout && cues.length > 0) notes.repair(1, 'TTML_LAYOUT');
  return { cues, header: 'WEBVTT', blocks: [], comments: [] };
}

function tagsFor(attributes: ReadonlyMap<string, string>, isOpen: boolean): string {
  if (!isOpen) return '';
  const isItalic = /^(?:italic|oblique)$/u.test(attributes.get('fontstyle') ?? '');
  const isBold = attributes.get('fontweight') === 'bold';
  const isUnderlined = /(?:^|\s)underline(?:\s|$)/u.test(attributes.get('textdecoration') ?? '');
  return `${isItalic ? 'i' : ''}${isBold ? 'b' : ''}${isUnderlined ? 'u' : ''}`;
}

function readRates(attributes: ReadonlyMap<string, string>, rates: Rates): void {
  const number = (name: string) => {
    const value = Number(attributes.get(name));
    return Number.isFinite(value) && value > 0 ? value : null;
  };
  const [, up = 1, down = 1] = /^(\d{1,6})\s+(\d{1,6})$/u.exec(attributes.get('frameratemultiplier') ?? '')?.map(Number) ?? [];
  rates.frame = ((number('framerate') ?? 30) * up) / Math.max(1, down);
  rates.tick = number('tickrate') ?? (attributes.has('framerate') ? rates.frame : 1);
}

/** Returns the times of an element, within those of its parent; null if one is invalid. */
function timesOf(name: string, attributes: ReadonlyMap<string, string>, rates: Rates, outer: Times): Times | null {
  if (name === 'p' && attributes.has('t')) return plainTimes(attributes.get('t'), attributes.get('d'), 1);
  if (name === 'text' && attributes.has('start')) return plainTimes(attributes.get('start'), attributes.get('dur'), 1000);
  const read = (key: string) => {
    const written = attributes.get(key);
    return written === undefined ? null : millisecondsOf(written.trim(), rates);
  };
  const [begin, end, duration] = [read('begin'), read('end'), read('dur')];
  if ([begin, end, duration].some((time) => Number.isNaN(time))) return null;
  const base = outer.startMs ?? 0;
  const startMs = base + (begin ?? 0);
  const ownEnd = end === null ? (duration === null ? outer.endMs : startMs + duration) : base + end;
  return { startMs, endMs: ownEnd };
}

function plainTimes(start: string | undefined, duration: string | undefined, factor: number): Times | null {
  const [from, length] = [Number(start) * factor, Number(duration) * factor];
  if (!Number.isFinite(from) || from < 0) return null;
  return { startMs: from, endMs: Number.isFinite(length) ? from + length : null };
}

const units: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

/** Parses 00:01:02.500, 00:01:02:12 (frames), 62.5s, 1500t …; NaN for an invalid time. */
function millisecondsOf(written: string, { frame, tick }: Rates): number {
  const [, hours, minutes, seconds, frames] = /^(\d{1,6}):(\d{1,2}):(\d{1,2}(?:\.\d{1,9})?)(?::(\d{1,3}))?/u.exec(written) ?? [];
  if (hours !== undefined)
    return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + (Number(frames ?? 0) / frame) * 1000;
  const [, count, unit = ''] = /^(\d{1,12}(?:\.\d{1,9})?)(h|m|s|ms|f|t)$/u.exec(written) ?? [];
  if (count === undefined) return Number.NaN;
  if (unit === 'f') return (Number(count) / frame) * 1000;
  return unit === 't' ? (Number(count) / tick) * 1000 : Number(count) * (units[unit] ?? 1);
}
