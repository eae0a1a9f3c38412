import type { PgResource } from 'postgraphile/@dataplan/pg';
import { extendSchema, gql } from 'postgraphile/utils';
import { createTextPlans } from '../texts/text-plans.ts';
import { createArticleWrites } from './article-writes.ts';

/**
 * Adds the article mutations that take a text, which is validated and converted here before the database stores it, and the texts of
 * revisions. Mutations without a text (`unpublishArticle`, `archiveArticle`) and `myArticles` are SQL functions.
 */
export const ArticlesPlugin: GraphileConfig.Plugin = extendSchema((build) => {
  const plans = createTextPlans('article', build.pgResources as Record<string, PgResource>, createArticleWrites);
  const { mutation, payload, writtenPayload } = plans;
  return {
    typeDefs,
    objects: {
      Mutation: {
        plans: {
          createArticle: mutation('create'),
          saveArticle: mutation('save'),
          publishArticle: mutation('publish'),
          updateArticle: mutation('update'),
          restoreArticleRevision: mutation('restore'),
        },
      },
      CreateArticlePayload: { plans: payload },
      SaveArticlePayload: { plans: writtenPayload },
      PublishArticlePayload: { plans: payload },
      UpdateArticlePayload: { plans: payload },
      RestoreArticleRevisionPayload: { plans: writtenPayload },
      ArticleRevision: { plans: plans.revision },
    },
  };
}, 'ArticlesPlugin');

const typeDefs = gql`
  extend type Mutation {
    """
    Creates a draft with the signed-in user as its author. Only its authors, editors and administrators see it.
    Errors: LOGIN_REQUIRED, FORBIDDEN for users who aren't authors, BAD_INPUT, TOO_MANY.
    """
    createArticle(input: CreateArticleInput!): CreateArticlePayload
    """
    Saves the working title and text. While the article is unpublished, every save changes its page; once it is published,
    publishArticle makes the change public. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT with the path in the
    document, and CONFLICT if someone saved a newer version: then nothing is written, and extensions.current has its
    revisionId, version, title, savedAt, savedBy, userId and bodyDelta.
    """
    saveArticle(input: SaveArticleInput!): SaveArticlePayload
    """
    Publishes a version, which must be the newest: now, or at publishedAt if that is in the future. For authors and
    administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, CONFLICT.
    """
    publishArticle(input: PublishArticleInput!): PublishArticlePayload
    """
    Changes details of an article. If the article has been published, its old URL redirects to the new one. For authors and administrators.
    Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT with extensions.field and extensions.fields, CONFLICT if the slug is taken.
    """
    updateArticle(input: UpdateArticleInput!): UpdateArticlePayload
    """
    Saves the title and text of an older revision as the newest revision; the history keeps all revisions.
    Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, CONFLICT as in saveArticle.
    """
    restoreArticleRevision(input: RestoreArticleRevisionInput!): RestoreArticleRevisionPayload
  }

  """Input of createArticle. Without a text the article is empty."""
  input CreateArticleInput {
    clientMutationId: String
    "1 to 200 characters. The slug is derived from it."
    title: String!
    "The text as a document, a JSON string; wins over bodyMarkdown."
    bodyDelta: String
    "The text as Markdown."
    bodyMarkdown: String
  }
  """The new article."""
  type CreateArticlePayload {
    clientMutationId: String
    article: Article
  }

  """Input of saveArticle."""
  input SaveArticleInput {
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
    "Positions of annotations in this text, as the editor tracked them; the server checks each. At most 1,000."
    anchors: [AnchorHint!]
  }
  """Position that an editor reports for the passage of a discussion."""
  input AnchorHint {
    discussionId: UUID!
    "Start, as a position in the document; absent if the passage was deleted."
    from: Int
    "End, as a position in the document."
    to: Int
  }
  """The newest revision after a save, also if the text was unchanged."""
  type SaveArticlePayload {
    clientMutationId: String
    article: Article
    revision: ArticleRevision
    "The baseVersion for the next save."
    version: Int!
    savedAt: Datetime!
  }

  """Input of publishArticle."""
  input PublishArticleInput {
    clientMutationId: String
    id: UUID!
    "The version to publish; it must be the newest."
    version: Int!
    "A future time schedules the article, a past time backdates it. Defaults to the time it was first published, or now."
    publishedAt: Datetime
  }
  """The updated article."""
  type PublishArticlePayload {
    clientMutationId: String
    article: Article
  }

  """Input of updateArticle."""
  input UpdateArticleInput {
    clientMutationId: String
    id: UUID!
    patch: ArticleDetails!
  }
  """Details of an article: absent fields stay unchanged, null or an empty text clears a field."""
  input ArticleDetails {
    "The last part of its URL: lowercase words joined by single hyphens."
    slug: String
    "URL where it was first published; only used for the rel=canonical link."
    canonicalUrl: String
    "One paragraph of plain text, at most 4,000 characters."
    description: String
    "One sentence for cards, at most 2,000 characters."
    summary: String
    "The main image: a URL, or a path on this site."
    mainImageUrl: String
    topic: Topic
    "True if the part behind the paywall marker needs Pro."
    subscriptionRequired: Boolean
    "Percentage of a paid text without a paywall marker that is free, by length."
    previewPercent: Int
    "False for an unlisted article."
    isShownPublicly: Boolean
    "Slugs of tags, at most 10; they replace the current ones."
    tags: [String!]
  }
  """The updated article."""
  type UpdateArticlePayload {
    clientMutationId: String
    article: Article
  }

  """Input of restoreArticleRevision."""
  input RestoreArticleRevisionInput {
    clientMutationId: String
    revisionId: UUID!
    "The newest version that the user has seen."
    baseVersion: Int!
  }
  """The new revision."""
  type RestoreArticleRevisionPayload {
    clientMutationId: String
    article: Article
    revision: ArticleRevision
    "The baseVersion for the next save."
    version: Int!
    savedAt: Datetime!
  }

  extend type ArticleRevision {
    "The text as a document (JSON)."
    bodyDelta: JSON
    "The server's renderings of bodyDelta, as in bodyDrawings of an article."
    bodyDrawings: JSON
    "The text as Markdown; with hasIds it includes the ids of blocks, so that an import creates the same document."
    bodyMarkdown(hasIds: Boolean = false): String
    "Number of top-level blocks of this text that every reader could see if it were published; null for all."
    openBlocks: Int
  }
`;
