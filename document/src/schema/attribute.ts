import { readAnchor, readCaptionNumber } from '../captions.ts';
import type { Json } from '../document-node.ts';
import { safeUrl, type UrlUse } from '../safe-url.ts';

// The functions that make attributes are marked as free of side effects, so that a bundle of the renderer leaves them out.

/**
 * An attribute of a node or mark. `read` returns the value to store, or undefined if the input isn't allowed; it never throws. `expected`
 * completes the sentence "expected …" and is also the documentation.
 */
export interface Attribute<Value extends Json = Json> {
  readonly default: Value;
  readonly expected: string;
  /** True if a node without this attribute is rejected instead of getting the default. */
  readonly isRequired?: boolean;
  /** How Markdown writes the value: as it is or as JSON. */
  readonly written: 'string' | 'json';
  read(value: unknown): Value | undefined;
}

// NUL is no text for PostgreSQL, and half a surrogate pair is no JSON for it.
// oxlint-disable-next-line no-control-regex -- control characters are exactly what is removed here
const unstorable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/gu;
const halfPair = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Returns text without the characters that no page shows and no database stores, with `\n` as line breaks. */
export function cleanText(text: string): string {
  return text.replaceAll(/\r\n?/gu, '\n').replaceAll(unstorable, '').replaceAll(halfPair, '\ufffd');
}

/** Returns text like `cleanText`, with line breaks and tabs replaced by spaces. */
export function cleanLine(text: string): string {
  return cleanText(text).replaceAll(/[\n\t]/gu, ' ');
}

/** A single line of text, '' by default. Longer text is rejected. */
/* @__NO_SIDE_EFFECTS__ */
export function line(maxLength: number, fallback = ''): Attribute<string> {
  return {
    default: fallback,
    expected: `one line of text of at most ${maxLength} characters`,
    written: 'string',
    read: (value) => (typeof value === 'string' && value.length <= maxLength ? cleanLine(value) : undefined),
  };
}

/** Like `line`, but null when there is no text. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalLine(maxLength: number): Attribute<string | null> {
  const text = line(maxLength);
  return { ...text, default: null, read: (value) => (value === '' ? null : text.read(value)) };
}

/** Text of several lines. */
/* @__NO_SIDE_EFFECTS__ */
export function longText(maxLength: number): Attribute<string> {
  return {
    default: '',
    expected: `text of at most ${maxLength} characters`,
    written: 'json',
    read: (value) => (typeof value === 'string' && value.length <= maxLength ? cleanText(value) : undefined),
  };
}

/** One value of a fixed list. */
/* @__NO_SIDE_EFFECTS__ */
export function oneOf<const Choice extends string>(choices: readonly Choice[], fallback: NoInfer<Choice>): Attribute<Choice> {
  const byValue = new Map<unknown, Choice>(choices.map((choice) => [choice, choice]));
  return { default: fallback, expected: `one of ${choices.join(', ')}`, written: 'string', read: (value) => byValue.get(value) };
}

/** One value of a fixed list, or null. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalOneOf<const Choice extends string>(choices: readonly Choice[]): Attribute<Choice | null> {
  const byValue = new Map<unknown, Choice>(choices.map((choice) => [choice, choice]));
  return { default: null, expected: `one of ${choices.join(', ')}`, written: 'string', read: (value) => byValue.get(value) };
}

/** A whole number within limits. A string of digits, as forms send it, is read as a number. */
/* @__NO_SIDE_EFFECTS__ */
export function integer(min: number, max: number, fallback: number): Attribute<number> {
  return {
    default: fallback,
    expected: `a whole number from ${min} to ${max}`,
    written: 'json',
    read: (value) => readInteger(value, min, max),
  };
}

