import { viewOfDocument } from '@newline/document/annotations/anchor-view';
import type { DocumentNode } from '@newline/document/document-node';
import { loadOneWithPgClient, type PgClient, type PgResource, type PgSelectSingleStep } from 'postgraphile/@dataplan/pg';
import { extendSchema, gql } from 'postgraphile/utils';
import { followAnchors, type StoredAnchor } from './follow-anchors.ts';

/** An annotation in the working text, for the editor. */
type WorkingAnchor = { discussionId: string; from: number | null; to: number | null; text: string };

type WorkingText = { before: DocumentNode; after: DocumentNode | null; anchors: readonly StoredAnchor[] };

/** Where the annotations of a text are in what its writers work on: `workingAnchors` of articles and lessons. */
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
    "Where the annotations of its readers are in the working text; null for those who do not write the article."
    workingAnchors: [WorkingAnchor!]
  }
  extend type Lesson {
    "Where the annotations of its readers are in the working text; null for those who do not write the lesson."
    workingAnchors: [WorkingAnchor!]
  }
  """Where the words of a discussion are in the text that its writers work on."""
  type WorkingAnchor {
    discussionId: UUID!
    "Where they begin in the document's positions; null when they are not in the working text."
    from: Int
    "Where they end."
    to: Int
    "The words."
    text: String!
  }
`;
