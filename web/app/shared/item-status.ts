import type { ItemStatus } from '../../.documents/graphql.ts';

/** The name of each state of a course or a book, in the order in which one goes through them. */
export const itemStatusWords: Readonly<Record<ItemStatus, string>> = {
  DRAFT: 'Draft',
  COMING_SOON: 'Coming soon',
  SCHEDULED: 'Scheduled',
  EARLY_ACCESS: 'Early access',
  PUBLISHED: 'Published',
  ARCHIVED: 'Archived',
};
