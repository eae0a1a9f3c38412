import type { RouterContextProvider } from 'react-router';
import { site } from '@newline/api/rules/site/site';
import { describePage } from '../../shared/head/page-head.server.tsx';
import { breadcrumbs } from '../../shared/head/structured-data.ts';
import { articleData } from './article-data.server.ts';
import type { ArticleFacts } from './article-facts.ts';

/** Describes an article in the head of its page: title, summary, people and dates, nothing of its text. */
export function describeArticle(context: Readonly<RouterContextProvider>, article: ArticleFacts, publicUrl: string): void {
  const { title, permalink, publishedAt, revisedAt, tags, hiddenAs } = article;
  const authors = article.authors.map(({ displayName }) => displayName);
  describePage(context, {
    path: permalink,
    canonicalUrl: article.canonicalUrl,
    title,
    description: article.description ?? site.description,
    type: 'article',
    authors,
    share: hiddenAs === null ? { title, kind: 'Article', by: authors, topic: article.topic } : null,
    more: [
      ...(publishedAt === null ? [] : [['article:published_time', publishedAt] as const]),
      ...(revisedAt === null ? [] : [['article:modified_time', revisedAt] as const]),
      ...tags.map((tag) => ['article:tag', tag] as const),
    ],
    feed: { kind: 'articles', title: `Articles · ${site.name}` },
    hasOembed: hiddenAs === null,
    data: [
      articleData(article, publicUrl),
      breadcrumbs(publicUrl, [
        ['Articles', '/articles'],
        [title, permalink],
      ]),
    ],
  });
}
