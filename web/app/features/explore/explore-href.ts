/** The most pages that a URL may request; later ones are loaded individually. */
export const maxPages = 20;

/** Returns the URL of a category on the explore page, showing a number of pages. */
export function exploreHref(category: string, pages = 1): string {
  const parameters = new URLSearchParams();
  if (category !== 'all') parameters.set('category', category);
  if (pages > 1) parameters.set('pages', String(pages));
  const query = parameters.toString();
  return query === '' ? '/explore-catalog' : `/explore-catalog?${query}`;
}

/** Returns the key under which the number of shown titles of a category is remembered; null is all categories. */
export function titlesOf(category: string | null): string {
  return `titles ${category ?? ''}`;
}
