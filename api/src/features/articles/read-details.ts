import { cutText } from '@newline/document/truncate';
import { codedError } from '../../errors/error-codes.ts';
import { type Checked, flag } from '../items/checked-values.ts';
import { addressLimits } from '../../rules/limits/address.ts';
import { itemLimits } from '../../rules/limits/item.ts';

/** Details of an article as a mutation is given them; what is absent stays as it is, null clears. */
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
const webAddress = /^https?:\/\/[^\s<>"]+$/;
const mediaAddress = /^(?:https?:\/\/|\/(?!\/))[^\s<>"]+$/;
const maxTags = 10;

/** For each detail its column and its check. The database checks the same again; here the fault gets its words. */
const details: { readonly [K in keyof Required<ArticlePatch>]: { column: string; check(given: ArticlePatch[K]): Checked } } = {
  slug: { column: 'slug', check: checkSlug },
  canonicalUrl: { column: 'canonical_url', check: (given) => checkText(given, addressLimits.web, webAddress, 'an http or https address') },
  description: { column: 'description', check: (given) => checkText(given, itemLimits.description) },
  summary: { column: 'summary', check: (given) => checkText(given, itemLimits.summary) },
  mainImageUrl: {
    column: 'main_image_url',
    check: (given) => checkText(given, addressLimits.web, mediaAddress, 'an http or https address, or a path on this site'),
  },
  topic: { column: 'topic', check: (given) => (given == null ? { fault: 'expected a topic' } : { value: given }) },
  subscriptionRequired: { column: 'subscription_required', check: flag },
  previewPercent: { column: 'preview_percent', check: checkPercent },
  isShownPublicly: { column: 'is_shown_publicly', check: flag },
  tags: { column: 'tags', check: checkTags },
};

/**
 * Checks details and names them by their columns (`tags` stays a list of slugs). Throws BAD_INPUT with the first field at
 * fault, and all of them with their words in `extensions.fields`.
 */
export function readDetails(patch: ArticlePatch): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const faults: Record<string, string> = {};
  for (const [name, { column, check }] of Object.entries(details)) {
    const given = patch[name as keyof ArticlePatch];
    if (given === undefined) continue;
    const checked = (check as (value: unknown) => Checked)(given);
    if ('fault' in checked) faults[name] = checked.fault;
    else values[column] = checked.value;
  }
  const [first] = Object.entries(faults);
  if (first) throw codedError('FIELD_INVALID', { field: first[0], fault: first[1] }, { fields: faults });
  return values;
}

/** The title as it is stored. Throws BAD_INPUT when it is empty or too long. */
export function readTitle(given: string): string {
  const title = given.replaceAll(/\s+/g, ' ').trim();
  const length = Array.from(title).length;
  if (length >= 1 && length <= itemLimits.title) return title;
  throw codedError('TITLE_LENGTH_INVALID', { max: itemLimits.title, length });
}

function checkSlug(given: string | null | undefined): Checked {
  const slug = given?.trim() ?? '';
  if (slugPattern.test(slug) && slug.length <= addressLimits.slug) return { value: slug };
  return { fault: `expected lower-case words joined by single hyphens, at most 120 characters, got ${JSON.stringify(slug.slice(0, 60))}` };
}

function checkText(given: string | null | undefined, maxLength: number, pattern?: RegExp, form?: string): Checked {
  const text = given?.trim() ?? '';
  if (text === '') return { value: null };
  const length = Array.from(text).length;
  if (length > maxLength)
    return { fault: `expected at most ${maxLength.toLocaleString('en')} characters, got ${length.toLocaleString('en')}` };
  if (pattern && !pattern.test(text)) return { fault: `expected ${form ?? 'another form'}, got ${JSON.stringify(cutText(text, 60))}` };
  return { value: text };
}

function checkPercent(given: number | null | undefined): Checked {
  if (given == null) return { value: null };
  return Number.isInteger(given) && given >= 0 && given <= 100
    ? { value: given }
    : { fault: `expected a whole number from 0 to 100, got ${given}` };
}

function checkTags(given: readonly string[] | null | undefined): Checked {
  const tags = [...new Set(given ?? [])];
  if (tags.length > maxTags) return { fault: `expected at most ${maxTags} tags, got ${tags.length}` };
  const wrong = tags.find((slug) => !slugPattern.test(slug) || slug.length > 120);
  return wrong === undefined ? { value: tags } : { fault: `expected slugs of tags, got ${JSON.stringify(wrong.slice(0, 60))}` };
}
