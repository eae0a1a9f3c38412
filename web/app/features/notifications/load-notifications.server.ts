import { excerptOf } from '../../shared/discussions/comment-excerpt.server.ts';
import { runDocument } from '../../shared/run-document.server.ts';
import { groupNotifications, type NotificationGroup } from './notification-groups.ts';
import { NotificationsDocument } from './notifications-documents.ts';

type Context = Parameters<typeof runDocument>[0];

/** What the page of notifications shows. */
export type NotificationsFacts = { groups: readonly NotificationGroup[]; nextPage: string | null; now: number };

/** The maximum number of characters of a comment in a notification. */
const maxWords = 160;

/** Loads a page of the signed-in user's notifications, grouped by discussion. */
export async function loadNotifications(context: Context, after: string | null): Promise<NotificationsFacts> {
  const { notifications } = await runDocument(context, NotificationsDocument, { first: 40, after });
  const nodes = (notifications?.nodes ?? []).map((node) => ({ ...node, words: excerptOf(node.comment?.bodyDelta ?? null, maxWords) }));
  const page = notifications?.pageInfo;
  return { groups: groupNotifications(nodes), nextPage: page?.hasNextPage ? page.endCursor : null, now: Date.now() };
}
