import { cutText } from '@newline/document/truncate';
import { codedError } from '../../errors/error-codes.ts';
import { type Checked, flag, media, number, slug, text, webAddress } from '../items/checked-values.ts';
import { type FieldFault, faultOf, refuseFaults } from '../items/field-fault.ts';
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

const maxTags = 10;

/** Column and check of each detail. The database checks again; the check here produces the error message. */
const details: { readonly [K in keyof Required<ArticlePatch>]: { column: string; check(input: ArticlePatch[K]): Checked } } = {
  slug: { column: 'slug', check: slug },
  canonicalUrl: { column: 'canonical_url', check: text(addressLimits.web, webAddress) },
  description: { column: 'description', check: text(itemLimits.description) },
  summary: { column: 'summary', check: text(itemLimits.summary) },
  mainImageUrl: { column: 'main_image_url', check: media },
  topic: { column: 'topic', check: (input) => (input == null ? faultOf('FIELD_TOPIC_REQUIRED') : { value: input }) },
  subscriptionRequired: { column: 'subscription_required', check: flag },
  previewPercent: { column: 'preview_percent', check: checkPercent },
  isShownPublicly: { column: 'is_shown_publicly', check: flag },
  tags: { column: 'tags', check: checkTags },
};

/**
 * Checks details and returns them by column (`tags` stays a list of slugs). Throws BAD_INPUT with the invalid fields (see
 * `refuseFaults`).
 */
export function readDetails(patch: ArticlePatch): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const faults: Record<string, FieldFault> = {};
  for (const [name, { column, check }] of Object.entries(details)) {
    const input = patch[name as keyof ArticlePatch];
    if (input === undefined) continue;
    const checked = (check as (value: unknown) => Checked)(input);
    if ('fault' in checked) faults[name] = checked.fault;
    else values[column] = checked.value;
  }
  refuseFaults(faults);
  return values;
}

/** Returns a title as it is stored. Throws BAD_INPUT if it is empty or too long. */
export function readTitle(input: string): string {
  const title = input.replaceAll(/\s+/g, ' ').trim();
  const length = Array.from(title).length;
  if (length >= 1 && length <= itemLimits.title) return title;
  throw codedError('TITLE_LENGTH_INVALID', { max: itemLimits.title, length });
}

function checkPercent(input: number | null | undefined): Checked {
  return number(0, 100)(input ?? null);
}

function checkTags(input: readonly string[] | null | undefined): Checked {
  const tags = [...new Set(input ?? [])];
  if (tags.length > maxTags) return faultOf('FIELD_TAGS_TOO_MANY', { max: maxTags, count: tags.length });
  const wrong = tags.find((tag) => 'fault' in slug(tag));
  return wrong === undefined ? { value: tags } : faultOf('FIELD_TAGS_INVALID', { got: cutText(wrong, 60) });
}
