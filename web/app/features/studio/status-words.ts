import type { ArticleStatus } from './studio-documents.ts';

/** The label of each state. */
export const statusLabels: Readonly<Record<ArticleStatus, string>> = {
  DRAFT: 'Draft',
  SCHEDULED: 'Scheduled',
  PUBLISHED: 'Published',
  ARCHIVED: 'Archived',
};

/** '1,204 words'. */
export function wordsCount(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'word' : 'words'}`;
}
