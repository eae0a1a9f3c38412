import type { PublicPageParts } from '@newline/api/page-copy';
import { graphql } from '../graphql-document.ts';
import type { ViewerFacts } from '../viewer-facts.ts';
import { fillHeader } from './fill-header.server.ts';
import type { UnreadNotifications } from './unread-notifications.ts';

const OwnShellDocument = graphql(/* GraphQL */ `query ownShell {
  viewer { id username displayName profileImageUrl isAdmin settings { hasShortcuts timeZone followsBrowserTimeZone } }
  unreadNoticesCount
  pagesToAccept { nodes { id title permalink publishedVersion } }
}`);

/** What belongs to the reader of any public page: themselves, and their unread notifications. */
export const ownShellParts: PublicPageParts = {
  path: /^\//,
  document: String(OwnShellDocument),
  read: (data) => {
    const { viewer, ...unread } = data as { viewer: ViewerFacts | null } & UnreadNotifications;
    return viewer && { viewer, unread };
  },
  fill: fillHeader,
  isRemembered: true,
};
