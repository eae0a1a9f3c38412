import { readSitePath } from './site-path.ts';

/** The parameters that may come back with a person after signing in: the state of a comment in progress, a second of a video, what was about to be paid, and the key of what was pressed. */
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
  'returnTo',
  'intent',
];

/** The choice of the library, which comes back as it was; each may stand there more than once. */
const libraryParameters: readonly string[] = ['q', 'kind', 'status', 'technology', 'instructor', 'sort', 'page'];

/**
 * Makes an address somebody is sent to after signing in safe: a path of this site with the allowed parameters, encoded anew.
 * Anything else (another origin, `//host`, a backslash, a control character, `javascript:`) becomes `/`.
 *
 * @example safeReturnTo('/clips/7?t=27&utm_source=mail') // '/clips/7?t=27'
 * @example safeReturnTo('//evil.example') // '/'
 */
export function safeReturnTo(address: unknown): string {
  const url = readSitePath(address);
  if (url === null) return '/';
  // Signing in is not a place to come back to.
  if (/^\/(?:sign-in|sign-up|verify|reset-password)(?:\/|$)/.test(url.pathname)) return '/';
  const kept = new URLSearchParams();
  for (const name of returnParameters) {
    const parameter = url.searchParams.get(name);
    if (parameter === null) continue;
    // Where somebody goes after paying is made as safe as where they go after signing in; home needs no words.
    const value = name === 'returnTo' ? safeReturnTo(parameter) : parameter;
    if (name !== 'returnTo' || value !== '/') kept.set(name, value);
  }
  if (url.pathname === '/library')
    for (const name of libraryParameters) for (const value of url.searchParams.getAll(name).slice(0, 50)) kept.append(name, value);
  const query = kept.toString();
  return `${url.pathname}${query && `?${query}`}${url.hash}`;
}

/**
 * Returns a path of this site with its whole query, or the fallback: for links that the site itself sends. The query is decoded and encoded
 * again, so that nothing in it is read twice. Where a user returns to after signing in or paying is `safeReturnTo`.
 *
 * @example anyPathOfSite('/clips/7?from=1') // '/clips/7?from=1'
 * @example anyPathOfSite('//evil.example') // '/'
 */
export function anyPathOfSite(value: unknown, fallback = '/'): string {
  const url = readSitePath(value);
  if (url === null) return fallback;
  const query = url.searchParams.toString();
  return `${url.pathname}${query && `?${query}`}${url.hash}`;
}
