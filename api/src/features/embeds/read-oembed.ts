import { cutText } from '@newline/document/truncate';
import { append } from '@newline/document/append';
import { findPlayer, isPlayerOf } from '@newline/document/embeds/find-player';
import type { EmbedProvider } from '@newline/document/embeds/embed-provider';
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { z } from 'zod';

/** What a provider says about an address, checked: texts are bounded, addresses are https. */
export type OembedFacts = {
  readonly type: string | null;
  readonly version: string | null;
  readonly title: string | null;
  readonly author: string | null;
  readonly authorUrl: string | null;
  readonly providerUrl: string | null;
  readonly cacheAge: number | null;
  readonly thumbnail: { readonly url: string; readonly width: number | null; readonly height: number | null } | null;
  readonly description: string | null;
  readonly html: string | null;
  readonly width: number | null;
  readonly height: number | null;
};

const text = (maxLength: number) =>
  z
    .string()
    .transform((given) => cutText(given.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim(), maxLength) || null)
    .nullable()
    .catch(null);
const address = z
  .string()
  .max(2048)
  .transform((given) => (given.startsWith('//') ? `https:${given}` : given))
  .refine((given) => /^https:\/\/[^\s\\/@]+(?:\/[^\s\\]*)?$/u.test(given) && URL.canParse(given))
  .nullable()
  .catch(null);
/** Some providers write numbers as text. */
const whole = (min: number, max: number) =>
  z
    .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
    .pipe(z.number().int().min(min).max(max))
    .nullable()
    .catch(null);
const size = whole(1, 10_000);

const oembedSchema = z.object({
  type: z.enum(['video', 'rich', 'photo', 'link']).nullable().catch(null),
  version: z
    .union([z.string(), z.number().transform(String)])
    .pipe(z.string().max(10))
    .nullable()
    .catch(null),
  title: text(300),
  author_name: text(200),
  author_url: address,
  provider_url: address,
  cache_age: whole(0, 2_147_483_647),
  thumbnail_url: address,
  thumbnail_width: size,
  thumbnail_height: size,
  description: text(1000),
  html: z.string().max(20_000).nullable().catch(null),
  width: size,
  height: size,
});

/** Reads an answer of oEmbed; null when it is no object. A field that is not as it should be counts as missing. */
export function readOembed(given: unknown): OembedFacts | null {
  const { success, data } = oembedSchema.safeParse(typeof given === 'object' && given !== null ? { ...blank, ...given } : null);
  if (!success) return null;
  const { author_name, author_url, provider_url, cache_age, thumbnail_url, thumbnail_width, thumbnail_height, ...facts } = data;
  const thumbnail = thumbnail_url === null ? null : { url: thumbnail_url, width: thumbnail_width, height: thumbnail_height };
  return { ...facts, author: author_name, authorUrl: author_url, providerUrl: provider_url, cacheAge: cache_age, thumbnail };
}

const blank = Object.fromEntries(Object.keys(oembedSchema.shape).map((name) => [name, null]));

/** The address of the first frame in a provider's HTML that this provider may show; null when there is none. */
export function frameOfHtml(html: string, provider: EmbedProvider): string | null {
  // In the order of the text: the next node is last.
  const left: DefaultTreeAdapterTypes.Node[] = parseFragment(html).childNodes.toReversed();
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if ('childNodes' in node) append(left, node.childNodes.toReversed());
    if (node.nodeName !== 'iframe' || !('attrs' in node)) continue;
    const given = node.attrs.find(({ name }) => name === 'src')?.value ?? '';
    const src = given.startsWith('//') ? `https:${given}` : given;
    const found = findPlayer(src, [provider]);
    if (found?.src) return found.src;
    if (isPlayerOf(src, provider)) return src;
  }
  return null;
}
