import type { NotificationNode } from './notifications-documents.ts';

/** Notifications of one kind about one discussion, shown as one line. */
export type NotificationGroup = {
  /** The ID of the newest one. */
  readonly id: string;
  readonly kind: NotificationNode['kind'];
  /** Who did it, the last one first; null for a deleted user. */
  readonly actors: readonly NotificationNode['actor'][];
  readonly title: string;
  /** The URL of the first unread comment, otherwise of the newest one. */
  readonly path: string;
  /** The start of the newest comment, as plain text; '' without one. */
  readonly words: string;
  readonly createdAt: string;
  readonly count: number;
  readonly unreadIds: readonly string[];
};

/** A notification with the start of its comment as plain text. */
export type ReadNotification = NotificationNode & { readonly words: string };

/** Groups notifications, newest first, by discussion and kind. A group is where its newest one is. */
export function groupNotifications(nodes: readonly ReadNotification[]): NotificationGroup[] {
  const groups = Map.groupBy(nodes, ({ id, kind, discussion }) => (discussion === null ? id : `${kind} ${discussion.id}`));
  return [...groups.values()].flatMap((members) => {
    const [newest] = members;
    if (!newest) return [];
    const unread = members.filter(({ readAt }) => readAt === null);
    const actors = new Map(members.map(({ actor }) => [actor?.username ?? null, actor]));
    return {
      id: newest.id,
      kind: newest.kind,
      actors: [...actors.values()],
      title: (newest.discussion?.clip ?? newest.discussion?.lesson ?? newest.discussion?.article)?.title ?? 'a discussion',
      path: pathOf(unread.at(-1) ?? newest),
      words: newest.words,
      createdAt: newest.createdAt,
      count: members.length,
      unreadIds: unread.map(({ id }) => id),
    };
  });
}

function pathOf({ discussion, comment }: NotificationNode): string {
  return discussion === null ? '/notifications' : `/discussions/${discussion.id}${comment === null ? '' : `#${comment.id}`}`;
}
