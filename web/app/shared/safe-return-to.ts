const base = 'https://here.invalid';
const maxLength = 16_000;

/** The parameters that may come back with a person after signing in: the state of a comment in progress, and a second of a video. */
export const returnParameters: readonly string[] = ['parentId', 'from', 'to', 'commentText', 't'];

/**
 * Makes an address somebody is sent to after signing in safe: a path of this site with the allowed parameters, encoded anew.
 * Anything else (another origin, `//host`, a backslash, a control character, `javascript:`) becomes `/`.
 *
 * @example safeReturnTo('/clips/7?t=27&utm_source=mail') // '/clips/7?t=27'
 * @example safeReturnTo('//evil.example') // '/'
 */
export function safeReturnTo(value: unknown): string {
  if (typeof value !== 'string' || value.length > maxLength || !value.startsWith('/') || value.startsWith('//')) return '/';
  // Browsers drop controls and read a backslash as a slash: `/\evil.example` is `//evil.example`.
  // oxlint-disable-next-line no-control-regex -- the control characters are what is looked for
  if (/[\\\u0000-\u0020\u007f-\u009f\u2028\u2029]/.test(value)) return '/';
  let url: URL;
  try {
    url = new URL(value, base);
    decodeURIComponent(url.pathname);
  } catch {
    return '/';
  }
  // `/.//evil.example` starts with one slash; its path is `//evil.example` once the dot is gone.
  if (url.origin !== base || url.pathname.startsWith('//') || /%(?:2f|5c|0[0-9a-f]|1[0-9a-f]|7f)/i.test(url.pathname)) return '/';
  // Signing in is not a place to come back to.
  if (/^\/(?:sign-in|sign-up|verify|reset-password)(?:\/|$)/.test(url.pathname)) return '/';
  const kept = new URLSearchParams();
  for (const name of returnParameters) {
    const parameter = url.searchParams.get(name);
    if (parameter !== null) kept.set(name, parameter);
  }
  const query = kept.toString();
  return `${url.pathname}${query && `?${query}`}${url.hash}`;
}
