import type { ShellPart } from '@newline/api/page-copy';
import { graphql } from '../graphql-document.ts';
import type { ViewerFacts } from '../viewer-facts.ts';
import { fillHeader } from './fill-header.server.ts';
import type { UnreadNotifications } from './unread-notifications.ts';

const OwnShellDocument = graphql(/* GraphQL */ `query ownShell {
  viewer { id username displayName profileImageUrl isAdmin settings { hasShortcuts timeZone followsBrowserTimeZone } }
  unreadNoticesCount
  pagesToAccept { nodes { id title permalink publishedVersion } }
}`);

/** What every page shows to its reader: themselves, and their unread notifications. The queries of pages have the same fields. */
export const shellPart: ShellPart = {
  document: String(OwnShellDocument),
  read: (data) => {
    const { viewer, unreadNoticesCount, pagesToAccept } = data as { viewer: ViewerFacts | null } & UnreadNotifications;
    return viewer && { viewer, unread: { unreadNoticesCount, pagesToAccept } };
  },
  fill: fillHeader,
};
