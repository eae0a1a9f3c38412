import { data, redirect, type RouterContextProvider } from 'react-router';
import { requestContext } from '@newline/api/request-context';
import { hiddenAs } from '../../shared/catalog/hidden-as.ts';
import { repositoryUrlOf } from '../../shared/reader/repository-url.ts';
import type { TextFacts } from '../../shared/reader/text-facts.ts';
import { writeTextOnce } from '../../shared/reader/write-text-once.server.ts';
import { fillHeader } from '../../shared/shell/fill-header.server.ts';
import { dependsOn, isForVisitors, runDocument, viewerOf } from '../../shared/run-document.server.ts';
import {
  ArticleDocument,
  FormerArticleDocument,
  RelatedArticlesDocument,
  type ArticleLine,
  type ArticleNode,
} from './article-documents.ts';
import type { ArticleFacts, RelatedArticle } from './article-facts.ts';
import { describeArticle } from './describe-article.server.ts';
import { versionOf } from './own-article.server.ts';
import { readingMinutes } from './reading-minutes.ts';

type Context = Readonly<RouterContextProvider>;

/** The number of related articles. */
const relatedCount = 3;

/** Half of the lifetime of a signed repository URL. */
const renewRepositoryMs = 6 * 60 * 60 * 1000;

/** Loads the page of an article by its slug. Throws 404, or a redirect for a former URL. */
export async function loadArticle(context: Context, url: URL, slug: string): Promise<ArticleFacts> {
  const { articleBySlug: article } = await runDocument(context, ArticleDocument, { slug });
  if (!article) return leave(context, slug);
  if (article.slug !== slug) throw redirect(article.permalink, 301);
  const userTags = article.contributions.nodes.flatMap(({ user }) => (user ? [`user:${user.id}` as const] : []));
  dependsOn(context, [`article:${article.id}`, 'articles', 'tags', 'contributions', 'permalinks', ...userTags]);
  if (article.isCut === true) isForVisitors(context);
  const { copy } = context.get(requestContext);
  copy?.describe({ version: versionOf(article), fill: fillHeader });
  const isMember = viewerOf(context).userId !== null || copy !== null;
  return pageOf(context, url, article, { isMember, related: await loadRelated(context, article) });
}

/** Redirects a former URL to the current one; throws 404 if there is none that the reader may see. */
async function leave(context: Context, slug: string): Promise<never> {
  dependsOn(context, ['permalinks']);
  const { permalinkByPath: permalink } = await runDocument(context, FormerArticleDocument, { path: `/articles/${slug}` });
  if (permalink?.article) throw redirect(permalink.article.permalink, 301);
  throw data(null, { status: 404 });
}

/** Builds the page of an article from the parts of its text that are passed in. */
export function pageOf(
  context: Context,
  url: URL,
  article: ArticleNode,
  { isMember, related }: { isMember: boolean; related: RelatedArticle[] },
): ArticleFacts {
  const isCut = article.isCut ?? false;
  const { isDocument, handedOver, assetsUrl, embedOrigin } = context.get(requestContext);
  const { bodyDelta, bodyDrawings, permalink } = article;
  const siteOrigin = url.origin;
  const repositoryUrl = repositoryUrlOf(assetsUrl, permalink, isCut ? null : article.repositoryPass);
  // A cached page is rendered again while its signed URL is still valid.
  if (repositoryUrl !== null) dependsOn(context, [], new Date(Date.now() + renewRepositoryMs).toISOString());
  const text: TextFacts = { bodyDelta, bodyDrawings, siteOrigin, repositoryUrl, embedOrigin };
  const { html, headings, blockCount } = writeTextOnce(text);
  const facts: ArticleFacts = {
    ...factsOf(article),
    headings,
    blockCount,
    isCut,
    isMember,
    readingMinutes: isCut ? null : readingMinutes(bodyDelta),
    text: isDocument ? null : text,
    textKey: `${article.id} ${article.updatedAt} ${isCut}`,
    related,
  };
  if (isDocument) handedOver.set(`article:${article.id}`, html);
  describeArticle(context, facts, siteOrigin);
  return facts;
}

async function loadRelated(context: Context, article: ArticleNode): Promise<RelatedArticle[]> {
  const tagName = article.taggings.nodes.find(({ tag }) => tag !== null)?.tag?.slug ?? null;
  const find = async (tag: string | null) =>
    (await runDocument(context, RelatedArticlesDocument, { tagName: tag, first: relatedCount + 1 })).articlesForTag.nodes;
  const articles = (await find(tagName)).filter(({ id }) => id !== article.id);
  // If too few have the tag, the newest articles fill the list.
  const more = articles.length < relatedCount && tagName !== null ? await find(null) : [];
  const all = [...articles, ...more.filter(({ id }) => id !== article.id && articles.every((other) => other.id !== id))];
  return all.slice(0, relatedCount).map((line) => relatedOf(line));
}

function relatedOf({ id, title, permalink, summary, publishedAt, subscriptionRequired, contributions }: ArticleLine): RelatedArticle {
  const authors = contributions.nodes.flatMap(({ user }) => (user ? [user.displayName] : []));
  return { id, title, permalink, summary, authors, publishedOn: publishedAt?.slice(0, 10) ?? null, price: priceOf(subscriptionRequired) };
}

function factsOf(article: ArticleNode) {
  const { id, title, permalink, summary, description, canonicalUrl, mainImageUrl, publishedAt, updatedAt } = article;
  const isRevised = publishedAt !== null && updatedAt.slice(0, 10) > publishedAt.slice(0, 10);
  return {
    id,
    title,
    permalink,
    topic: article.topic.toLowerCase(),
    lead: description ?? summary,
    description: summary ?? description,
    canonicalUrl,
    imageUrl: mainImageUrl,
    price: priceOf(article.subscriptionRequired),
    hiddenAs: hiddenAs(article, Date.now()),
    isListed: article.isShownPublicly,
    publishedAt,
    revisedAt: isRevised ? updatedAt : null,
    authors: article.contributions.nodes.flatMap(({ user }) => (user ? [user] : [])),
    tags: article.taggings.nodes.flatMap(({ tag }) => (tag ? [tag.name] : [])),
    hasText: article.bodyDelta !== null,
  };
}

function priceOf(isPro: boolean): 'Free' | 'Pro' {
  return isPro ? 'Pro' : 'Free';
}
