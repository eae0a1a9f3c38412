import { pageNumberOf } from '../../shared/page-number.server.ts';
import { searchLimits } from '@newline/api/rules/limits/search';
import { data, type RouterContextProvider } from 'react-router';
import { describePage } from '../../shared/head/page-head.server.tsx';
import { shareTextOfSite } from '../../shared/head/site-pages.server.ts';
import { breadcrumbs, titleList } from '../../shared/head/structured-data.ts';
import { site } from '@newline/api/rules/site/site';
import { dependsOn, runDocument } from '../../shared/run-document.server.ts';
import { ArticleListDocument, type ListedArticle } from './article-list-documents.ts';

/** The number of articles on a page. */
const pageSize = searchLimits.catalogPage;

/** One sentence about the list, on the page and for search engines. */
export const articlesLead = 'Short reads from our authors: one question each, with code that runs.';

/** A page of the list. */
export type ArticleList = { articles: readonly ListedArticle[]; page: number; hasNextPage: boolean };

/** Loads one page of the list of articles and describes it in its head. Throws 404 after the last page. */
export async function loadArticleList(context: Readonly<RouterContextProvider>, url: URL): Promise<ArticleList> {
  dependsOn(context, ['articles', 'contributions', 'users']);
  const page = pageNumberOf(url.searchParams.get('page'));
  const { articlesForTag } = await runDocument(context, ArticleListDocument, { first: pageSize, offset: (page - 1) * pageSize });
  const { nodes: articles, pageInfo } = articlesForTag;
  if (page > 1 && articles.length === 0) throw data(null, { status: 404 });
  const path = page > 1 ? `/articles?page=${page}` : '/articles';
  describePage(context, {
    path,
    title: 'Articles',
    description: articlesLead,
    share: shareTextOfSite('/articles'),
    feed: { kind: 'articles', title: `Articles · ${site.name}` },
    data: [breadcrumbs(url.origin, [['Articles', '/articles']]), titleList(url.origin, 'Articles', path, articles)],
  });
  return { articles, page, hasNextPage: pageInfo.hasNextPage };
}
