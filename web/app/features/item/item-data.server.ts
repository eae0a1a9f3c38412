import { siteOrganization } from '@newline/api/rules/site/organization';
import { site } from '@newline/api/rules/site/site';
import { durationOf } from '../../shared/head/structured-data.ts';
import type { ItemFacts } from './item-facts.ts';

/** Returns structured data (schema.org) of a course or book. The rating is only included if there are ratings (REV-01). */
export function itemData(item: ItemFacts, publicUrl: string): object {
  const url = new URL(item.permalink, publicUrl).href;
  const organization = { '@type': 'Organization', name: siteOrganization().name, url: siteOrganization().url ?? publicUrl };
  return {
    '@context': 'https://schema.org',
    '@type': item.kind === 'book' ? 'Book' : 'Course',
    name: item.title,
    description: item.lead ?? item.descriptionParagraphs[0] ?? site.description,
    url,
    ...(item.posterImageUrl !== null && { image: new URL(item.posterImageUrl, publicUrl).href }),
    author: item.authors.map((author) => ({
      '@type': 'Person',
      name: author.displayName,
      url: new URL(`/@${author.username}`, publicUrl).href,
    })),
    ...(item.kind === 'book'
      ? {
          publisher: organization,
          bookFormat: 'https://schema.org/EBook',
          ...(item.revisedAt !== null && { datePublished: item.revisedAt }),
        }
      : {
          provider: organization,
          offers: { '@type': 'Offer', category: categoryOf(item), url },
          hasCourseInstance: {
            '@type': 'CourseInstance',
            courseMode: 'Online',
            ...(item.videoSeconds > 0 && { courseWorkload: durationOf(item.videoSeconds) }),
          },
        }),
    ...(item.ratings.count > 0 && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: Number((item.ratings.sum / item.ratings.count).toFixed(2)),
        ratingCount: item.ratings.count,
        bestRating: 5,
        worstRating: 1,
      },
    }),
  };
}

/** Returns the schema.org category of the price. */
function categoryOf({ isBoughtAlone, price }: ItemFacts): 'Free' | 'Subscription' | 'Paid' {
  if (isBoughtAlone) return 'Paid';
  return price === 'Free' ? 'Free' : 'Subscription';
}
