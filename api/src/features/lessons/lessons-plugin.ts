import type { PgResource } from 'postgraphile/@dataplan/pg';
import { extendSchema, gql } from 'postgraphile/utils';
import { createTextPlans } from '../texts/text-plans.ts';
import { createTextWrites } from '../texts/text-writes.ts';

/**
 * Adds the mutations that write the texts of lessons and chapters, with the same plans as articles. A lesson's position, URL and access are
 * changed with its course or book.
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
      LessonRevision: { plans: { ...plans.revision, proBlocks: plans.proBlocks, unfetchedImages: plans.unfetchedImages } },
    },
  };
}, 'LessonsPlugin');

const typeDefs = gql`
  extend type Mutation {
    """
    Saves the working title and text of a lesson or chapter. While its course or book is unpublished, every save changes its page;
    once that is published, publishLesson makes the change public. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT with the
    path in the document, and CONFLICT as in saveArticle.
    """
    saveLesson(input: SaveLessonInput!): SaveLessonPayload
    """
    Publishes a version, which must be the newest, as the title and text that readers get. For authors of its course or book, and administrators.
    Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, CONFLICT.
    """
    publishLesson(input: PublishLessonInput!): PublishLessonPayload
    """
    Saves the title and text of an older revision as the newest revision; the history keeps all revisions.
    Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, CONFLICT as in saveArticle.
    """
    restoreLessonRevision(input: RestoreLessonRevisionInput!): RestoreLessonRevisionPayload
  }

  """Input of saveLesson."""
  input SaveLessonInput {
    clientMutationId: String
    id: UUID!
    "The version that this one is based on: the version of latestRevision when it was loaded, or of the last save; 0 for a lesson without a text."
    baseVersion: Int!
    "1 to 200 characters."
    title: String!
    "The text as a document, a JSON string; wins over bodyMarkdown. One of the two is needed."
    bodyDelta: String
    "The text as Markdown."
    bodyMarkdown: String
    "ID of one open editor. An editor never conflicts with its own saves, so it can safely resend a save whose response was lost."
    sessionId: UUID
    "Increases with each save of that editor; a save that arrives after a later one is ignored."
    sequence: Int
    "Positions of annotations in this text, as the editor tracked them; the server checks each. At most 1,000."
    anchors: [AnchorHint!]
  }
  """The newest revision after a save, also if the text was unchanged."""
  type SaveLessonPayload {
    clientMutationId: String
    lesson: Lesson
    revision: LessonRevision
    "The baseVersion for the next save."
    version: Int!
    savedAt: Datetime!
  }

  """Input of publishLesson."""
  input PublishLessonInput {
    clientMutationId: String
    id: UUID!
    "The version to publish; it must be the newest."
    version: Int!
  }
  """The published lesson."""
  type PublishLessonPayload {
    clientMutationId: String
    lesson: Lesson
  }

  """Input of restoreLessonRevision."""
  input RestoreLessonRevisionInput {
    clientMutationId: String
    revisionId: UUID!
    "The newest version that the user has seen."
    baseVersion: Int!
  }
  """The new revision."""
  type RestoreLessonRevisionPayload {
    clientMutationId: String
    lesson: Lesson
    revision: LessonRevision
    "The baseVersion for the next save."
    version: Int!
    savedAt: Datetime!
  }

  extend type LessonRevision {
    "The text as a document (JSON)."
    bodyDelta: JSON
    "The server's renderings of bodyDelta, as in bodyDrawings of a lesson."
    bodyDrawings: JSON
    "The text as Markdown; with hasIds it includes the ids of blocks, so that an import creates the same document."
    bodyMarkdown(hasIds: Boolean = false): String
    "Number of top-level blocks of this text that every reader could see if it were published; null for all."
    openBlocks: Int
    "The same for a reader with Pro, which doesn't include masterclasses, bootcamps and workshops."
    proBlocks: Int
    "The images of this text that are on other sites, because they couldn't be fetched when they were pasted or imported. Readers see a link instead."
    unfetchedImages: [UnfetchedImage!]
  }
  """An image of a text that is on another site."""
  type UnfetchedImage {
    "The ID of its block."
    blockId: String
    url: String!
    "Its alt text."
    alt: String!
  }
`;
