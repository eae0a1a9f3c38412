const base = 'https://site.invalid';
const maxReturnPathLength = 16_000;

/**
 * Makes an address somebody is sent to after signing in safe: only a path of this site comes out.
 *
 * Anything else (another origin, `//host`, a backslash, a control character, `javascript:`, what cannot be decoded) becomes the fallback. The
 * query is decoded and encoded again, so that nothing in it is read twice.
 *
 * @example safeReturnPath('/clips/7?from=1') // '/clips/7?from=1'
 * @example safeReturnPath('//evil.example') // '/'
 */
export function safeReturnPath(value: unknown, fallback = '/'): string {
  if (typeof value !== 'string' || value.length > maxReturnPathLength) return fallback;
  // Controls and backslashes are dropped or turned into slashes by browsers: `/\evil.example` is `//evil.example`.
  // oxlint-disable-next-line no-control-regex -- the control characters are what is looked for
  if (!value.startsWith('/') || value.startsWith('//') || /[\\\u0000-\u0020\u007f-\u009f\u2028\u2029]/.test(value)) return fallback;
  let url: URL;
  try {
    url = new URL(value, base);
    decodeURIComponent(url.pathname);
  } catch {
    return fallback;
  }
  // `/.//evil.example` starts with one slash, and its path is `//evil.example` once the dot is resolved.
  if (url.origin !== base || url.pathname.startsWith('//') || /%(?:2f|5c|0[0-9a-f]|1[0-9a-f])/i.test(url.pathname)) return fallback;
  const query = new URLSearchParams(url.search).toString();
  return `${url.pathname}${query && `?${query}`}${url.hash}`;
}
