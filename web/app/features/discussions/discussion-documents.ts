import { typed } from '../../shared/graphql-document.ts';

/** A comment as its page shows it; its text is null when it was deleted. */
export type CommentNode = {
  id: string;
  parentId: string | null;
  bodyDelta: string | null;
  createdAt: string;
  edited: boolean;
  deleted: boolean;
  isDiscussionAuthor: boolean;
  isContributor: boolean;
  isAdmin: boolean;
  user: { username: string; displayName: string; profileImageUrl: string | null } | null;
};

type Place = { title: string; permalink: string };

/** A discussion with what it is about. */
export type DiscussionNode = {
  id: string;
  timecodeStart: number | string | null;
  clip: { id: string; title: string; course: Place | null; book: Place | null } | null;
  lesson: { title: string; course: Place | null; book: Place | null } | null;
  article: { title: string } | null;
  selection: { text: string } | null;
  comments: { nodes: CommentNode[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };
};

/** A discussion and a page of its comments, oldest first. */
export const DiscussionDocument = typed<{ discussionById: DiscussionNode | null }, { id: string; after: string | null }>(
  /* GraphQL */ `query discussion($id: UUID!, $after: Cursor) {
  discussionById(id: $id) {
    id timecodeStart
    clip { id title course { title permalink } book { title permalink } }
    lesson { title course { title permalink } book { title permalink } }
    article { title }
    selection { text }
    comments(first: 100, after: $after) {
      nodes {
        id parentId bodyDelta createdAt edited deleted isDiscussionAuthor isContributor isAdmin
        user { username displayName profileImageUrl }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}`,
);
