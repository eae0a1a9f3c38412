import { cutText } from '@newline/document/truncate';
import { codedError } from '../../errors/error-codes.ts';
import { type Checked, flag } from '../items/checked-values.ts';
import { addressLimits } from '../../rules/limits/address.ts';
import { itemLimits } from '../../rules/limits/item.ts';

/** Details of an article as a mutation receives them; absent fields stay unchanged, null clears a field. */
export type ArticlePatch = {
  readonly slug?: string | null;
  readonly canonicalUrl?: string | null;
  readonly description?: string | null;
  readonly summary?: string | null;
  readonly mainImageUrl?: string | null;
  readonly topic?: string | null;
  readonly subscriptionRequired?: boolean | null;
  readonly previewPercent?: number | null;
  readonly isShownPublicly?: boolean | null;
  readonly tags?: readonly string[] | null;
};

const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const webUrl = /^https?:\/\/[^\s<>"]+$/;
const mediaUrl = /^(?:https?:\/\/|\/(?!\/))[^\s<>"]+$/;
const maxTags = 10;

/** Column and check of each detail. The database checks again; the check here produces the error message. */
const details: { readonly [K in keyof Required<ArticlePatch>]: { column: string; check(input: ArticlePatch[K]): Checked } } = {
  slug: { column: 'slug', check: checkSlug },
  canonicalUrl: { column: 'canonical_url', check: (input) => checkText(input, addressLimits.web, webUrl, 'an http or https address') },
  description: { column: 'description', check: (input) => checkText(input, itemLimits.description) },
  summary: { column: 'summary', check: (input) => checkText(input, itemLimits.summary) },
  mainImageUrl: {
    column: 'main_image_url',
    check: (input) => checkText(input, addressLimits.web, mediaUrl, 'an http or https address, or a path on this site'),
  },
  topic: { column: 'topic', check: (input) => (input == null ? { fault: 'expected a topic' } : { value: input }) },
  subscriptionRequired: { column: 'subscription_required', check: flag },
  previewPercent: { column: 'preview_percent', check: checkPercent },
  isShownPublicly: { column: 'is_shown_publicly', check: flag },
  tags: { column: 'tags', check: checkTags },
};

/**
 * Checks details and returns them by column (`tags` stays a list of slugs). Throws BAD_INPUT with the first invalid field;
 * `extensions.fields` has the messages of all of them.
 */
export function readDetails(patch: ArticlePatch): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const faults: Record<string, string> = {};
  for (const [name, { column, check }] of Object.entries(details)) {
    const input = patch[name as keyof ArticlePatch];
    if (input === undefined) continue;
    const checked = (check as (value: unknown) => Checked)(input);
    if ('fault' in checked) faults[name] = checked.fault;
    else values[column] = checked.value;
  }
  const [firstFault] = Object.entries(faults);
  if (firstFault) throw codedError('FIELD_INVALID', { field: firstFault[0], fault: firstFault[1] }, { fields: faults });
  return values;
}

/** Returns a title as it is stored. Throws BAD_INPUT if it is empty or too long. */
export function readTitle(input: string): string {
  const title = input.replaceAll(/\s+/g, ' ').trim();
  const length = Array.from(title).length;
  if (length >= 1 && length <= itemLimits.title) return title;
  throw codedError('TITLE_LENGTH_INVALID', { max: itemLimits.title, length });
}

function checkSlug(input: string | null | undefined): Checked {
  const slug = input?.trim() ?? '';
  if (slugPattern.test(slug) && slug.length <= addressLimits.slug) return { value: slug };
  return { fault: `expected lower-case words joined by single hyphens, at most 120 characters, got ${JSON.stringify(slug.slice(0, 60))}` };
}

function checkText(input: string | null | undefined, maxLength: number, pattern?: RegExp, form?: string): Checked {
  const text = input?.trim() ?? '';
  if (text === '') return { value: null };
  const length = Array.from(text).length;
  if (length > maxLength)
    return { fault: `expected at most ${maxLength.toLocaleString('en')} characters, got ${length.toLocaleString('en')}` };
  if (pattern && !pattern.test(text)) return { fault: `expected ${form ?? 'another form'}, got ${JSON.stringify(cutText(text, 60))}` };
  return { value: text };
}

function checkPercent(input: number | null | undefined): Checked {
  if (input == null) return { value: null };
  return Number.isInteger(input) && input >= 0 && input <= 100
    ? { value: input }
    : { fault: `expected a whole number from 0 to 100, got ${input}` };
}

function checkTags(input: readonly string[] | null | undefined): Checked {
  const tags = [...new Set(input ?? [])];
  if (tags.length > maxTags) return { fault: `expected at most ${maxTags} tags, got ${tags.length}` };
  const wrong = tags.find((slug) => !slugPattern.test(slug) || slug.length > 120);
  return wrong === undefined ? { value: tags } : { fault: `expected slugs of tags, got ${JSON.stringify(wrong.slice(0, 60))}` };
}
