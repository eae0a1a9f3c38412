import { cutText } from '@newline/document/truncate';
import { append } from '@newline/document/append';
import { findPlayer, isPlayerOf } from '@newline/document/embeds/find-player';
import type { EmbedProvider } from '@newline/document/embeds/embed-provider';
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { z } from 'zod';

/** Validated oEmbed data: texts have a maximum length, URLs are https. */
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
    .transform((input) => cutText(input.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim(), maxLength) || null)
    .nullable()
    .catch(null);
const httpsUrl = z
  .string()
  .max(2048)
  .transform((input) => (input.startsWith('//') ? `https:${input}` : input))
  .refine((input) => /^https:\/\/[^\s\\/@]+(?:\/[^\s\\]*)?$/u.test(input) && URL.canParse(input))
  .nullable()
  .catch(null);
/** Some providers send numbers as text. */
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
  author_url: httpsUrl,
  provider_url: httpsUrl,
  cache_age: whole(0, 2_147_483_647),
  thumbnail_url: httpsUrl,
  thumbnail_width: size,
  thumbnail_height: size,
  description: text(1000),
  html: z.string().max(20_000).nullable().catch(null),
  width: size,
  height: size,
});

/** Reads an oEmbed response; null if it isn't an object. Invalid fields count as missing. */
export function readOembed(input: unknown): OembedFacts | null {
  const { success, data } = oembedSchema.safeParse(typeof input === 'object' && input !== null ? { ...blank, ...input } : null);
  if (!success) return null;
  const { author_name, author_url, provider_url, cache_age, thumbnail_url, thumbnail_width, thumbnail_height, ...facts } = data;
  const thumbnail = thumbnail_url === null ? null : { url: thumbnail_url, width: thumbnail_width, height: thumbnail_height };
  return { ...facts, author: author_name, authorUrl: author_url, providerUrl: provider_url, cacheAge: cache_age, thumbnail };
}

const blank = Object.fromEntries(Object.keys(oembedSchema.shape).map((name) => [name, null]));

/** Returns the URL of the first frame in a provider's HTML that this provider may show; null if there is none. */
export function frameOfHtml(html: string, provider: EmbedProvider): string | null {
  // A stack in document order: the next node is last.
  const stack: DefaultTreeAdapterTypes.Node[] = parseFragment(html).childNodes.toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if ('childNodes' in node) append(stack, node.childNodes.toReversed());
    if (node.nodeName !== 'iframe' || !('attrs' in node)) continue;
    const rawSrc = node.attrs.find(({ name }) => name === 'src')?.value ?? '';
    const src = rawSrc.startsWith('//') ? `https:${rawSrc}` : rawSrc;
    const player = findPlayer(src, [provider]);
    if (player?.src) return player.src;
    if (isPlayerOf(src, provider)) return src;
  }
  return null;
}
