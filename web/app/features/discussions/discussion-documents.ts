import { graphql } from '../../shared/graphql-document.ts';

type ItemLink = { title: string; permalink: string };

/** What a discussion is attached to. */
export type AboutNode = {
  clip: { id: string; title: string; course: ItemLink | null; book: ItemLink | null } | null;
  lesson: { id: string; title: string; permalink: string; course: ItemLink | null; book: ItemLink | null } | null;
  article: { id: string; title: string; permalink: string } | null;
};

/** The content that a discussion is about. */
export const DiscussionAboutDocument = graphql(
  /* GraphQL */ `query discussionAbout($id: UUID!) {
  discussionById(id: $id) {
    clip { id title course { title permalink } book { title permalink } }
    lesson { id title permalink course { title permalink } book { title permalink } }
    article { id title permalink }
  }
  viewer { id username displayName profileImageUrl isAdmin settings { hasShortcuts timeZone followsBrowserTimeZone } }
}`,
);

/** The item whose discussions are listed. */
export const DiscussedItemDocument =
  graphql(/* GraphQL */ `query discussedItem($id: UUID!, $isClip: Boolean!, $isLesson: Boolean!, $isArticle: Boolean!) {
  clipById(id: $id) @include(if: $isClip) { id title course { title permalink } book { title permalink } }
  lessonById(id: $id) @include(if: $isLesson) { id title permalink course { title permalink } book { title permalink } }
  articleById(id: $id) @include(if: $isArticle) { id title permalink }
  viewer { id username displayName profileImageUrl isAdmin settings { hasShortcuts timeZone followsBrowserTimeZone } }
}`);