/** A whole number within limits, or null. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalInteger(min: number, max: number): Attribute<number | null> {
  return {
    default: null,
    expected: `a whole number from ${min} to ${max}`,
    written: 'json',
    read: (value) => readInteger(value, min, max),
  };
}

function readInteger(value: unknown, min: number, max: number): number | undefined {
  const number = typeof value === 'string' && /^\d{1,9}$/u.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < min || number > max) return undefined;
  return number === 0 ? 0 : number; // -0 isn't JSON.
}

/** True or false. */
/* @__NO_SIDE_EFFECTS__ */
export function flag(fallback = false): Attribute<boolean> {
  return {
    default: fallback,
    expected: 'true or false',
    written: 'json',
    read: (value) => (typeof value === 'boolean' ? value : undefined),
  };
}

/** True, false, or null where the question doesn't apply. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalFlag(): Attribute<boolean | null> {
  return {
    default: null,
    expected: 'true or false',
    written: 'json',
    read: (value) => (typeof value === 'boolean' ? value : undefined),
  };
}

/** A URL with an allowed scheme, or null. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalUrl(use: UrlUse): Attribute<string | null> {
  return {
    default: null,
    expected: use === 'link' ? 'a relative, http, https, mailto or tel URL' : 'a relative, http or https URL',
    written: 'string',
    read: (value) => (value === '' ? null : (safeUrl(value, use) ?? undefined)),
  };
}

/** A URL with an allowed scheme. A node without it is rejected. */
/* @__NO_SIDE_EFFECTS__ */
export function requiredUrl(use: UrlUse): Attribute<string> {
  const optional = optionalUrl(use);
  return { ...optional, default: '', isRequired: true, read: (value) => safeUrl(value, use) ?? undefined };
}

/** The stable ID of a block within its document, created by normalization. */
/* @__NO_SIDE_EFFECTS__ */
export function blockId(): Attribute<string | null> {
  return {
    default: null,
    expected: 'an ID of 1 to 32 letters, digits, - or _ (new ones have 5)',
    written: 'string',
    read: (value) => (typeof value === 'string' && /^[\w-]{1,32}$/u.test(value) ? value : undefined),
  };
}

/** The number of a caption that its author gives it. */
/* @__NO_SIDE_EFFECTS__ */
export function captionNumber(): Attribute<string | null> {
  return {
    default: null,
    expected: 'a number such as 2, 3-2 or A.1',
    written: 'string',
    read: (value) => (value === '' ? null : (readCaptionNumber(value) ?? undefined)),
  };
}

/** The anchor of a node on its page. */
/* @__NO_SIDE_EFFECTS__ */
export function anchorName(): Attribute<string | null> {
  return {
    default: null,
    expected: 'a lowercase letter and up to 63 lowercase letters, digits, - or _',
    written: 'string',
    read: (value) => (value === '' ? null : (readAnchor(value) ?? undefined)),
  };
}

/** Lines of a code block, counted from 1, in the short form `2,4-6`; null for no lines. */
/* @__NO_SIDE_EFFECTS__ */
export function lineRanges(): Attribute<string | null> {
  return {
    default: null,
    expected: 'line numbers such as 2,4-6',
    written: 'string',
    read: (value) => {
      if (value === '') return null;
      const ranges = typeof value === 'string' ? readLineRanges(value) : null;
      return ranges === null ? undefined : ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
    },
  };
}

/** Reads `2,4-6` into sorted, merged pairs of first and last line, or returns null for other text. */
export function readLineRanges(text: string): readonly (readonly [number, number])[] | null {
  if (text === '' || text.length > 500 || !/^\s*\d{1,6}(?:-\d{1,6})?(?:\s*,\s*\d{1,6}(?:-\d{1,6})?)*\s*$/u.test(text)) return null;
  const pairs = text.split(',').map((part) => {
    const [from = 0, to = from] = part.trim().split('-').map(Number);
    return [Math.min(from, to), Math.max(from, to)] as const;
  });
  if (pairs.some(([from]) => from < 1)) return null;
  const merged: [number, number][] = [];
  for (const [from, to] of pairs.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}
