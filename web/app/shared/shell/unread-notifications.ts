import type { PageToAccept } from '../consent/consent-prompt.tsx';

/** The reader's unread notifications, and the pages that they're asked to accept; null where the API refused. */
export type UnreadNotifications = {
  readonly unreadNoticesCount: number | null;
  readonly pagesToAccept: { readonly nodes: readonly PageToAccept[] } | null;
};
