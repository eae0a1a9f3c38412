/** Why nobody but its authors and staff sees a page; null for a page that everybody sees. */
export type HiddenAs = 'Draft' | 'Scheduled' | 'Archived' | null;

type Flags = { archivedAt: string | null; isPublished: boolean; publishedAt: string | null; isComingSoon?: boolean };

/** The states of docs/states.md that only contributors and staff see. What is only announced has a page for all. */
export function hiddenAs({ archivedAt, isPublished, publishedAt, isComingSoon = false }: Flags, now: number): HiddenAs {
  if (archivedAt !== null) return 'Archived';
  if (isComingSoon) return null;
  if (!isPublished) return 'Draft';
  return publishedAt !== null && Date.parse(publishedAt) > now ? 'Scheduled' : null;
}
