import { site } from '@newline/api/rules/site/site';

/**
 * Inserts the name of the site into a text of home.config.ts, or an edited one.
 *
 * @example withSiteName('Meet the {site} authors') // 'Meet the newline authors'
 */
function withSiteName(text: string): string {
  return text.replaceAll('{site}', site.name);
}

/** Inserts the name of the site into all texts of a value. */
export function withSiteNames<Value>(value: Value): Value {
  if (typeof value === 'string') return withSiteName(value) as Value;
  if (Array.isArray(value)) return value.map((each: unknown) => withSiteNames(each)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]: [string, unknown]) => [name, withSiteNames(part)])) as Value;
}
