/** Pages rendered before the first visitor comes, and again as soon as their content changes. */
export const warmPages: readonly string[] = ['/', '/courses', '/books', '/clips', '/explore-catalog'];

/** Pages that list everything: rendered after a start, so that no visitor waits for the first one, and afterward when somebody asks. */
export const exportPages: readonly string[] = [
  '/llms.txt',
  ...['pages', 'courses', 'books', 'articles', 'clips', 'people'].map((part) => `/sitemaps/${part}.xml`),
];
