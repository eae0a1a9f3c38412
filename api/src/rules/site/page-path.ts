/**
 * The slugs of suggested pages: their paths are at the top, such as `/terms`. `app_private.page_path` has the same list; a test compares
 * the two.
 */
export const usualPages = ['terms', 'privacy', 'imprint', 'refunds', 'about', 'help'] as const;

/** The slug of a suggested page. */
export type UsualPage = (typeof usualPages)[number];

/** True for the slug of a suggested page. */
export function isUsualPage(slug: string): slug is UsualPage {
  return usualPages.some((usual) => usual === slug);
}

/** Returns the path of a page of the owner: `/terms`, `/pages/contact`. */
export function pagePath(slug: string): string {
  return isUsualPage(slug) ? `/${slug}` : `/pages/${slug}`;
}
