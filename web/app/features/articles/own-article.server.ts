import type { StudyPage } from '@newline/api/page-copy';
import type { UnreadNotifications } from '../../shared/shell/unread-notifications.ts';
import type { ViewerFacts } from '../../shared/viewer-facts.ts';
import { OwnArticleDocument } from './article-documents.ts';

type OwnArticle = { slug: string; updatedAt: string; isCut: boolean | null; readerAccess: 'EVERYONE' | 'ENTITLED' | 'EDITOR' | null };

type Answer = { viewer: ViewerFacts | null; articleBySlug: OwnArticle | null } & UnreadNotifications;

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
      const { viewer, articleBySlug: article, ...unread } = data as Answer;
      if (!viewer || !article?.readerAccess || article.readerAccess === 'EDITOR') return null;
      return { access: article.readerAccess, version: versionOf(article), own: { viewer, unread } };
    },
  },
];
