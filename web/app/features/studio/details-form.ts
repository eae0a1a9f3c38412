import type { Topic } from '../../../.documents/graphql.ts';
import type { ArticleDetails, DetailsPatch, StudioArticle } from './studio-documents.ts';

/** The fields of the publish dialog as texts, as a form has them. */
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

/** What the form begins with. */
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

/** What the form says, or the fields that cannot be read as what they are. */
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

/** A slug for a title that is not public yet: plain letters and figures, joined by hyphens. */
function slugFor(title: string): string {
  const plain = title.toLowerCase().replaceAll('ß', 'ss').normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll(/['’]/g, '');
  return plain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80)
    .replace(/-+$/, '');
}

/** The address to begin with: of an article that was never public and whose address comes from its first title, that of the present one. */
export function proposedSlug(article: Pick<StudioArticle, 'slug' | 'publishedAt'>, title: string): string {
  const isUntouched = /^untitled(?:-\d+)?$/.test(article.slug);
  return article.publishedAt === null && isUntouched ? slugFor(title) || article.slug : article.slug;
}
