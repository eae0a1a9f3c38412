import { truncate } from '@newline/document/truncate';

/** The number of characters of a description that search results and link previews show at most. */
const descriptionLength = 300;

/** Shortens the description of a page to what search results and link previews show. */
export function shortDescription(description: string): string {
  return truncate(description, descriptionLength);
}

/** Returns the `meta` tag with a page's description. The only way to write one; see web/tests/whole-site/descriptions.test.ts. */
export function descriptionTag(description: string) {
  return { name: 'description', content: shortDescription(description) };
}
