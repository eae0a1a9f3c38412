import { readSitePath } from './site-path.ts';

/**
 * Query parameters that are kept when a user returns after signing in: a comment in progress, a position in a video, a pending purchase,
 * and the id of the button that was pressed.
 */
const returnParameters: readonly string[] = [
  'parentId',
  'from',
  'to',
  'commentText',
  't',
  'plan',
  'course',
  'book',
  'advanced',
  'seats',
  'coupon',
  'currency',
  'gift',
  'returnTo',
  'intent',
];

/** Filters of the library, which are kept too; each may be repeated. */
const libraryParameters: readonly string[] = ['q', 'kind', 'status', 'technology', 'instructor', 'sort', 'page'];

/**
 * Makes the URL that a user returns to after signing in safe: a path of this site with the allowed parameters, encoded again. Anything else
 * (another origin, `//host`, a backslash, a control character, `javascript:`) becomes `/`.
 * @example safeReturnTo('/clips/7?t=27&utm_source=mail') // '/clips/7?t=27'
 * @example safeReturnTo('//evil.example') // '/'
 */
export function safeReturnTo(address: unknown): string {
  const url = readSitePath(address);
  if (url === null) return '/';
  // Users don't return to the sign-in pages.
  if (/^\/(?:sign-in|sign-up|verify|reset-password)(?:\/|$)/.test(url.pathname)) return '/';
  const allowed = new URLSearchParams();
  for (const name of returnParameters) {
    const parameter = url.searchParams.get(name);
    if (parameter === null) continue;
    // The path to return to after paying gets the same check; the home page is the default and is omitted.
    const value = name === 'returnTo' ? safeReturnTo(parameter) : parameter;
    if (name !== 'returnTo' || value !== '/') allowed.set(name, value);
  }
  if (url.pathname === '/library')
    for (const name of libraryParameters) for (const value of url.searchParams.getAll(name).slice(0, 50)) allowed.append(name, value);
  const query = allowed.toString();
  return `${url.pathname}${query && `?${query}`}${url.hash}`;
}

/**
 * Returns a path of this site with its whole query, or the fallback: for links that the site itself sends. The query is decoded and encoded
 * again, so that nothing in it is interpreted twice. Use `safeReturnTo` for the page after signing in or paying.
 * @example anyPathOfSite('/clips/7?from=1') // '/clips/7?from=1'
 * @example anyPathOfSite('//evil.example') // '/'
 */
export function anyPathOfSite(value: unknown, fallback = '/'): string {
  const url = readSitePath(value);
  if (url === null) return fallback;
  const query = url.searchParams.toString();
  return `${url.pathname}${query && `?${query}`}${url.hash}`;
}
