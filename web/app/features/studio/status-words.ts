import type { ArticleStatus } from './studio-documents.ts';

/** What people read for each state. */
export const statusWords: Readonly<Record<ArticleStatus, string>> = {
  DRAFT: 'Draft',
  SCHEDULED: 'Scheduled',
  PUBLISHED: 'Published',
  ARCHIVED: 'Archived',
};

/** '21 Nov 2026, 14:05', in the reader's time zone: only in the browser, or with `timeZone` UTC on the server. */
export function instantWords(instant: string | number, timeZone?: string): string {
  return new Date(instant).toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...(timeZone !== undefined && { timeZone }),
  });
}

/** '1,204 words'. */
export function wordsCount(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'word' : 'words'}`;
}
