/** Why only the authors and administrators can see a page; null for a public page. */
export type HiddenAs = 'Draft' | 'Scheduled' | 'Archived' | null;

type Flags = { archivedAt: string | null; isPublished: boolean; publishedAt: string | null; isComingSoon?: boolean };

/**
 * Returns the state from docs/states.md in which only contributors and administrators can see the item. Announced items have a public page.
 */
export function hiddenAs({ archivedAt, isPublished, publishedAt, isComingSoon = false }: Flags, now: number): HiddenAs {
  if (archivedAt !== null) return 'Archived';
  if (isComingSoon) return null;
  if (!isPublished) return 'Draft';
  return publishedAt !== null && Date.parse(publishedAt) > now ? 'Scheduled' : null;
}
