/** The paths of personal pages and of endpoints for programs; everything else may be crawled. */
const closed = [
  '/account',
  '/api/',
  '/graphql',
  '/dev/',
  '/sign-in',
  '/sign-up',
  '/verify',
  '/reset-password',
  '/studio',
  '/admin',
  '/library',
  '/notifications',
];

/** Renders `/robots.txt`, with a link to the sitemap. */
export function robotsText(publicUrl: string): string {
  return ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n');
}
