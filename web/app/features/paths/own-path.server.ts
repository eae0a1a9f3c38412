import type { PublicPageParts } from '@newline/api/page-copy';
import { graphql } from '../../shared/graphql-document.ts';
import type { SentPath } from './path-documents.ts';

const OwnPathDocument = graphql(/* GraphQL */ `query ownPath($slug: String!, $shell: Boolean!) {
  ... @include(if: $shell) {
    viewer { id username displayName profileImageUrl isAdmin settings { hasShortcuts timeZone followsBrowserTimeZone } }
    unreadNoticesCount
    pagesToAccept { nodes { id title permalink publishedVersion } }
  }
  learningPathBySlug(slug: $slug) {
    id
    progress { doneCount totalCount percent isBegun nextStepId steps { stepId doneCount totalCount isDone isBegun } }
  }
}`);

/** What belongs to the reader of the page of a learning path: their progress. */
export const ownPathParts: readonly PublicPageParts[] = [
  {
    path: /^\/paths\/(?<slug>[a-z0-9][a-z0-9-]{0,119})$/,
    document: String(OwnPathDocument),
    read: (data) => {
      const { learningPathBySlug: path } = data as { learningPathBySlug: SentPath | null };
      return path ? { path } : {};
    },
  },
];
