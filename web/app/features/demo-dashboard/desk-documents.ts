import { graphql } from '../../shared/graphql-document.ts';

/** A clip as the demo dashboard queries it. */
export type DeskClipNode = {
  id: string;
  title: string;
  description: string | null;
  isShort: boolean;
  videoUrl: string | null;
  thumbnailSeconds: number;
  durationSeconds: number | null;
  course: { title: string; permalink: string } | null;
  book: { title: string; permalink: string } | null;
};

type OutlineEntry = { lesson: { title: string; permalink: string; role: string } | null };

/** A title as the demo dashboard queries it. */
export type DeskItemNode = {
  id: string;
  title: string;
  permalink: string;
  topic: string;
  posterImageUrl: string | null;
  isBootcamp: boolean;
  isLiveWorkshop: boolean;
  isMasterclass?: boolean;
  taggings: { nodes: { tag: { slug: string; name: string; icon: string | null; isCategory: boolean } | null }[] };
  contributions: { nodes: { title: string; user: { username: string; displayName: string } | null }[] };
  courseLessons?: { nodes: OutlineEntry[] };
  bookLessons?: { nodes: OutlineEntry[] };
};

/** The newest clips, courses and books, which are on the sample user's desk. */
export const DeskDocument = graphql(/* GraphQL */ `query desk {
  clips(first: 30, offset: 0) {
    nodes { id title description isShort videoUrl thumbnailSeconds durationSeconds course { title permalink } book { title permalink } }
  }
  coursesByTag(first: 5) {
    nodes {
      id title permalink topic posterImageUrl isBootcamp isLiveWorkshop isMasterclass
      taggings(first: 8) { nodes { tag { slug name icon isCategory } } }
      contributions(first: 3) { nodes { title user { username displayName } } }
      courseLessons(first: 40) { nodes { lesson { title permalink role } } }
    }
  }
  booksByTag(first: 3) {
    nodes {
      id title permalink topic posterImageUrl isBootcamp isLiveWorkshop
      taggings(first: 8) { nodes { tag { slug name icon isCategory } } }
      contributions(first: 3) { nodes { title user { username displayName } } }
      bookLessons(first: 40) { nodes { lesson { title permalink role } } }
    }
  }
}`);

/** The latest discussions of a clip, complete. */
export const DeskDiscussionsDocument = graphql(
  /* GraphQL */ `query deskDiscussions($id: UUID!) {
  clipById(id: $id) {
    discussions(first: 3) {
      nodes {
        ...DiscussionFields
        comments(first: 12) { nodes { ...CommentFields } pageInfo { hasNextPage endCursor } }
      }
    }
  }
}`,
);
