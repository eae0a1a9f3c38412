import { site } from '@newline/api/rules/site/site';
import type { ArticleFacts } from './article-facts.ts';
import { descriptionTag } from '../../shared/head/description.ts';

/** Returns the title and description; unlisted and hidden articles aren't indexed. */
export function articleMeta(article: ArticleFacts | undefined) {
  if (!article) return [{ title: site.name }];
  return [
    { title: `${article.title} · ${site.name}` },
    descriptionTag(article.description ?? site.description),
    ...(article.isListed && article.hiddenAs === null ? [] : [{ name: 'robots', content: 'noindex' }]),
  ];
}
