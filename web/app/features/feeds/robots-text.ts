/** What is for one person or for programs; everything else may be read by all. */
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
  '/notices',
];

/** `/robots.txt`, with the way to the sitemap. */
export function robotsText(publicUrl: string): string {
  return ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n');
}
