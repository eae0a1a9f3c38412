import type { ItemStatus } from '../../.documents/graphql.ts';

/** The label of each state of a course or book, in the order of its life cycle. */
export const itemStatusLabels: Readonly<Record<ItemStatus, string>> = {
  DRAFT: 'Draft',
  COMING_SOON: 'Coming soon',
  SCHEDULED: 'Scheduled',
  EARLY_ACCESS: 'Early access',
  PUBLISHED: 'Published',
  ARCHIVED: 'Archived',
};
