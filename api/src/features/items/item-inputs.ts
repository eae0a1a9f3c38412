import { gql } from 'postgraphile/utils';

/** The studio's mutations that take a patch, as GraphQL. */
export const typeDefs = gql`
  extend type Mutation {
    """
    Changes details of a course. If the course has been public, its old URL redirects to the new one. For its writers; only
    authors and administrators change its price, URL and visibility. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT with
    extensions.field and extensions.fields, CONFLICT if the URL is taken.
    """
    updateCourse(input: UpdateCourseInput!): UpdateCoursePayload
    """
    Changes details of a book. If the book has been public, its old URL redirects to the new one. For its writers; only
    authors and administrators change its price, URL and visibility. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT with
    extensions.field and extensions.fields, CONFLICT if the URL is taken.
    """
    updateBook(input: UpdateBookInput!): UpdateBookPayload
    """
    Changes details of a lesson. If its course or book has been published, its old URL redirects to the new one. For writers
    of its course or book; only authors change what is free. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, CONFLICT if the slug is taken.
    """
    updateLesson(input: UpdateLessonInput!): UpdateLessonPayload
    """
    Changes a clip. For writers of its course or book. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.
    """
    updateClip(input: UpdateClipInput!): UpdateClipPayload
  }

  """A question with its answer, which may be Markdown."""
  input ItemQuestion {
    question: String!
    answer: String!
  }
  """A link with its title."""
  input ItemResource {
    title: String!
    "An http or https URL."
    url: String!
  }

  """A dependency of an item's code."""
  input ItemDependency {
    "At most 100 characters."
    name: String!
    "At most 40 characters."
    version: String
    "An http or https URL."
    link: String
  }
  """The programming language of an item, and its dependencies."""
  input ItemDependencies {
    "At most 40 characters, such as TypeScript."
    primaryLanguage: String
    "At most 30."
    list: [ItemDependency!]
  }

  """Input of updateCourse."""
  input UpdateCourseInput {
    clientMutationId: String
    id: UUID!
    patch: CourseDetails!
  }
  """Details of a course: absent fields stay unchanged, null or an empty text clears a field."""
  input CourseDetails {
    ${sharedDetails('courses')}
    "True if everyone, signed in or not, may read it all. Only for authors."
    isFree: Boolean
    "True if it is sold separately, not as part of Pro. Only for authors."
    isMasterclass: Boolean
    "True if it is part of Pro. Only for authors."
    subscriptionRequired: Boolean
    "The type of production, PREMIUMCAST by default; never BOOK."
    archetype: String
  }
  """The updated course."""
  type UpdateCoursePayload {
    clientMutationId: String
    course: Course
  }

  """Input of updateBook."""
  input UpdateBookInput {
    clientMutationId: String
    id: UUID!
    patch: BookDetails!
  }
  """Details of a book: absent fields stay unchanged, null or an empty text clears a field."""
  input BookDetails {
    ${sharedDetails('books')}
    "False for a free book. Only for authors."
    isForSale: Boolean
  }
  """The updated book."""
  type UpdateBookPayload {
    clientMutationId: String
    book: Book
  }

  """Input of updateLesson."""
  input UpdateLessonInput {
    clientMutationId: String
    id: UUID!
    patch: LessonDetails!
  }
  """Details of a lesson: absent fields stay unchanged, null or an empty text clears a field."""
  input LessonDetails {
    "1 to 200 characters."
    title: String
    "The last part of its URL, unique in its course or book."
    slug: String
    "A description in a sentence or two."
    description: String
    role: LessonRole
    "True if everyone may read it, whatever its course costs. Only for authors."
    isFree: Boolean
    "True if it needs the advanced package of its course or book, or Pro. Only for authors."
    isAdvancedPackageLesson: Boolean
    "Path of its protected repository on the assets server."
    repositoryPathname: String
  }
  """The updated lesson."""
  type UpdateLessonPayload {
    clientMutationId: String
    lesson: Lesson
  }

  """Input of updateClip."""
  input UpdateClipInput {
    clientMutationId: String
    id: UUID!
    patch: ClipDetails!
  }
  """Details of a clip: absent fields stay unchanged, null or an empty text clears a field."""
  input ClipDetails {
    "1 to 200 characters."
    title: String
    "A description in plain text, at most 2,000 characters."
    description: String
    "True for SHORTS, false for FULL."
    isShort: Boolean
    "Public video: local:{playbackId}, or the https URL at a video provider."
    videoUrl: String
    "Position in the video of its thumbnail, in seconds."
    thumbnailSeconds: Float
    "Length in seconds; null while unknown."
    durationSeconds: Int
    "The lesson that it is taken from, in the same course or book."
    lessonId: UUID
  }
  """The updated clip."""
  type UpdateClipPayload {
    clientMutationId: String
    clip: Clip
  }
`;

/**
 * Returns the fields that courses and books share.
 * @param root the first part of their paths
 */
function sharedDetails(root: 'courses' | 'books'): string {
  return `
    "1 to 200 characters."
    title: String
    "A second line, at most 300 characters."
    subtitle: String
    "The last part of its URL: lowercase words joined by single hyphens. Only for authors."
    slug: String
    "Its path: /${root}/{slug}, which changes with the slug, or a single part such as /a-title. Only for authors."
    permalink: String
    topic: Topic
    "One paragraph of plain text, at most 4,000 characters."
    description: String
    "One sentence for cards, at most 2,000 characters."
    summary: String
    "The long description, in Markdown."
    primaryDescriptionMarkdown: String
    "Cover in its original aspect ratio: a URL, a path on this site, or the imageUrl of an image that one of its writers uploaded."
    posterImageUrl: String
    "Cover for cards."
    coverImageUrl: String
    "Cover in full size."
    fullCoverImageUrl: String
    "Public trailer: local:{playbackId}, or the https URL at a video provider."
    heroVideoUrl: String
    "PDF of a free part."
    previewPdfUrl: String
    "True to announce it: its card is public, its content isn't. Only for authors."
    isComingSoon: Boolean
    "True to limit a published item to users with access to it. Only for authors."
    isEarlyAccess: Boolean
    "False for an unlisted item. Only for authors."
    isShownPublicly: Boolean
    "True if learners who have access to its videos may keep them offline in their browser. Only for authors."
    allowsOfflineVideos: Boolean
    "Sold separately, and labeled Bootcamp. Only for authors."
    isBootcamp: Boolean
    "Sold separately, and labeled Workshop. Only for authors."
    isLiveWorkshop: Boolean
    numExercises: Int
    "Percentage of each text without a paywall marker that is free, by length. Only for authors."
    previewPercent: Int
    "What a buyer gets, one line each; at most 30."
    pricingFeatures: [String!]
    "What it teaches, in Markdown."
    syllabus: String
    "Questions with answers, at most 50; they replace the current ones."
    faq: [ItemQuestion!]
    "Links, at most 50; they replace the current ones."
    resources: [ItemResource!]
    "The programming language and dependencies; they replace the current ones."
    dependencies: ItemDependencies
    "BCP 47 tag of the language that it is taught in."
    lessonLanguage: String
    "The marketing headline, at most 300 characters."
    marketingHeadline: String
    "The marketing copy, in Markdown."
    marketingCopyMarkdown: String
    "Names or slugs of tags, at most 10; they replace the current ones."
    tags: [String!]
  `;
}
