import type { StudyPage } from '@newline/api/page-copy';
import { OwnArticleDocument } from './article-documents.ts';

type OwnArticle = { slug: string; updatedAt: string; isCut: boolean | null; readerAccess: 'EVERYONE' | 'ENTITLED' | 'EDITOR' | null };

/** Identifies the text of an article for readers with one kind of access. */
export function versionOf({ updatedAt, isCut }: { updatedAt: string; isCut: boolean | null }): string {
  return `${updatedAt} ${isCut}`;
}

/** The pages of articles. */
export const articleStudyPages: readonly StudyPage[] = [
  {
    path: /^\/articles\/(?<slug>[a-z0-9][a-z0-9-]{0,99})$/,
    document: String(OwnArticleDocument),
    read: (data) => {
      const { articleBySlug: article } = data as { articleBySlug: OwnArticle | null };
      if (!article?.readerAccess || article.readerAccess === 'EDITOR') return null;
      return { access: article.readerAccess, version: versionOf(article), own: {} };
    },
  },
];
