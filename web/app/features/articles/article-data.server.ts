import { siteOrganization } from '@newline/api/rules/site/organization';
import type { ArticleFacts } from './article-facts.ts';

/** Returns structured data of an article for search engines. */
export function articleData(article: ArticleFacts, publicUrl: string): object {
  const url = `${publicUrl}${article.permalink}`;
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: article.title,
    url,
    mainEntityOfPage: url,
    ...(article.description !== null && { description: article.description }),
    ...(article.imageUrl !== null && { image: new URL(article.imageUrl, publicUrl).href }),
    ...(article.publishedAt !== null && { datePublished: article.publishedAt }),
    ...((article.revisedAt ?? article.publishedAt) !== null && { dateModified: article.revisedAt ?? article.publishedAt }),
    author: article.authors.map(({ displayName, username }) => ({
      '@type': 'Person',
      name: displayName,
      url: `${publicUrl}/@${username}`,
    })),
    publisher: { '@type': 'Organization', name: siteOrganization().name },
    keywords: article.tags,
    isAccessibleForFree: article.price === 'Free',
    // Marks restricted content, as search engines require when they see less than subscribers.
    ...(article.price === 'Pro' && { hasPart: { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector: '.paywall' } }),
  };
}
