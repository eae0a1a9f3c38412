import { emptyRecord } from '../empty-record.ts';

/**
 * Attributes in Markdown: `type=tip position=wrap-left title="Two words"`. A value is a word or a JSON string. A backtick in it is written
 * as \u0060, so that the pairs can be in the first line of a fence.
 */

const pair = /\s*([A-Za-z][\w-]{0,63})=(?:"((?:[^"\\\n]|\\.)*)"|([^\s"{}]+))(?=\s|$)/uy;

/** Reads `key=value` pairs into a record without a prototype, or returns null if the text is anything else. */
export function readAttributes(text: string): Readonly<Record<string, string>> | null {
  const attributes = emptyRecord<string>();
  let position = 0;
  const end = text.trimEnd().length;
  while (position < end) {
    pair.lastIndex = position;
    const match = pair.exec(text);
    const [, name, quoted, word] = match ?? [];
    if (match === null || name === undefined) return null;
    const value = quoted === undefined ? word : parseQuoted(quoted);
    if (value === undefined) return null;
    attributes[name] = value;
    position = pair.lastIndex;
  }
  return attributes;
}

function parseQuoted(quoted: string): string | undefined {
  try {
    const value: unknown = JSON.parse(`"${quoted}"`);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Writes one `key=value` pair. */
export function stringifyAttribute(name: string, value: string): string {
  if (/^[\w./:#?&+,;@%-][\w./:#?&+,;@%=-]*$/u.test(value)) return `${name}=${value}`;
  return `${name}=${JSON.stringify(value).replaceAll('`', '\\u0060').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}`;
}
