import { cutText } from '@newline/document/truncate';
import { codedError } from '../../errors/error-codes.ts';
import { addressLimits } from '../../rules/limits/address.ts';
import { itemLimits } from '../../rules/limits/item.ts';

/** Result of a check: the value to store, or what is wrong with it. */
export type Checked = { readonly value: unknown } | { readonly fault: string };

/** Column and check of a detail. The database checks again; the check here produces the error message. */
export type Detail = { readonly column: string; readonly check: (input: unknown) => Checked };

const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const permalinkPattern = /^(?:\/[a-z0-9]+(?:-[a-z0-9]+)*){1,2}$/;
/** Matches an http or https URL. */
export const webUrl = /^https?:\/\/[^\s<>"]+$/;
const mediaUrl = /^(?:https?:\/\/|\/(?!\/))[^\s<>"]+$/;
const videoUrl = /^(?:local:[A-Za-z0-9_-]{4,64}|https:\/\/[^\s<>"]+)$/;

/**
 * Checks a patch and returns its values by column; absent fields stay absent. Throws BAD_INPUT with the first invalid field;
 * `extensions.fields` has the messages of all of them.
 */
export function readPatch(patch: object, details: Readonly<Record<string, Detail>>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const faults: Record<string, string> = {};
  for (const [name, { column, check }] of Object.entries(details)) {
    const input: unknown = Reflect.get(patch, name);
    if (input === undefined) continue;
    const checked = check(input);
    if ('fault' in checked) faults[name] = checked.fault;
    else values[column] = checked.value;
  }
  const [firstFault] = Object.entries(faults);
  if (firstFault) throw codedError('FIELD_INVALID', { field: firstFault[0], fault: firstFault[1] }, { fields: faults });
  return values;
}

/** Returns a check for text of at most `maxLength` characters; an empty or blank text becomes null. */
export function text(maxLength: number, pattern?: RegExp, form?: string): Detail['check'] {
  return (input) => {
    const content = typeof input === 'string' ? input.trim() : '';
    if (content === '') return { value: null };
    const length = Array.from(content).length;
    if (length > maxLength)
      return { fault: `expected at most ${maxLength.toLocaleString('en')} characters, got ${length.toLocaleString('en')}` };
    if (pattern && !pattern.test(content))
      return { fault: `expected ${form ?? 'another form'}, got ${JSON.stringify(cutText(content, 60))}` };
    return { value: content };
  };
}

/** Checks the URL of an image or a file. */
export const media = text(addressLimits.web, mediaUrl, 'an http or https address, or a path on this site');

/** Checks the URL of a video. */
export const video = text(addressLimits.web, videoUrl, 'local:{playbackId} or an https address');

/** Checks a title, and collapses its whitespace to one line. */
export function title(input: unknown): Checked {
  const content = typeof input === 'string' ? input.replaceAll(/\s+/g, ' ').trim() : '';
  const length = Array.from(content).length;
  return length >= 1 && length <= itemLimits.title ? { value: content } : { fault: `expected 1 to 200 characters, got ${length}` };
}

/** Checks a slug, the last part of a URL. */
export function slug(input: unknown): Checked {
  const content = typeof input === 'string' ? input.trim() : '';
  if (slugPattern.test(content) && content.length <= addressLimits.slug) return { value: content };
  return {
    fault: `expected lower-case words joined by single hyphens, at most 120 characters, got ${JSON.stringify(cutText(content, 60))}`,
  };
}

/** Checks a permalink, the path of an item on this site. */
export function permalink(input: unknown): Checked {
  const content = typeof input === 'string' ? input.trim() : '';
  if (permalinkPattern.test(content) && content.length <= addressLimits.permalink) return { value: content };
  return { fault: `expected an address on this site such as /a-title, got ${JSON.stringify(cutText(content, 60))}` };
}

/** Checks a boolean. */
export function flag(input: unknown): Checked {
  return typeof input === 'boolean' ? { value: input } : { fault: 'expected true or false' };
}

/** Checks an enum value, which the schema has validated, against null. */
export function chosen(input: unknown): Checked {
  return input === null ? { fault: 'expected a value' } : { value: input };
}

/** Returns a check for a number within bounds; with `isNullable`, null means unknown. */
export function number(min: number, max: number, { isWhole = true, isNullable = true } = {}): Detail['check'] {
  return (input) => {
    if (input === null && isNullable) return { value: null };
    if (typeof input === 'number' && input >= min && input <= max && (!isWhole || Number.isInteger(input))) return { value: input };
    return { fault: `expected a ${isWhole ? 'whole ' : ''}number from ${min} to ${max.toLocaleString('en')}, got ${String(input)}` };
  };
}

/** Returns a check for a list of short lines; removes empty lines and duplicates. */
export function lines(maxCount: number, maxLength: number): Detail['check'] {
  return (input) => {
    const all = Array.isArray(input) ? input.map((line) => String(line).trim()).filter((line) => line !== '') : [];
    const entries = [...new Set(all)];
    if (entries.length > maxCount) return { fault: `expected at most ${maxCount}, got ${entries.length}` };
    const long = entries.find((line) => Array.from(line).length > maxLength);
    if (long !== undefined) return { fault: `expected at most ${maxLength} characters in each, got ${JSON.stringify(cutText(long, 60))}…` };
    return { value: entries };
  };
}

/** Returns a check for a list of pairs such as question and answer: both are required, and empty entries are removed. */
export function pairs(firstKey: string, secondKey: string, maxLength: number): Detail['check'] {
  return (input) => {
    const all = (Array.isArray(input) ? input : []).map((entry: object) => ({
      [firstKey]: String(Reflect.get(entry, firstKey) ?? '').trim(),
      [secondKey]: String(Reflect.get(entry, secondKey) ?? '').trim(),
    }));
    const entries = all.filter((pair) => pair[firstKey] !== '' || pair[secondKey] !== '');
    if (entries.length > 50) return { fault: `expected at most 50, got ${entries.length}` };
    if (entries.some((pair) => pair[firstKey] === '' || pair[secondKey] === ''))
      return { fault: `expected both ${firstKey} and ${secondKey} in each` };
    if (entries.some((pair) => Object.values(pair).some((content) => content.length > maxLength)))
      return { fault: `expected at most ${maxLength.toLocaleString('en')} characters in each` };
    const invalidPair = entries.find((pair) => secondKey === 'url' && !webUrl.test(pair['url'] ?? ''));
    if (invalidPair) return { fault: `expected http or https addresses, got ${JSON.stringify((invalidPair['url'] ?? '').slice(0, 60))}` };
    return { value: entries };
  };
}
