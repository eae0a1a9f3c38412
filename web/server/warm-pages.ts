/** Pages that are rendered before the first request, and again as soon as their content changes. */
export const warmPages: readonly string[] = ['/', '/courses', '/books', '/clips', '/explore-catalog'];

/** Pages that list the whole site: rendered after a start, so that no visitor waits for the first rendering, and afterward on request. */
export const exportPages: readonly string[] = [
  '/llms.txt',
  ...['pages', 'courses', 'books', 'articles', 'clips', 'people'].map((part) => `/sitemaps/${part}.xml`),
];
