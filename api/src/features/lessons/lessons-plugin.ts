import type { PgResource } from 'postgraphile/@dataplan/pg';
import { extendSchema, gql } from 'postgraphile/utils';
import { createTextPlans } from '../texts/text-plans.ts';
import { createTextWrites } from '../texts/text-writes.ts';

/**
 * Writing the texts of lessons and chapters, by the same plans as articles. A lesson's place, address and rights are changed with
 * its course or book.
 */
export const LessonsPlugin: GraphileConfig.Plugin = extendSchema((build) => {
  const plans = createTextPlans('lesson', build.pgResources as Record<string, PgResource>, (surroundings) =>
    createTextWrites('lesson', surroundings),
  );
  const { mutation, payload, writtenPayload } = plans;
  return {
    typeDefs,
    objects: {
      Mutation: {
        plans: {
          saveLesson: mutation('save'),
          publishLesson: mutation('publish'),
          restoreLessonRevision: mutation('restore'),
        },
      },
      SaveLessonPayload: { plans: writtenPayload },
      PublishLessonPayload: { plans: payload },
      RestoreLessonRevisionPayload: { plans: writtenPayload },
      LessonRevision: { plans: { ...plans.revision, proBlocks: plans.proBlocks } },
    },
  };
}, 'LessonsPlugin');

const typeDefs = gql`
  extend type Mutation {
    """
    Saves the working title and text of a lesson or chapter. While its course or book is unpublished its page follows every save;
    once that is published, readers get the change by publishLesson. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT with the
    place in the document, and CONFLICT as in saveArticle.
    """
    saveLesson(input: SaveLessonInput!): SaveLessonPayload
    """
    Makes a version, which must be the newest, the title and text that readers get. By the authors of its course or book and staff.
    Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, CONFLICT.
    """
    publishLesson(input: PublishLessonInput!): PublishLessonPayload
    """
    Makes the title and text of an older revision the newest one; nothing is taken out of the history.
    Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, CONFLICT as in saveArticle.
    """
    restoreLessonRevision(input: RestoreLessonRevisionInput!): RestoreLessonRevisionPayload
  }

  """What saveLesson takes."""
  input SaveLessonInput {
    clientMutationId: String
    id: UUID!
    "The version that this one was written on: that of latestRevision when it was loaded, or of the last save; 0 for a lesson without a text."
    baseVersion: Int!
    "1 to 200 characters."
    title: String!
    "The text as a document, a JSON string; wins over bodyMarkdown. One of the two is needed."
    bodyDelta: String
    "The text as Markdown."
    bodyMarkdown: String
    "One open editor. Its own saves are no conflict for it, so a save whose answer got lost is sent again safely."
    sessionId: UUID
    "Grows with each save of that editor; a save that comes after a later one is passed over."
    sequence: Int
    "Where the words of annotations are in this text, as the editor followed them; the server checks each. At most 1,000."
    anchors: [AnchorHint!]
  }
  """What is newest after a save, or after an unchanged text was sent."""
  type SaveLessonPayload {
    clientMutationId: String
    lesson: Lesson
    revision: LessonRevision
    "The version to name as baseVersion in the next save."
    version: Int!
    savedAt: Datetime!
  }

  """What publishLesson takes."""
  input PublishLessonInput {
    clientMutationId: String
    id: UUID!
    "The version to publish; it must be the newest."
    version: Int!
  }
  """The lesson as it is now."""
  type PublishLessonPayload {
    clientMutationId: String
    lesson: Lesson
  }

  """What restoreLessonRevision takes."""
  input RestoreLessonRevisionInput {
    clientMutationId: String
    revisionId: UUID!
    "The newest version that the person has seen."
    baseVersion: Int!
  }
  """The new revision."""
  type RestoreLessonRevisionPayload {
    clientMutationId: String
    lesson: Lesson
    revision: LessonRevision
    "The version to name as baseVersion in the next save."
    version: Int!
    savedAt: Datetime!
  }

  extend type LessonRevision {
    "The text as a document (JSON)."
    bodyDelta: JSON
    "What the server draws of bodyDelta, as in bodyDrawings of a lesson."
    bodyDrawings: JSON
    "The text as Markdown; with hasIds it carries the ids of blocks, so that an import gives the same document."
    bodyMarkdown(hasIds: Boolean = false): String
    "How many top-level blocks of this text every reader could have if it were published; null for all of them."
    openBlocks: Int
    "The same for a reader with Pro, which does not open masterclasses, bootcamps and workshops."
    proBlocks: Int
  }
`;
