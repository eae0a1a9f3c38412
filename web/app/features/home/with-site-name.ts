import { site } from '@newline/api/rules/site/site';

/**
 * A text of home.config.ts with the name of the site in it.
 *
 * @example withSiteName('Meet the {site} authors') // 'Meet the newline authors'
 */
export function withSiteName(text: string): string {
  return text.replaceAll('{site}', site.name);
}
