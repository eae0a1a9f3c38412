/**
 * Tags of the data that a page may depend on: the database announces them when something changes (`app_private.announce_changes`), and
 * loaders declare them with `dependsOn`. These tags cover all items of a kind; those of `tagsOfOne`, followed by an id, cover one.
 */
export const tagsOfAll = [
  'articles',
  'books',
  'clips',
  'contributions',
  'courses',
  'home',
  'lessons',
  'logos',
  'pages',
  'paths',
  'permalinks',
  'plans',
  'site',
  'tags',
  'testimonials',
  'users',
] as const;

/** Tags of single items: `comments:` is followed by the id of a clip, lesson or article, `comments-of:` by the id of a user. */
export const tagsOfOne = ['article', 'book', 'certificate', 'comments', 'comments-of', 'course', 'user'] as const;

export type PageTag = (typeof tagsOfAll)[number] | `${(typeof tagsOfOne)[number]}:${string}`;
