import type { CaptionRepairCode } from '../../../rules/captions/caption-messages.ts';
import type { CaptionNotes } from './caption-notes.ts';
import { formatTime } from './caption-times.ts';
import type { Cue, ReadCues } from './cue.ts';
import { tidySettings } from './cue-settings.ts';
import { tidyCue } from './tidy-cue.ts';

type TidyCue = Cue & { readonly lines: readonly string[] };

/** Repairs that only convert the text of another format to WebVTT. */
const conversions: ReadonlySet<CaptionRepairCode> = new Set<CaptionRepairCode>(['AMPERSAND', 'LESS_THAN', 'ENTITY', 'ARROW']);

/** Duration of a caption without one, if no other caption follows. */
const shortestMs = 1000;

/**
 * Writes captions as WebVTT, ordered by time, and records the repairs.
 *
 * @param isConverted whether they come from another format, whose text has to be converted anyway
 */
export function writeCues(read: ReadCues, notes: CaptionNotes, isConverted: boolean): { vtt: string; cues: readonly TidyCue[] } {
  const sorted = read.cues.toSorted((a, b) => a.startMs - b.startMs);
  for (const [index, { line, startMs }] of read.cues.entries())
    if (startMs < (read.cues[index - 1]?.startMs ?? 0)) notes.repair(line, 'SORTED');
  const cues = sorted.map((cue, index) => tidy(withLength(cue, sorted[index + 1], notes), notes, isConverted));
  // Other formats have captions without words, which show nothing.
  const shown = isConverted ? cues.filter(({ lines }) => lines.some((line) => line.trim() !== '')) : cues;
  const parts = [
    read.header,
    ...read.blocks,
    ...shown.flatMap((cue) => [...cue.comments, [...(cue.id === null ? [] : [cue.id]), timesOf(cue), ...cue.lines].join('\n')]),
    ...read.comments,
  ];
  return { vtt: `${parts.join('\n\n')}\n`, cues: shown };
}

function withLength(cue: Cue, next: Cue | undefined, notes: CaptionNotes): Cue {
  const { startMs, endMs, line } = cue;
  if (endMs > startMs) return cue;
  if (endMs < startMs) notes.refuse(line, 'CAPTION_BACKWARD', { start: formatTime(startMs), end: formatTime(endMs) });
  else notes.repair(line, 'DURATION_ADDED');
  const untilNext = next === undefined || next.startMs <= startMs ? shortestMs : next.startMs - startMs;
  return { ...cue, endMs: startMs + Math.min(shortestMs, untilNext) };
}

function tidy(cue: Cue, notes: CaptionNotes, isConverted: boolean): TidyCue {
  const { lines, made } = tidyCue(cue.text, cue);
  for (const code of made) if (!isConverted || !conversions.has(code)) notes.repair(cue.line, code);
  const { settings, isChanged } = tidySettings(cue.settings);
  if (isChanged) notes.repair(cue.line, 'POSITION');
  return { ...cue, settings, lines };
}

function timesOf({ startMs, endMs, settings }: Cue): string {
  return `${formatTime(startMs)} --> ${formatTime(endMs)}${settings === '' ? '' : ` ${settings}`}`;
}
