/** The most pages that a URL may ask for: anything further is loaded one by one. */
export const maxPages = 20;

/** The address of a category on the explore page, with so many pages of it. */
export function exploreHref(category: string, pages = 1): string {
  const parameters = new URLSearchParams();
  if (category !== 'all') parameters.set('category', category);
  if (pages > 1) parameters.set('pages', String(pages));
  const query = parameters.toString();
  return query === '' ? '/explore-catalog' : `/explore-catalog?${query}`;
}

/** Under which it is remembered how many titles of a category were shown; null is all of them. */
export function titlesOf(category: string | null): string {
  return `titles ${category ?? ''}`;
}
