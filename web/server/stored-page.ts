import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type TagHeader, tagHeaders } from '@newline/api/features/cdn/cdn-settings';
import { cachedPagePolicy, closedPolicy, inlineScriptHashes, type PolicySources } from './content-policy.ts';
import { type CutPage, cutPage, type Slot } from './filled-pages/filled-page.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** The result of rendering a public page. */
export type RenderedPage = {
  status: number;
  /** Location of a redirect, content type and the like, with lower-case names. */
  headers: Record<string, string>;
  body: string;
  /** What is filled in for a signed-in reader; empty for a response that is the same for everyone. */
  slots: readonly Slot[];
  /** The tags that the page depends on, which are announced when they change. */
  tags: readonly string[];
  /** When a date on the page passes ('New Release' ends, a scheduled item is published), in milliseconds; or null. */
  dueAtMs: number | null;
  /** True when a signed-in user may get another page at this URL: then this one is for visitors only. */
  isForVisitors: boolean;
};

/** One encoding of a page, with prepared response heads: flat lists of names and values. */
export type Representation = { body: Buffer; etag: string; head: readonly string[]; notModifiedHead: readonly string[] };

/** A cached page, as bytes that are ready to send. */
export type StoredPage = {
  identity: Representation;
  gzip: Representation;
  brotli: Representation;
  /** Positions in `identity`, in the order of the page. */
  slots: readonly Slot[];
  tags: readonly string[];
  dueAtMs: number | null;
  isForVisitors: boolean;
  /** The number of bytes of this entry. */
  sizeBytes: number;
};

/**
 * Prepares a rendered page for sending: compressed, with an ETag and the policy of its inline scripts.
 * @param tagHeader the header by which the CDN learns the tags; null for a site without one
 */
export async function storePage(
  page: RenderedPage,
  sources: PolicySources,
  securityHeaders: Readonly<Record<string, string>>,
  tagHeader: TagHeader | null = null,
): Promise<StoredPage> {
  const identity = Buffer.from(page.body);
  const isHtml = page.headers['content-type']?.startsWith('text/html') ?? false;
  const [brotli, gzipped] = await Promise.all([
    compressBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length } }),
    compressGzip(identity, { level: 9 }),
  ]);
  const digest = createHash('sha256').update(identity).digest('base64url').slice(0, 27);
  const { 'content-type': contentType = 'text/html; charset=utf-8', ...others } = page.headers;
  const shared: Record<string, string> = {
    ...securityHeaders,
    ...others,
    // Browsers revalidate every time and usually get a 304; a CDN may cache it for a minute, and is purged by the same tags. A CDN may not
    // cache pages for visitors only, because it would serve them to signed-in users.
    ...(page.isForVisitors
      ? { 'cache-control': 'private, max-age=0, must-revalidate', vary: 'Accept-Encoding, Cookie' }
      : {
          'cache-control': 'public, max-age=0, must-revalidate',
          'cdn-cache-control': 'public, max-age=60, stale-while-revalidate=600',
          vary: 'Accept-Encoding',
        }),
    // Visitors' pages only have tags of content that visitors can see. A page with more isn't cached by a CDN for longer than a minute.
    ...(tagHeader !== null &&
      page.tags.length > 0 &&
      !page.isForVisitors && { [tagHeader.name]: page.tags.slice(0, 100).join(tagHeader.separator) }),
    'content-security-policy': isHtml ? cachedPagePolicy(inlineScriptHashes(page.body), sources) : closedPolicy,
  };
  const represent = (body: Buffer, encoding: string | null): Representation => {
    const etag = `"${digest}${encoding ? `-${encoding}` : ''}"`;
    const entity = {
      'content-type': contentType,
      'content-length': String(body.length),
      ...(encoding && { 'content-encoding': encoding }),
    };
    return {
      body,
      etag,
      head: Object.entries({ ...shared, etag, ...entity }).flat(),
      notModifiedHead: Object.entries({ ...shared, etag }).flat(),
    };
  };
  return {
    identity: represent(identity, null),
    gzip: represent(gzipped, 'gzip'),
    brotli: represent(brotli, 'br'),
    slots: page.slots,
    tags: page.tags,
    dueAtMs: page.dueAtMs,
    isForVisitors: page.isForVisitors,
    sizeBytes: storedBytes({ slots: page.slots, identity, gzip: gzipped, brotli }),
  };
}

/** Returns the number of bytes that a page takes; one with slots is compressed once more, in parts. */
export function storedBytes({
  slots,
  identity,
  gzip,
  brotli,
}: Pick<StoredPage, 'slots'> & Readonly<Record<'identity' | 'gzip' | 'brotli', Buffer>>): number {
  return identity.length + gzip.length * (slots.length > 0 ? 2 : 1) + brotli.length + 2048;
}

type FilledPage = { readonly parts: CutPage; readonly head: readonly string[] };
const filledPages = new WeakMap<StoredPage, FilledPage>();

/** Headers that only the page for everyone has. */
const sharedHeaders: ReadonlySet<string> = new Set([
  'cache-control',
  'cdn-cache-control',
  'content-length',
  'etag',
  'vary',
  ...Object.values(tagHeaders).map(({ name }) => name),
]);

/** Returns the parts of a page that is filled in for a reader, and the head of such a response, which must not be stored. */
export function fillable(page: StoredPage): FilledPage {
  let filled = filledPages.get(page);
  if (filled === undefined) {
    const { head, body } = page.identity;
    const shared = head.flatMap((name, at) => (at % 2 === 1 || sharedHeaders.has(name) ? [] : [name, head[at + 1] ?? '']));
    filled = {
      parts: cutPage(body, page.slots),
      head: [...shared, 'cache-control', 'private, no-store', 'vary', 'Cookie, Accept-Encoding'],
    };
    filledPages.set(page, filled);
  }
  return filled;
}

/** Returns the encoding for a client's Accept-Encoding header: `br`, `gzip` or uncompressed. */
export function chooseRepresentation(page: StoredPage, acceptEncoding: string | undefined): Representation {
  if (!acceptEncoding) return page.identity;
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:\s|,|$))/.test(acceptEncoding)) return page.brotli;
  if (/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:\s|,|$))/.test(acceptEncoding)) return page.gzip;
  return page.identity;
}
