import type { OwnPart, PublicPageParts } from '@newline/api/page-copy';
import { graphql } from '../../shared/graphql-document.ts';
import { fillHeader } from '../../shared/shell/fill-header.server.ts';
import type { UnreadNotifications } from '../../shared/shell/unread-notifications.ts';
import type { ViewerFacts } from '../../shared/viewer-facts.ts';
import type { ItemProgressNode, OwnPurchase, SentItem } from './item-documents.ts';

const OwnCourseDocument = graphql(/* GraphQL */ `query ownCourse($slug: String!) {
  viewer {
    id username displayName profileImageUrl isAdmin settings { hasShortcuts timeZone followsBrowserTimeZone }
    purchases(first: 100) { nodes { isAdvanced createdAt refundedAt course { id } book { id } } }
  }
  unreadNoticesCount
  pagesToAccept { nodes { id title permalink publishedVersion } }
  courseBySlug(slug: $slug) {
    id
    progress {
      isEnrolled completedLessonIds openLessonIds watchedLessons readLessons markedLessons isBegun nextLessonId nextPositionSeconds
    }
  }
}`);

const OwnBookDocument = graphql(/* GraphQL */ `query ownBook($slug: String!) {
  viewer {
    id username displayName profileImageUrl isAdmin settings { hasShortcuts timeZone followsBrowserTimeZone }
    purchases(first: 100) { nodes { isAdvanced createdAt refundedAt course { id } book { id } } }
  }
  unreadNoticesCount
  pagesToAccept { nodes { id title permalink publishedVersion } }
  bookBySlug(slug: $slug) {
    id
    progress {
      isEnrolled completedLessonIds openLessonIds watchedLessons readLessons markedLessons isBegun nextLessonId nextPositionSeconds
    }
  }
}`);

type OwnNode = { id: string; progress: ItemProgressNode | null };
type Buyer = ViewerFacts & { purchases: { nodes: readonly OwnPurchase[] } };
type Answer = { viewer: Buyer | null } & UnreadNotifications;

const slug = '[a-z0-9][a-z0-9-]{0,99}';

/** What belongs to the reader of the page of a course or book: besides the shell, their progress and purchases. */
export const ownItemParts: readonly PublicPageParts[] = [
  {
    path: new RegExp(`^/courses/(?<slug>${slug})$`),
    document: String(OwnCourseDocument),
    read: (data) => {
      const { courseBySlug, ...answer } = data as Answer & { courseBySlug: OwnNode | null };
      return ownOf(answer, courseBySlug);
    },
    fill: fillHeader,
    isRemembered: false,
  },
  {
    path: new RegExp(`^/books/(?<slug>${slug})$`),
    document: String(OwnBookDocument),
    read: (data) => {
      const { bookBySlug, ...answer } = data as Answer & { bookBySlug: OwnNode | null };
      return ownOf(answer, bookBySlug);
    },
    fill: fillHeader,
    isRemembered: false,
  },
];

function ownOf({ viewer: buyer, ...unread }: Answer, node: OwnNode | null): OwnPart | null {
  if (!buyer) return null;
  const { purchases, ...viewer } = buyer;
  if (!node) return { viewer, unread };
  const item: SentItem = { ...node, purchases: purchases.nodes };
  return { viewer, unread, item };
}
