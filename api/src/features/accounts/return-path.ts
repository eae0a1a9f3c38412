import { readSitePath } from '../../rules/site-path.ts';

/**
 * Makes an address somebody is sent to after signing in safe: only a path of this site comes out, anything else becomes the fallback. The
 * query is decoded and encoded again, so that nothing in it is read twice.
 *
 * @example safeReturnPath('/clips/7?from=1') // '/clips/7?from=1'
 * @example safeReturnPath('//evil.example') // '/'
 */
export function safeReturnPath(value: unknown, fallback = '/'): string {
  const url = readSitePath(value);
  if (url === null) return fallback;
  const query = url.searchParams.toString();
  return `${url.pathname}${query && `?${query}`}${url.hash}`;
}
