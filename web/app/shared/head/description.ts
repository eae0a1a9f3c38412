import { truncate } from '@newline/document/truncate';

/** Search results and link previews show fewer characters than this. */
const descriptionLength = 300;

/** The description of a page, as short as search results and link previews show it. */
export function shortDescription(description: string): string {
  return truncate(description, descriptionLength);
}

/** The description of a page for its `meta`. The only way to write one: web/tests/whole-site/descriptions.test.ts. */
export function descriptionTag(description: string) {
  return { name: 'description', content: shortDescription(description) };
}
