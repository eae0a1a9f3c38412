import type { PublicPageParts } from '@newline/api/page-copy';
import { graphql } from '../../shared/graphql-document.ts';
import type { ItemProgressNode, OwnPurchase, SentItem } from './item-documents.ts';

const OwnCourseDocument = graphql(/* GraphQL */ `query ownCourse($slug: String!, $shell: Boolean!) {
  ... @include(if: $shell) {
    viewer { id username displayName profileImageUrl isAdmin settings { hasShortcuts timeZone followsBrowserTimeZone } }
    unreadNoticesCount
    pagesToAccept { nodes { id title permalink publishedVersion } }
  }
  buyer: viewer { purchases(first: 100) { nodes { isAdvanced createdAt refundedAt course { id } book { id } } } }
  courseBySlug(slug: $slug) {
    id
    progress {
      isEnrolled completedLessonIds openLessonIds watchedLessons readLessons markedLessons isBegun nextLessonId nextPositionSeconds
    }
  }
}`);

const OwnBookDocument = graphql(/* GraphQL */ `query ownBook($slug: String!, $shell: Boolean!) {
  ... @include(if: $shell) {
    viewer { id username displayName profileImageUrl isAdmin settings { hasShortcuts timeZone followsBrowserTimeZone } }
    unreadNoticesCount
    pagesToAccept { nodes { id title permalink publishedVersion } }
  }
  buyer: viewer { purchases(first: 100) { nodes { isAdvanced createdAt refundedAt course { id } book { id } } } }
  bookBySlug(slug: $slug) {
    id
    progress {
      isEnrolled completedLessonIds openLessonIds watchedLessons readLessons markedLessons isBegun nextLessonId nextPositionSeconds
    }
  }
}`);

type OwnNode = { id: string; progress: ItemProgressNode | null };
type Answer = { buyer: { purchases: { nodes: readonly OwnPurchase[] } } | null };

const slug = '[a-z0-9][a-z0-9-]{0,99}';

/** What belongs to the reader of the page of a course or book: their progress and purchases. */
export const ownItemParts: readonly PublicPageParts[] = [
  {
    path: new RegExp(`^/courses/(?<slug>${slug})$`),
    document: String(OwnCourseDocument),
    read: (data) => {
      const { buyer, courseBySlug } = data as Answer & { courseBySlug: OwnNode | null };
      return ownOf(buyer, courseBySlug);
    },
  },
  {
    path: new RegExp(`^/books/(?<slug>${slug})$`),
    document: String(OwnBookDocument),
    read: (data) => {
      const { buyer, bookBySlug } = data as Answer & { bookBySlug: OwnNode | null };
      return ownOf(buyer, bookBySlug);
    },
  },
];

function ownOf(buyer: Answer['buyer'], node: OwnNode | null): { item?: SentItem } {
  return buyer && node ? { item: { ...node, purchases: buyer.purchases.nodes } } : {};
}
