/** The longest URL in a document, in UTF-16 code units. */
const maxUrlLength = 4096;

const linkSchemes = new Set(['http', 'https', 'mailto', 'tel']);
const mediaSchemes = new Set(['http', 'https']);

// Browsers drop some of these characters inside a URL, and people don't see the others. `java\u0000script:` must be read as it will act.
const invisible =
  // oxlint-disable-next-line no-misleading-character-class -- combining characters are among what is removed, one by one
  /[\p{Cc}\p{Cf}\p{Variation_Selector}\u034f\u115f\u1160\u17b4\u17b5\u2028\u2029\u3164\uffa0\ufff0-\uffff]/gu;
const spaces = /[\s\u1680\u2000-\u200a\u202f\u205f\u3000]+/gu;
const loneSurrogate = /\p{Cs}/gu;

/** The use of a URL. Links can also be email addresses or telephone numbers. */
export type UrlUse = 'link' | 'media';

/**
 * Returns a URL that is safe in a page, or null if it is invalid: wrong type, empty, too long, or with a scheme other than http, https,
 * mailto and tel (links), http and https (media). Control and zero-width characters are removed, and spaces become `%20`. A URL without a
 * scheme is relative and allowed.
 */
export function safeUrl(value: unknown, use: UrlUse = 'link'): string | null {
  if (typeof value !== 'string' || value.length > maxUrlLength) return null;
  const visible = value.replaceAll(invisible, '').replaceAll(loneSurrogate, '').trim();
  const cleaned = visible.replaceAll(spaces, '%20');
  if (cleaned === '') return null;
  const scheme = /^([^/?#\\]*?):/u.exec(visible.replaceAll(spaces, ''));
  if (scheme === null) return cleaned;
  const allowed = use === 'link' ? linkSchemes : mediaSchemes;
  return allowed.has((scheme[1] ?? '').toLowerCase()) ? cleaned : null;
}

/**
 * Returns true if a URL leads to another site: its host is neither that of `siteOrigin` nor a subdomain of it. Relative, mailto and tel
 * URLs don't; `//host` and what browsers read as it (`/\host`) do.
 */
export function isForeignUrl(url: string, siteOrigin: string): boolean {
  // Clearly relative. The rest is left to the parser, which forgives tabs and backslashes.
  if (/^(?:[#?]|\/(?:$|[\w.#?-]))/u.test(url)) return false;
  const base = siteOf(siteOrigin);
  const target = parseUrl(url, base);
  if (target === null) return false;
  if (target.protocol !== 'https:' && target.protocol !== 'http:') return false;
  const isOwn = target.hostname === base.hostname || target.hostname.endsWith(`.${base.hostname}`);
  return !isOwn;
}

/** Where a page can load images from. */
export interface ImageOrigins {
  readonly siteOrigin: string;
  /** Other origins, as in a Content-Security-Policy: `https://images.example` or `https://*.images.example`. */
  readonly imageOrigins: readonly string[];
}

/** Returns true if a page of the site can load an image from its URL. */
export function isImageOfPage(url: string, { siteOrigin, imageOrigins }: ImageOrigins): boolean {
  if (/^\/(?![/\\])/u.test(url)) return true;
  const base = siteOf(siteOrigin);
  const target = parseUrl(url, base);
  if (target === null || target.host === base.host) return true;
  return imageOrigins.some(
    (origin) => origin === target.origin || (origin.startsWith('https://*.') && target.origin.endsWith(origin.slice('https://*'.length))),
  );
}

const noSite = new URL('https://site.invalid');
let lastSite: { readonly origin: string; readonly url: URL } = { origin: '', url: noSite };

/** Returns the parsed origin, which is cached because a page needs the same one many times. */
function siteOf(origin: string): URL {
  if (lastSite.origin !== origin) lastSite = { origin, url: parseUrl(origin) ?? noSite };
  return lastSite.url;
}

function parseUrl(url: string, base?: URL): URL | null {
  return URL.canParse(url, base) ? new URL(url, base) : null;
}
