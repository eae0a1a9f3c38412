import { cutText } from '@newline/document/truncate';
import { codedError } from '../../errors/error-codes.ts';
import { addressLimits } from '../../rules/limits/address.ts';
import { itemLimits } from '../../rules/limits/item.ts';

/** A value checked: what is stored, or what is wrong with it. */
export type Checked = { readonly value: unknown } | { readonly fault: string };

/** For a detail the column that keeps it, and its check. The database checks the same again; here the fault gets its words. */
export type Detail = { readonly column: string; readonly check: (given: unknown) => Checked };

const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const permalinkPattern = /^(?:\/[a-z0-9]+(?:-[a-z0-9]+)*){1,2}$/;
/** An http or https address. */
export const webAddress = /^https?:\/\/[^\s<>"]+$/;
const mediaAddress = /^(?:https?:\/\/|\/(?!\/))[^\s<>"]+$/;
const videoAddress = /^(?:local:[A-Za-z0-9_-]{4,64}|https:\/\/[^\s<>"]+)$/;

/**
 * Checks a patch and names its values by their columns; what is absent stays absent. Throws BAD_INPUT with the first field
 * at fault, and all of them with their words in `extensions.fields`.
 */
export function readPatch(patch: object, details: Readonly<Record<string, Detail>>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const faults: Record<string, string> = {};
  for (const [name, { column, check }] of Object.entries(details)) {
    const given: unknown = Reflect.get(patch, name);
    if (given === undefined) continue;
    const checked = check(given);
    if ('fault' in checked) faults[name] = checked.fault;
    else values[column] = checked.value;
  }
  const [first] = Object.entries(faults);
  if (first) throw codedError('FIELD_INVALID', { field: first[0], fault: first[1] }, { fields: faults });
  return values;
}

/** Text of at most so many characters; nothing, or only space, is null. */
export function text(maxLength: number, pattern?: RegExp, form?: string): Detail['check'] {
  return (given) => {
    const words = typeof given === 'string' ? given.trim() : '';
    if (words === '') return { value: null };
    const length = Array.from(words).length;
    if (length > maxLength)
      return { fault: `expected at most ${maxLength.toLocaleString('en')} characters, got ${length.toLocaleString('en')}` };
    if (pattern && !pattern.test(words)) return { fault: `expected ${form ?? 'another form'}, got ${JSON.stringify(cutText(words, 60))}` };
    return { value: words };
  };
}

/** The address of a picture or a file. */
export const media = text(addressLimits.web, mediaAddress, 'an http or https address, or a path on this site');

/** The address of a video. */
export const video = text(addressLimits.web, videoAddress, 'local:{playbackId} or an https address');

/** A title in one line. */
export function title(given: unknown): Checked {
  const words = typeof given === 'string' ? given.replaceAll(/\s+/g, ' ').trim() : '';
  const length = Array.from(words).length;
  return length >= 1 && length <= itemLimits.title ? { value: words } : { fault: `expected 1 to 200 characters, got ${length}` };
}

/** The last part of an address. */
export function slug(given: unknown): Checked {
  const words = typeof given === 'string' ? given.trim() : '';
  if (slugPattern.test(words) && words.length <= addressLimits.slug) return { value: words };
  return { fault: `expected lower-case words joined by single hyphens, at most 120 characters, got ${JSON.stringify(cutText(words, 60))}` };
}

/** A whole address on this site. */
export function permalink(given: unknown): Checked {
  const words = typeof given === 'string' ? given.trim() : '';
  if (permalinkPattern.test(words) && words.length <= addressLimits.permalink) return { value: words };
  return { fault: `expected an address on this site such as /a-title, got ${JSON.stringify(cutText(words, 60))}` };
}

/** True or false, and nothing else. */
export function flag(given: unknown): Checked {
  return typeof given === 'boolean' ? { value: given } : { fault: 'expected true or false' };
}

/** A value that the schema has checked already, but that may not be null. */
export function chosen(given: unknown): Checked {
  return given === null ? { fault: 'expected a value' } : { value: given };
}

/** A number within bounds; null where it may be unknown. */
export function number(min: number, max: number, { isWhole = true, isNullable = true } = {}): Detail['check'] {
  return (given) => {
    if (given === null && isNullable) return { value: null };
    if (typeof given === 'number' && given >= min && given <= max && (!isWhole || Number.isInteger(given))) return { value: given };
    return { fault: `expected a ${isWhole ? 'whole ' : ''}number from ${min} to ${max.toLocaleString('en')}, got ${String(given)}` };
  };
}

/** A list of short lines; empty ones are left out, and none stands twice. */
export function lines(maxCount: number, maxLength: number): Detail['check'] {
  return (given) => {
    const all = Array.isArray(given) ? given.map((line) => String(line).trim()).filter((line) => line !== '') : [];
    const kept = [...new Set(all)];
    if (kept.length > maxCount) return { fault: `expected at most ${maxCount}, got ${kept.length}` };
    const long = kept.find((line) => Array.from(line).length > maxLength);
    if (long !== undefined) return { fault: `expected at most ${maxLength} characters in each, got ${JSON.stringify(cutText(long, 60))}…` };
    return { value: kept };
  };
}

/** A list of pairs such as question and answer: both are needed, and an entry without words is left out. */
export function pairs(first: string, second: string, maxLength: number): Detail['check'] {
  return (given) => {
    const all = (Array.isArray(given) ? given : []).map((entry: object) => ({
      [first]: String(Reflect.get(entry, first) ?? '').trim(),
      [second]: String(Reflect.get(entry, second) ?? '').trim(),
    }));
    const kept = all.filter((pair) => pair[first] !== '' || pair[second] !== '');
    if (kept.length > 50) return { fault: `expected at most 50, got ${kept.length}` };
    if (kept.some((pair) => pair[first] === '' || pair[second] === '')) return { fault: `expected both ${first} and ${second} in each` };
    if (kept.some((pair) => Object.values(pair).some((words) => words.length > maxLength)))
      return { fault: `expected at most ${maxLength.toLocaleString('en')} characters in each` };
    const address = kept.find((pair) => second === 'url' && !webAddress.test(pair['url'] ?? ''));
    if (address) return { fault: `expected http or https addresses, got ${JSON.stringify((address['url'] ?? '').slice(0, 60))}` };
    return { value: kept };
  };
}
