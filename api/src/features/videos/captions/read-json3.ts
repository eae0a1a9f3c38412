import type { CaptionNotes } from './caption-notes.ts';
import type { Cue, ReadCues } from './cue.ts';
import { escape } from './tidy-cue.ts';
import { readField } from '../../../rules/read-field.ts';

type Event = { readonly startMs: number; readonly durationMs: number | null; readonly words: string; readonly isRolling: boolean };

const empty: ReadCues = { cues: [], header: 'WEBVTT', blocks: [], comments: [] };
/** The default duration of a caption without one. */
const usualLengthMs = 3000;

/** Reads captions in YouTube's JSON format (`json3`), without positions, colors and the times of words. */
export function readJson3(text: string, notes: CaptionNotes): ReadCues {
  const events = eventsIn(text, notes);
  if (events === null) return empty;
  const said = events.filter(({ words }) => words.trim() !== '');
  // Captions from speech recognition roll: each one still shows the previous one.
  const isRolling = events.some((event) => event.isRolling);
  const cues = said.map(({ startMs, durationMs, words }, index): Cue => {
    const next = said[index + 1]?.startMs;
    if (durationMs === null) notes.repair(1, 'DURATION_ASSUMED');
    const endMs = durationMs === null ? Math.min(startMs + usualLengthMs, next ?? Infinity) : startMs + durationMs;
    const cut = isRolling && next !== undefined && next > startMs ? Math.min(endMs, next) : endMs;
    return { startMs, endMs: cut, text: escape(words.trim()), line: 1, id: null, settings: '', comments: [] };
  });
  return { ...empty, cues };
}

function eventsIn(text: string, notes: CaptionNotes): Event[] | null {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    const line = error instanceof Error ? /line (\d+)/u.exec(error.message)?.[1] : undefined;
    notes.refuse(Number(line ?? 1), 'JSON_INVALID');
    return null;
  }
  const events = readField(read, 'events');
  if (!Array.isArray(events)) {
    notes.refuse(1, 'JSON3_EVENTS_REQUIRED');
    return null;
  }
  return events.flatMap((event: unknown, index): Event[] => {
    const segments = readField(event, 'segs');
    if (!Array.isArray(segments)) return [];
    const words = segments.map((segment: unknown) => readField(segment, 'utf8')).filter((part) => typeof part === 'string');
    const [startMs, durationMs] = [readField(event, 'tStartMs'), readField(event, 'dDurationMs')];
    if (typeof startMs !== 'number' || startMs < 0) {
      notes.refuse(1, 'JSON3_START_REQUIRED', { number: index + 1 });
      return [];
    }
    const isTimed = typeof durationMs === 'number' && durationMs >= 0;
    return [{ startMs, durationMs: isTimed ? durationMs : null, words: words.join(''), isRolling: readField(event, 'aAppend') === 1 }];
  });
}
