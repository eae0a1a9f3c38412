import { viewOfDocument } from '@newline/document/annotations/anchor-view';
import type { DocumentNode } from '@newline/document/document-node';
import { loadOneWithPgClient, type PgClient, type PgResource, type PgSelectSingleStep } from 'postgraphile/@dataplan/pg';
import { extendSchema, gql } from 'postgraphile/utils';
import { followAnchors, type StoredAnchor } from './follow-anchors.ts';

/** An annotation's position in the working text, for the editor. */
type WorkingAnchor = { discussionId: string; from: number | null; to: number | null; text: string };

type WorkingText = { before: DocumentNode; after: DocumentNode | null; anchors: readonly StoredAnchor[] };

/** Adds `workingAnchors` to articles and lessons: the positions of a text's annotations in the version that its writers work on. */
export const AnnotationsPlugin: GraphileConfig.Plugin = extendSchema((build) => {
  const { articles, lessons } = build.pgResources as { articles: PgResource; lessons: PgResource };
  const workingAnchors = (kind: 'article' | 'lesson') => ($text: PgSelectSingleStep) =>
    loadOneWithPgClient((kind === 'article' ? articles : lessons).executor, $text.get('id'), (client: PgClient, ids: readonly unknown[]) =>
      Promise.all(ids.map((id) => (kind === 'article' ? loadWorkingAnchors(client, null, id) : loadWorkingAnchors(client, id, null)))),
    );
  return {
    typeDefs,
    objects: {
      Article: { plans: { workingAnchors: workingAnchors('article') } },
      Lesson: { plans: { workingAnchors: workingAnchors('lesson') } },
    },
  };
}, 'AnnotationsPlugin');

async function loadWorkingAnchors(client: PgClient, lessonId: unknown, articleId: unknown): Promise<readonly WorkingAnchor[] | null> {
  const { rows } = await client.query<{ text: WorkingText | null }>({
    text: 'select app_private.working_text($1, $2) as text',
    values: [lessonId, articleId],
  });
  const text = rows[0]?.text;
  if (!text) return null;
  const { before, after, anchors } = text;
  const size = viewOfDocument(after ?? before).blocks.at(-1)?.to ?? 0;
  return followAnchors(before, after ?? before, anchors).map(({ discussionId, from, to, currentText, isOrphaned }) =>
    isOrphaned || to > size ? { discussionId, from: null, to: null, text: currentText } : { discussionId, from, to, text: currentText },
  );
}

const typeDefs = gql`
  extend type Article {
    "Positions of readers' annotations in the working text; null for users who can't write the article."
    workingAnchors: [WorkingAnchor!]
  }
  extend type Lesson {
    "Positions of readers' annotations in the working text; null for users who can't write the lesson."
    workingAnchors: [WorkingAnchor!]
  }
  """Position of the passage that a discussion is about, in the text that its writers work on."""
  type WorkingAnchor {
    discussionId: UUID!
    "Start, as a position in the document; null when the passage isn't in the working text."
    from: Int
    "End, as a position in the document."
    to: Int
    "The passage as plain text."
    text: String!
  }
`;
