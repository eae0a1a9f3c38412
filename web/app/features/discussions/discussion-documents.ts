import { graphql } from '../../shared/graphql-document.ts';

type ItemLink = { id: string; title: string; permalink: string };

/** What a discussion is attached to. */
export type AboutNode = {
  clip: { id: string; title: string; course: ItemLink | null; book: ItemLink | null } | null;
  lesson: { id: string; title: string; permalink: string; course: ItemLink | null; book: ItemLink | null } | null;
  article: { id: string; title: string; permalink: string } | null;
};

/** A discussion with a page of its comments, and what it is about. The version is only needed for a copy. */
export const DiscussionPageDocument =
  graphql(/* GraphQL */ `query discussionPage($id: UUID!, $first: Int!, $after: Cursor, $isCopy: Boolean!) {
  discussionById(id: $id) {
    ...DiscussionFields
    reader @include(if: $isCopy) { pageVersion }
    comments(first: $first, after: $after, condition: {}) { nodes { ...CommentFields } pageInfo { hasNextPage endCursor } }
    clip { id title course { id title permalink } book { id title permalink } }
    lesson { id title permalink course { id title permalink } book { id title permalink } }
    article { id title permalink }
  }
  viewer { id username displayName profileImageUrl isAdmin settings { hasShortcuts timeZone followsBrowserTimeZone } }
}`);

/** What belongs to the reader of a discussion, and which copy of its page they get. */
export const OwnDiscussionDocument = graphql(/* GraphQL */ `query ownDiscussion($id: UUID!, $shell: Boolean!) {
  ... @include(if: $shell) {
    viewer { id username displayName profileImageUrl isAdmin settings { hasShortcuts timeZone followsBrowserTimeZone } }
    unreadNoticesCount
    pagesToAccept { nodes { id title permalink publishedVersion } }
  }
  discussionById(id: $id) {
    id
    reader { access pageVersion mayResolve isFollowed mails reactions { commentId kind } }
  }
}`);

/** The item whose discussions are listed. */
export const DiscussedItemDocument =
  graphql(/* GraphQL */ `query discussedItem($id: UUID!, $isClip: Boolean!, $isLesson: Boolean!, $isArticle: Boolean!) {
  clipById(id: $id) @include(if: $isClip) { id title course { id title permalink } book { id title permalink } }
  lessonById(id: $id) @include(if: $isLesson) { id title permalink course { id title permalink } book { id title permalink } }
  articleById(id: $id) @include(if: $isArticle) { id title permalink }
  viewer { id username displayName profileImageUrl isAdmin settings { hasShortcuts timeZone followsBrowserTimeZone } }
}`);
