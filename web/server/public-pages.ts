/**
 * The pages that are the same bytes for everybody, signed in or not, and so may be kept in the page cache.
 *
 * They are always rendered as a visitor and without a cookie, so that nothing personal can get into them.
 * `parameters` are the only ones that reach such a page; others are ignored, so they can neither poison nor flood the cache.
 * `dynamic` parameters make a request leave the cache: the page then answers for this request alone.
 * A gated page may end at a paywall: when the cache leaves a request for it to the renderer, it is rendered for who asks.
 */
type PublicPage = { pattern: RegExp; parameters?: readonly string[]; dynamic?: readonly string[]; isGated?: boolean };

const segment = '[A-Za-z0-9_.@-]{1,120}';

const publicPages: readonly PublicPage[] = [
  { pattern: /^\/$/ },
  { pattern: /^\/courses$/, parameters: ['page'], dynamic: ['q'] },
  { pattern: /^\/books$/, parameters: ['page'], dynamic: ['q'] },
  { pattern: /^\/explore-catalog$/, parameters: ['category', 'pages'] },
  { pattern: new RegExp(`^/(?:courses|books)/${segment}$`) },
  { pattern: new RegExp(`^/articles/${segment}$`), isGated: true },
  { pattern: /^\/clips$/ },
  { pattern: new RegExp(`^/clips/${segment}$`) },
  { pattern: /^\/@[a-z0-9_-]{1,40}$/ },
  { pattern: /^\/(?:robots\.txt|llms\.txt|sitemap\.xml|sitemaps\/[a-z]{1,20}\.xml|feeds\/[a-z]{1,20}\.atom)$/ },
  // A top-level permalink such as /fullstack-graphql; the personal pages are named below.
  { pattern: /^\/[a-z0-9]+(?:-[a-z0-9]+)*$/ },
];

const personalPages = new Set([
  '/account',
  '/checkout',
  '/newsletter',
  '/library',
  '/search',
  '/studio',
  '/discussions',
  '/events',
  '/notices',
  '/admin',
  '/sign-in',
  '/sign-up',
  '/verify',
  '/reset-password',
  '/oembed',
  '/graphql',
  '/healthz',
  '/readyz',
  '/metrics',
]);

/** Pages rendered before the first visitor comes, and again as soon as their content changes. */
export const warmPages: readonly string[] = ['/', '/courses', '/books', '/clips', '/explore-catalog'];

/** The longest address that is looked at; longer ones never reach the cache. */
const maxUrlLength = 1024;

/**
 * The cache key of a request's address: its path with the allow-listed parameters in order, or null when the page may not be cached.
 *
 * The addresses of client navigation (`/courses.data`, `/_.data`) have keys of their own.
 *
 * @example publicPageKey('/courses?utm_source=mail') // '/courses'
 * @example publicPageKey('/account') // null
 */
export function publicPageKey(url: string): string | null {
  // The commonest addresses have no query: they are their own key.
  const queryAt = url.indexOf('?');
  const path = queryAt < 0 ? url : url.slice(0, queryAt);
  if (url.length > maxUrlLength) return null;
  const page = pageOf(documentPath(path));
  if (!page) return null;
  if (queryAt < 0) return path;
  const given = new URLSearchParams(url.slice(queryAt));
  // React Router asks for some routes only; such an answer is not the page's.
  if (given.has('_routes') || page.dynamic?.some((name) => given.has(name))) return null;
  const kept = new URLSearchParams();
  for (const name of page.parameters ?? []) {
    const value = given.get(name);
    if (value !== null) kept.set(name, value);
  }
  const query = kept.toString();
  return query ? `${path}?${query}` : path;
}

/** True when the page of this key may go on for somebody signed in. */
export function isGatedPage(key: string): boolean {
  return pageOf(documentPath(key.split('?', 1)[0] ?? key))?.isGated ?? false;
}

/** The path of the page that a `.data` address belongs to; any other path is its own. */
function documentPath(path: string): string {
  if (!path.endsWith('.data')) return path;
  return path.endsWith('/_.data') ? path.slice(0, -'_.data'.length) : path.slice(0, -'.data'.length);
}

function pageOf(path: string): PublicPage | undefined {
  if (personalPages.has(path)) return undefined;
  return publicPages.find((page) => page.pattern.test(path));
}
