import type { PgResource } from 'postgraphile/@dataplan/pg';
import { extendSchema, gql } from 'postgraphile/utils';
import { createTextPlans } from '../texts/text-plans.ts';
import { createArticleWrites } from './article-writes.ts';

/**
 * Writing articles: the mutations that take a text, which is checked and derived from here before the database stores it,
 * and the texts of revisions. What needs no text (`unpublishArticle`, `archiveArticle`, `myArticles`) is SQL.
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
    Begins an article, with the signed-in person as its author. It is a draft: only its writers and staff see it.
    Errors: LOGIN_REQUIRED, FORBIDDEN for somebody who is no author, BAD_INPUT, TOO_MANY.
    """
    createArticle(input: CreateArticleInput!): CreateArticlePayload
    """
    Saves the working title and text. While the article is unpublished its page follows every save; once it is published,
    readers get the change by publishArticle. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT with the place in the
    document, and CONFLICT when somebody saved a newer version: then nothing was written, and extensions.current has its
    revisionId, version, title, savedAt, savedBy, userId and bodyDelta.
    """
    saveArticle(input: SaveArticleInput!): SaveArticlePayload
    """
    Puts a version, which must be the newest, before readers: now, or at publishedAt when that is ahead. By authors and
    staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, CONFLICT.
    """
    publishArticle(input: PublishArticleInput!): PublishArticlePayload
    """
    Changes details of an article. A changed slug redirects once the article was published. By authors and staff.
    Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT with extensions.field and extensions.fields, CONFLICT for a slug that is taken.
    """
    updateArticle(input: UpdateArticleInput!): UpdateArticlePayload
    """
    Makes the title and text of an older revision the newest one; nothing is taken out of the history.
    Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, CONFLICT as in saveArticle.
    """
    restoreArticleRevision(input: RestoreArticleRevisionInput!): RestoreArticleRevisionPayload
  }

  """What createArticle takes. Without a text the article is empty."""
  input CreateArticleInput {
    clientMutationId: String
    "1 to 200 characters. The slug is made of it."
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

  """What saveArticle takes."""
  input SaveArticleInput {
    clientMutationId: String
    id: UUID!
    "The version that this one was written on: that of latestRevision when it was loaded, or of the last save."
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
  """Where an editor says that the words of a discussion are."""
  input AnchorHint {
    discussionId: UUID!
    "Where they begin in the document's positions; absent for words that were deleted."
    from: Int
    "Where they end."
    to: Int
  }
  """What is newest after a save, or after an unchanged text was sent."""
  type SaveArticlePayload {
    clientMutationId: String
    article: Article
    revision: ArticleRevision
    "The version to name as baseVersion in the next save."
    version: Int!
    savedAt: Datetime!
  }

  """What publishArticle takes."""
  input PublishArticleInput {
    clientMutationId: String
    id: UUID!
    "The version to publish; it must be the newest."
    version: Int!
    "Ahead of now to schedule it, in the past to date it back; absent for now, or for the date it was first published."
    publishedAt: Datetime
  }
  """The article as it is now."""
  type PublishArticlePayload {
    clientMutationId: String
    article: Article
  }

  """What updateArticle takes."""
  input UpdateArticleInput {
    clientMutationId: String
    id: UUID!
    patch: ArticleDetails!
  }
  """Details of an article: what is absent stays, null or an empty text clears."""
  input ArticleDetails {
    "The last part of its address: lower-case words joined by single hyphens."
    slug: String
    "Where it was published first; only a rel=canonical link."
    canonicalUrl: String
    "One paragraph of plain text, at most 4,000 characters."
    description: String
    "One sentence for cards, at most 2,000 characters."
    summary: String
    "The picture at its head: an address or a path on this site."
    mainImageUrl: String
    topic: Topic
    "True when the part behind the paywall mark needs Pro."
    subscriptionRequired: Boolean
    "How much of a paid text without a mark is free, in percent of its length."
    previewPercent: Int
    "False for an unlisted article."
    isShownPublicly: Boolean
    "Slugs of tags, at most 10; they replace those there are."
    tags: [String!]
  }
  """The article as it is now."""
  type UpdateArticlePayload {
    clientMutationId: String
    article: Article
  }

  """What restoreArticleRevision takes."""
  input RestoreArticleRevisionInput {
    clientMutationId: String
    revisionId: UUID!
    "The newest version that the person has seen."
    baseVersion: Int!
  }
  """The new revision."""
  type RestoreArticleRevisionPayload {
    clientMutationId: String
    article: Article
    revision: ArticleRevision
    "The version to name as baseVersion in the next save."
    version: Int!
    savedAt: Datetime!
  }

  extend type ArticleRevision {
    "The text as a document (JSON)."
    bodyDelta: JSON
    "What the server draws of bodyDelta, as in bodyDrawings of an article."
    bodyDrawings: JSON
    "The text as Markdown; with hasIds it carries the ids of blocks, so that an import gives the same document."
    bodyMarkdown(hasIds: Boolean = false): String
    "How many top-level blocks of this text every reader could have if it were published; null for all of them."
    openBlocks: Int
  }
`;
