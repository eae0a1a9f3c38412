const base = 'https://here.invalid';
const maxLength = 16_000;

/**
 * Parses a URL to redirect to as a path of this site; the origin of the result is a placeholder.
 *
 * Returns null for anything else: another origin, `//host`, a backslash, a control character, `javascript:`, or an invalid encoding.
 * @example readSitePath('/clips/7?from=1')?.pathname // '/clips/7'
 * @example readSitePath('//evil.example') // null
 */
export function readSitePath(address: unknown): URL | null {
  if (typeof address !== 'string' || address.length > maxLength || !address.startsWith('/') || address.startsWith('//')) return null;
  // Browsers drop controls and read a backslash as a slash: `/\evil.example` is `//evil.example`.
  // oxlint-disable-next-line no-control-regex -- the control characters are what is looked for
  if (/[\\\u0000-\u0020\u007f-\u009f\u2028\u2029]/.test(address)) return null;
  let url: URL;
  try {
    url = new URL(address, base);
    decodeURIComponent(url.pathname);
  } catch {
    return null;
  }
  // `/.//evil.example` starts with one slash, but its path is `//evil.example` once the dot is removed.
  const isOwn = url.origin === base && !url.pathname.startsWith('//') && !/%(?:2f|5c|0[0-9a-f]|1[0-9a-f]|7f)/i.test(url.pathname);
  return isOwn ? url : null;
}
