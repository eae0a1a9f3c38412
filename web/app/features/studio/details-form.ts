import type { Topic } from '../../../.documents/graphql.ts';
import type { ArticleDetails, DetailsPatch, StudioArticle } from './studio-documents.ts';

/** The fields of the publish dialog as text. */
export type DetailsForm = {
  slug: string;
  summary: string;
  description: string;
  canonicalUrl: string;
  mainImageUrl: string;
  topic: Topic;
  /** 'free' or 'pro'. */
  readers: string;
  previewPercent: string;
  isListed: boolean;
  tags: string[];
};

/** Returns the initial values of the form. */
export function formOf(article: ArticleDetails): DetailsForm {
  return {
    slug: article.slug,
    summary: article.summary ?? '',
    description: article.description ?? '',
    canonicalUrl: article.canonicalUrl ?? '',
    mainImageUrl: article.mainImageUrl ?? '',
    topic: article.topic,
    readers: article.subscriptionRequired ? 'pro' : 'free',
    previewPercent: article.previewPercent === null ? '' : String(article.previewPercent),
    isListed: article.isShownPublicly,
    tags: article.taggings.nodes.flatMap(({ tag }) => (tag ? [tag.slug] : [])),
  };
}

/** Returns the values of the form, or the errors of invalid fields. */
export function patchOf(form: DetailsForm): { patch: DetailsPatch } | { faults: Record<string, string> } {
  const percent = form.previewPercent.trim();
  if (percent !== '' && !/^\d{1,3}$/.test(percent)) return { faults: { previewPercent: 'expected a whole number from 0 to 100' } };
  return {
    patch: {
      slug: form.slug,
      summary: form.summary,
      description: form.description,
      canonicalUrl: form.canonicalUrl,
      mainImageUrl: form.mainImageUrl,
      topic: form.topic,
      subscriptionRequired: form.readers === 'pro',
      previewPercent: percent === '' ? null : Number(percent),
      isShownPublicly: form.isListed,
      tags: form.tags,
    },
  };
}

/** True for an article that was never public and whose slug comes from its first title: the dialog suggests one from the current title. */
export function hasFirstSlug({ slug, publishedAt }: Pick<StudioArticle, 'slug' | 'publishedAt'>): boolean {
  return publishedAt === null && /^untitled(?:-\d+)?$/.test(slug);
}
