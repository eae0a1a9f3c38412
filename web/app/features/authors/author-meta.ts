import { site } from '@newline/api/rules/site/site';
import { workOf } from '../../shared/people/work-of.ts';
import type { AuthorFacts } from './load-author.server.ts';
import { descriptionTag } from '../../shared/head/description.ts';

/** Returns the description of an author: their biography, otherwise their work. */
export function authorDescription(author: AuthorFacts): string {
  return author.biography ?? (workOf(author) || `${author.displayName} writes at ${site.name}.`);
}

/** Returns the title and description. */
export function authorMeta(author: AuthorFacts) {
  return [{ title: `${author.displayName} writes at ${site.name}` }, descriptionTag(authorDescription(author))];
}
