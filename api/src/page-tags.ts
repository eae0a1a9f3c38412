/**
 * What a page may be made of: the tags that the database tells when something changes (`app_private.announce_changes`), and that
 * loaders name in `dependsOn`. The first ones stand for all of a kind, the others, followed by an id, for one.
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
  'permalinks',
  'plans',
  'site',
  'tags',
  'testimonials',
  'users',
] as const;

/** As `tagsOfAll`, of one thing: `comments:` is followed by the id of a clip, lesson or article, `comments-of:` by that of a person. */
export const tagsOfOne = ['article', 'book', 'comments', 'comments-of', 'course', 'user'] as const;

/** What a page is made of. */
export type PageTag = (typeof tagsOfAll)[number] | `${(typeof tagsOfOne)[number]}:${string}`;
