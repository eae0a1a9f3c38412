import { site } from '@newline/api/rules/site/site';
import type { ArticleFacts } from './article-facts.ts';
import { descriptionTag } from '../../shared/head/description.ts';

/** Title and description; an unlisted or hidden article asks not to be indexed. */
export function articleMeta(article: ArticleFacts | undefined) {
  if (!article) return [{ title: site.name }];
  return [
    { title: `${article.title} · ${site.name}` },
    descriptionTag(article.description ?? site.description),
    ...(article.isListed && article.hiddenAs === null ? [] : [{ name: 'robots', content: 'noindex' }]),
  ];
}
