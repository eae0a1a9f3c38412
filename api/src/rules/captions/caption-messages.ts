import { writeSentence } from '../errors/error-messages.ts';

/** Errors in captions that can't be repaired, by code; `{name}` is a parameter. */
const captionFaults = {
  CAPTION_BACKWARD: 'This caption ends ({end}) before it starts ({start}).',
  CUT_OFF: 'The file ends within a tag or a comment that starts here.',
  END_REQUIRED: 'This caption has no end. Add end="…" or dur="…" to it.',
  ENTITIES_UNSUPPORTED: 'Declarations of entities aren’t read. Remove the DOCTYPE.',
  FORMAT_UNSUPPORTED: 'These are captions in {format}. Use WebVTT (its first line is WEBVTT), SRT, SBV, ASS, TTML or YouTube’s JSON3.',
  JSON3_EVENTS_REQUIRED: 'This JSON isn’t captions of YouTube (JSON3): it has no "events". Export the captions as WebVTT or SRT.',
  JSON3_START_REQUIRED: 'Event {number} has no start ("tStartMs").',
  JSON_INVALID: 'This JSON is incomplete or has a mistake. Download the captions again.',
  MINUTES_TOO_MANY: 'Minutes go up to 59 when there are hours, but this time has {minutes:text}.',
  NOT_TTML: 'This XML isn’t TTML: its first element should be <tt>. Export the captions as WebVTT or SRT.',
  NO_CAPTIONS: 'No captions were found. Use WebVTT (its first line is WEBVTT), SRT, SBV, ASS, TTML or YouTube’s JSON3.',
  NO_WORDS: 'These captions have no words.',
  SECONDS_TOO_MANY: 'Seconds go up to 59, but this time has {seconds:text}.',
  TAGS_TOO_MANY: 'Expected at most {max} tags in one caption, got more.',
  TEXT_TOO_LONG: 'This is more than {max} characters.',
  TIMES_REQUIRED: 'These words have no times. Add a line such as 00:00:01.000 --> 00:00:04.000 before them.',
  TIMES_UNREADABLE: 'These times can’t be read: {line:quoted}. Write them as 00:01:02.500 --> 00:01:04.000.',
  TIME_TOO_LONG: 'This time is too long for a video.',
  TTML_TIMES_REQUIRED: 'These words have no times. Add begin="…" and end="…" to their <p>.',
  TTML_TIMES_UNREADABLE: 'The time of this caption can’t be read. Write it as begin="00:01:02.500" end="00:01:04.000".',
} as const;

/** Repairs of captions, by code. */
const captionRepairs = {
  AMPERSAND: 'An & was written as &amp;, so that it’s shown.',
  ARROW: 'An arrow --> among the words was written as --&gt;.',
  BLANK_LINE_ADDED: 'A blank line was added before this caption.',
  BLANK_LINE_AFTER_START: 'A blank line was added after the first lines.',
  BLOCK_MOVED: 'A {kind} block was moved to the start, where browsers read it.',
  COMMENT_ARROW: 'An arrow --> in a comment or a style was written as ->.',
  DURATION_ADDED: 'A caption without a duration was extended to the next one, or by a second.',
  DURATION_ASSUMED: 'Captions without a duration are shown until the next one, or for three seconds.',
  EMPTY_LINE: 'Empty lines within a caption were removed.',
  ENTITY: 'Names of characters such as &quot; were written as the characters.',
  FIRST_LINE: 'The first line was changed to WEBVTT.',
  FORMATTING: 'Fonts, sizes, colors and strikethrough were removed. Captions don’t have them; the words stay.',
  LESS_THAN: 'A < was written as &lt;, so that it and the words after it are shown.',
  NUMBER_ALONE: 'A number without a caption was removed.',
  POSITION: 'Positions that browsers don’t support were removed.',
  SORTED: 'The captions were sorted by time.',
  SPACES: 'Spaces were removed from blank lines.',
  SUBRIP_STYLES: 'Positions and styles such as {example} were removed.',
  TAGS: 'Open tags were closed, and unmatched closing tags were removed.',
  TEXT_AFTER_BLANK_LINE: 'Text after a blank line was added to the caption before it.',
  TIMESTAMP_MAP: 'X-TIMESTAMP-MAP was removed: it’s only for segmented streams. The times are unchanged.',
  TIMES_REWRITTEN: 'The times were written as 00:00:00.000 --> 00:00:00.000.',
  TTML_LAYOUT: 'Positions, regions and colors of TTML were removed. The text and times are unchanged.',
  WORD_TIME: 'Times within the text were removed because they are outside their caption.',
} as const;

export type CaptionFaultCode = keyof typeof captionFaults;
export type CaptionRepairCode = keyof typeof captionRepairs;
export type CaptionParams = Readonly<Record<string, string | number>>;

/** An error in captions, with its line in the text as it was sent. */
export type CaptionError = { readonly line: number; readonly code: CaptionFaultCode; readonly message: string };

/** A repair of captions: the number of times, and at most 20 of the lines. */
export type CaptionRepair = {
  readonly code: CaptionRepairCode;
  readonly message: string;
  readonly lines: readonly number[];
  readonly count: number;
};

/** Returns an error with its sentence. */
export function captionError(line: number, code: CaptionFaultCode, params: CaptionParams = {}): CaptionError {
  return { line, code, message: writeSentence(captionFaults[code], params) };
}

/** Returns the sentence of a repair. */
export function sentenceOfRepair(code: CaptionRepairCode, params: CaptionParams = {}): string {
  return writeSentence(captionRepairs[code], params);
}
