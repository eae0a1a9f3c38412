import type { PgResource } from 'postgraphile/@dataplan/pg';
import { extendSchema, gql } from 'postgraphile/utils';
import { createTextPlans } from '../texts/text-plans.ts';
import { createPageWrites } from './page-writes.ts';

/** Adds the mutations that take the text of a page, with the same plans as articles. The others (`unpublishPage`, `deletePage`, `arrangeFooter`) are SQL functions. */
export const PagesPlugin: GraphileConfig.Plugin = extendSchema((build) => {
  const plans = createTextPlans('page', build.pgResources as Record<string, PgResource>, createPageWrites);
  const { mutation, payload, writtenPayload } = plans;
  const { bodyDelta, bodyDrawings, bodyMarkdown } = plans.revision;
  return {
    typeDefs,
    objects: {
      Mutation: {
        plans: {
          createPage: mutation('create'),
          savePage: mutation('save'),
          publishPage: mutation('publish'),
          restorePageRevision: mutation('restore'),
        },
      },
      CreatePagePayload: { plans: payload },
      SavePagePayload: { plans: writtenPayload },
      PublishPagePayload: { plans: payload },
      RestorePageRevisionPayload: { plans: writtenPayload },
      PageRevision: { plans: { bodyDelta, bodyDrawings, bodyMarkdown } },
    },
  };
}, 'PagesPlugin');

const typeDefs = gql`
  extend type Mutation {
    """
    Creates a page as a draft, which only administrators see. For administrators only.
    Errors: LOGIN_REQUIRED, FORBIDDEN, BAD_INPUT, CONFLICT if the slug is taken.
    """
    createPage(input: CreatePageInput!): CreatePagePayload
    """
    Saves the working title and text of a page; publishPage makes the change public. For administrators only.
    Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT with the path in the document, and CONFLICT as in saveArticle.
    """
    savePage(input: SavePageInput!): SavePagePayload
    """
    Publishes a version, which must be the newest. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, CONFLICT, and
    BAD_INPUT if a placeholder such as [Fill in: your company] is left in the text.
    """
    publishPage(input: PublishPageInput!): PublishPagePayload
    """
    Saves the title and text of an older revision as the newest revision; the history keeps all published ones. For administrators only.
    Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, CONFLICT as in saveArticle.
    """
    restorePageRevision(input: RestorePageRevisionInput!): RestorePageRevisionPayload
  }

  """Input of createPage. Without a text the page is empty."""
  input CreatePageInput {
    clientMutationId: String
    "The last part of its URL: lowercase words joined by single hyphens, at most 60 characters. Suggested pages (terms, privacy, imprint, refunds, about, help) are at the top, others below /pages."
    slug: String!
    "1 to 200 characters."
    title: String!
    "The text as a document, a JSON string; wins over bodyMarkdown."
    bodyDelta: String
    "The text as Markdown."
    bodyMarkdown: String
  }
  """The new page."""
  type CreatePagePayload {
    clientMutationId: String
    page: Page
  }

  """Input of savePage."""
  input SavePageInput {
    clientMutationId: String
    id: UUID!
    "The version that this one is based on: the version of latestRevision when it was loaded, or of the last save."
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
  }
  """The newest revision after a save, also if the text was unchanged."""
  type SavePagePayload {
    clientMutationId: String
    page: Page
    revision: PageRevision
    "The baseVersion for the next save."
    version: Int!
    savedAt: Datetime!
  }

  """Input of publishPage."""
  input PublishPageInput {
    clientMutationId: String
    id: UUID!
    "The version to publish; it must be the newest."
    version: Int!
    "True asks every user to accept this version. Only for the terms and the privacy policy."
    asksAgain: Boolean
  }
  """The published page."""
  type PublishPagePayload {
    clientMutationId: String
    page: Page
  }

  """Input of restorePageRevision."""
  input RestorePageRevisionInput {
    clientMutationId: String
    revisionId: UUID!
    "The newest version that the user has seen."
    baseVersion: Int!
  }
  """The new revision."""
  type RestorePageRevisionPayload {
    clientMutationId: String
    page: Page
    revision: PageRevision
    "The baseVersion for the next save."
    version: Int!
    savedAt: Datetime!
  }

  extend type PageRevision {
    "The text as a document (JSON)."
    bodyDelta: JSON
    "The server's renderings of bodyDelta, as in bodyDrawings of a page."
    bodyDrawings: JSON
    "The text as Markdown; with hasIds it includes the ids of blocks, so that an import creates the same document."
    bodyMarkdown(hasIds: Boolean = false): String
  }
`;
