import { cutText } from '@newline/document/truncate';
import { addressLimits } from '../../rules/limits/address.ts';
import { itemLimits } from '../../rules/limits/item.ts';
import { type FieldFault, faultOf, refuseFaults } from './field-fault.ts';

/** Result of a check: the value to store, or what is wrong with it. */
export type Checked = { readonly value: unknown } | { readonly fault: FieldFault };

/** Column and check of a detail. The database checks again; the check here produces the error message. */
export type Detail = { readonly column: string; readonly check: (input: unknown) => Checked };

const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const permalinkPattern = /^(?:\/[a-z0-9]+(?:-[a-z0-9]+)*){1,2}$/;
/** Matches an http or https URL. */
const webUrl = /^https?:\/\/[^\s<>"]+$/;
const videoUrl = /^(?:local:[A-Za-z0-9_-]{4,64}|https:\/\/[^\s<>"]+)$/;

/**
 * Checks a patch and returns its values by column; absent fields stay absent. Throws BAD_INPUT with the invalid fields (see
 * `refuseFaults`).
 */
export function readPatch(patch: object, details: Readonly<Record<string, Detail>>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const faults: Record<string, FieldFault> = {};
  for (const [name, { column, check }] of Object.entries(details)) {
    const input: unknown = Reflect.get(patch, name);
    if (input === undefined) continue;
    const checked = check(input);
    if ('fault' in checked) faults[name] = checked.fault;
    else values[column] = checked.value;
  }
  refuseFaults(faults);
  return values;
}

/** A format that a text must have, and the reason to refuse another. */
export type TextForm = { readonly pattern: RegExp; readonly reason: FormReason };

type FormReason = 'FIELD_ADDRESS_INVALID' | 'FIELD_LANGUAGE_INVALID' | 'FIELD_MEDIA_INVALID' | 'FIELD_PATH_INVALID' | 'FIELD_VIDEO_INVALID';

/** An http or https URL. */
export const webAddress: TextForm = { pattern: webUrl, reason: 'FIELD_ADDRESS_INVALID' };

/** An http or https URL, or a path on this site. */
const mediaAddress: TextForm = { pattern: /^(?:https?:\/\/|\/(?!\/))[^\s<>"]+$/, reason: 'FIELD_MEDIA_INVALID' };

/** Returns a check for text of at most `maxLength` characters; an empty or blank text becomes null. */
export function text(maxLength: number, form?: TextForm): Detail['check'] {
  return (input) => {
    const content = typeof input === 'string' ? input.trim() : '';
    if (content === '') return { value: null };
    const length = Array.from(content).length;
    if (length > maxLength) return faultOf('FIELD_TOO_LONG', { max: maxLength, length });
    if (form && !form.pattern.test(content)) return faultOf(form.reason, { got: cutText(content, 60) });
    return { value: content };
  };
}

/** Checks the URL of an image or a file. */
export const media = text(addressLimits.web, mediaAddress);

/** Checks the URL of a video. */
export const video = text(addressLimits.web, { pattern: videoUrl, reason: 'FIELD_VIDEO_INVALID' });

/** Checks a title, and collapses its whitespace to one line. */
export function title(input: unknown): Checked {
  const content = typeof input === 'string' ? input.replaceAll(/\s+/g, ' ').trim() : '';
  const length = Array.from(content).length;
  if (length >= 1 && length <= itemLimits.title) return { value: content };
  return faultOf('FIELD_TITLE_LENGTH_INVALID', { max: itemLimits.title, length });
}

/** Checks a slug, the last part of a URL. */
export function slug(input: unknown): Checked {
  const content = typeof input === 'string' ? input.trim() : '';
  if (slugPattern.test(content) && content.length <= addressLimits.slug) return { value: content };
  return faultOf('FIELD_SLUG_INVALID', { max: addressLimits.slug, got: cutText(content, 60) });
}

/** Checks a permalink, the path of an item on this site. */
export function permalink(input: unknown): Checked {
  const content = typeof input === 'string' ? input.trim() : '';
  if (permalinkPattern.test(content) && content.length <= addressLimits.permalink) return { value: content };
  return faultOf('FIELD_PERMALINK_INVALID', { got: cutText(content, 60) });
}

/** Checks a boolean. */
export function flag(input: unknown): Checked {
  return typeof input === 'boolean' ? { value: input } : faultOf('FIELD_BOOLEAN_REQUIRED');
}

/** Checks an enum value, which the schema has validated, against null. */
export function chosen(input: unknown): Checked {
  return input === null ? faultOf('FIELD_VALUE_REQUIRED') : { value: input };
}

/** Returns a check for a number within bounds; with `isNullable`, null means unknown. */
export function number(min: number, max: number, { isWhole = true, isNullable = true } = {}): Detail['check'] {
  return (input) => {
    if (input === null && isNullable) return { value: null };
    if (typeof input === 'number' && input >= min && input <= max && (!isWhole || Number.isInteger(input))) return { value: input };
    return faultOf(isWhole ? 'FIELD_WHOLE_NUMBER_INVALID' : 'FIELD_NUMBER_INVALID', { min, max, got: String(input) });
  };
}

/** Returns a check for a list of short lines; removes empty lines and duplicates. */
export function lines(maxCount: number, maxLength: number): Detail['check'] {
  return (input) => {
    const all = Array.isArray(input) ? input.map((line) => String(line).trim()).filter((line) => line !== '') : [];
    const entries = [...new Set(all)];
    if (entries.length > maxCount) return faultOf('FIELD_ENTRIES_TOO_MANY', { max: maxCount, count: entries.length });
    const long = entries.find((line) => Array.from(line).length > maxLength);
    if (long !== undefined) return faultOf('FIELD_ENTRY_TOO_LONG', { max: maxLength, got: cutText(long, 60) });
    return { value: entries };
  };
}

/** Maximum number of pairs in a list. */
const maxPairs = 50;

/** Returns a check for a list of pairs such as question and answer: both are required, and empty entries are removed. */
export function pairs(firstKey: string, secondKey: string, maxLength: number): Detail['check'] {
  return (input) => {
    const all = (Array.isArray(input) ? input : []).map((entry: object) => ({
      [firstKey]: String(Reflect.get(entry, firstKey) ?? '').trim(),
      [secondKey]: String(Reflect.get(entry, secondKey) ?? '').trim(),
    }));
    const entries = all.filter((pair) => pair[firstKey] !== '' || pair[secondKey] !== '');
    if (entries.length > maxPairs) return faultOf('FIELD_ENTRIES_TOO_MANY', { max: maxPairs, count: entries.length });
    if (entries.some((pair) => pair[firstKey] === '' || pair[secondKey] === ''))
      return faultOf('FIELD_ENTRY_INCOMPLETE', { first: firstKey, second: secondKey });
    const long = entries.flatMap((pair) => Object.values(pair)).find((content) => content.length > maxLength);
    if (long !== undefined) return faultOf('FIELD_ENTRY_TOO_LONG', { max: maxLength, got: cutText(long, 60) });
    const invalidPair = entries.find((pair) => secondKey === 'url' && !webUrl.test(pair['url'] ?? ''));
    if (invalidPair) return faultOf('FIELD_ENTRY_ADDRESS_INVALID', { got: cutText(invalidPair['url'] ?? '', 60) });
    return { value: entries };
  };
}
