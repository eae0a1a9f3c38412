import { gql } from 'postgraphile/utils';

/** The mutations of the studio that take a patch. */
export const typeDefs = gql`
  extend type Mutation {
    """
    Changes details of a course. A changed address redirects once people could follow it. By those who write it; what it
    costs, where it is and who sees it is up to its authors and staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT with
    extensions.field and extensions.fields, CONFLICT for an address that is taken.
    """
    updateCourse(input: UpdateCourseInput!): UpdateCoursePayload
    """
    Changes details of a book. A changed address redirects once people could follow it. By those who write it; what it
    costs, where it is and who sees it is up to its authors and staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT with
    extensions.field and extensions.fields, CONFLICT for an address that is taken.
    """
    updateBook(input: UpdateBookInput!): UpdateBookPayload
    """
    Changes the title, the address and the flags of a lesson; a changed slug redirects once its item was published. By those
    who write its item; what is free is up to the authors. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, CONFLICT for a slug that is taken.
    """
    updateLesson(input: UpdateLessonInput!): UpdateLessonPayload
    """
    Changes a clip. By those who write its item. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.
    """
    updateClip(input: UpdateClipInput!): UpdateClipPayload
  }

  """A question with its answer, which may be Markdown."""
  input ItemQuestion {
    question: String!
    answer: String!
  }
  """A link with its words."""
  input ItemResource {
    title: String!
    "An http or https address."
    url: String!
  }

  """What an item builds on."""
  input ItemDependency {
    "At most 100 characters."
    name: String!
    "At most 40 characters."
    version: String
    "An http or https address."
    link: String
  }
  """The language of an item's code, and what it builds on."""
  input ItemDependencies {
    "At most 40 characters, such as TypeScript."
    primaryLanguage: String
    "At most 30."
    list: [ItemDependency!]
  }

  """What updateCourse takes."""
  input UpdateCourseInput {
    clientMutationId: String
    id: UUID!
    patch: CourseDetails!
  }
  """Details of a course: what is absent stays, null or an empty text clears."""
  input CourseDetails {
    ${sharedDetails('courses')}
    "Everyone, signed in or not, may read it all. Up to the authors."
    isFree: Boolean
    "Bought by itself, not part of Pro. Up to the authors."
    isMasterclass: Boolean
    "True when it is part of Pro. Up to the authors."
    subscriptionRequired: Boolean
    "The kind of production, PREMIUMCAST by default; never BOOK."
    archetype: String
  }
  """The course as it is now."""
  type UpdateCoursePayload {
    clientMutationId: String
    course: Course
  }

  """What updateBook takes."""
  input UpdateBookInput {
    clientMutationId: String
    id: UUID!
    patch: BookDetails!
  }
  """Details of a book: what is absent stays, null or an empty text clears."""
  input BookDetails {
    ${sharedDetails('books')}
    "False for a free book. Up to the authors."
    isForSale: Boolean
  }
  """The book as it is now."""
  type UpdateBookPayload {
    clientMutationId: String
    book: Book
  }

  """What updateLesson takes."""
  input UpdateLessonInput {
    clientMutationId: String
    id: UUID!
    patch: LessonDetails!
  }
  """Details of a lesson: what is absent stays, null or an empty text clears."""
  input LessonDetails {
    "1 to 200 characters."
    title: String
    "The last part of its address, unique in its course or book."
    slug: String
    "What it is about, in a sentence or two."
    description: String
    role: LessonRole
    "Everyone may read it, whatever its course costs. Up to the authors."
    isFree: Boolean
    "Needs the advanced grant of its item, or Pro. Up to the authors."
    isAdvancedPackageLesson: Boolean
    "Where its protected repository stands on the assets server."
    repositoryPathname: String
  }
  """The lesson as it is now."""
  type UpdateLessonPayload {
    clientMutationId: String
    lesson: Lesson
  }

  """What updateClip takes."""
  input UpdateClipInput {
    clientMutationId: String
    id: UUID!
    patch: ClipDetails!
  }
  """Details of a clip: what is absent stays, null or an empty text clears."""
  input ClipDetails {
    "1 to 200 characters."
    title: String
    "What it shows, in plain text, at most 2,000 characters."
    description: String
    "True for SHORTS, false for FULL."
    isShort: Boolean
    "Public: local:{playbackId} or the https address at a video provider."
    videoUrl: String
    "The second of the video that its still shows."
    thumbnailSeconds: Float
    "Length in seconds; null when not known yet."
    durationSeconds: Int
    "The lesson of the same item that it is taken from."
    lessonId: UUID
  }
  """The clip as it is now."""
  type UpdateClipPayload {
    clientMutationId: String
    clip: Clip
  }
`;

/** What courses and books have alike. @param root the first part of their addresses */
function sharedDetails(root: 'courses' | 'books'): string {
  return `
    "1 to 200 characters."
    title: String
    "A second line, at most 300 characters."
    subtitle: String
    "The last part of its address: lower-case words joined by single hyphens. Up to the authors."
    slug: String
    "Its whole address: /${root}/{slug}, which follows the slug, or one part such as /a-title. Up to the authors."
    permalink: String
    topic: Topic
    "One paragraph of plain text, at most 4,000 characters."
    description: String
    "One sentence for cards, at most 2,000 characters."
    summary: String
    "The long description, in Markdown."
    primaryDescriptionMarkdown: String
    "Cover in its own shape: an address, a path on this site, or the imageUrl of a picture that one of its writers uploaded."
    posterImageUrl: String
    "Cover for cards."
    coverImageUrl: String
    "Cover in full size."
    fullCoverImageUrl: String
    "Trailer, public: local:{playbackId} or the https address at a video provider."
    heroVideoUrl: String
    "A free part as PDF."
    previewPdfUrl: String
    "True to announce it: its card is public, its content is not. Up to the authors."
    isComingSoon: Boolean
    "With a published item: for those entitled alone. Up to the authors."
    isEarlyAccess: Boolean
    "False for an unlisted item. Up to the authors."
    isShownPublicly: Boolean
    "Bought by itself; labelled Bootcamp. Up to the authors."
    isBootcamp: Boolean
    "Bought by itself; labelled Workshop. Up to the authors."
    isLiveWorkshop: Boolean
    numExercises: Int
    "How much of each text without a paywall mark is free, in percent of its length. Up to the authors."
    previewPercent: Int
    "What a buyer gets, a line each; at most 30."
    pricingFeatures: [String!]
    "What it teaches, in Markdown."
    syllabus: String
    "Questions with answers, at most 50; they replace those there are."
    faq: [ItemQuestion!]
    "Links, at most 50; they replace those there are."
    resources: [ItemResource!]
    "The language of its code and what it builds on; they replace those there are."
    dependencies: ItemDependencies
    "BCP 47 tag of the language it is taught in."
    lessonLanguage: String
    "The line that sells it, at most 300 characters."
    marketingHeadline: String
    "The text that sells it, in Markdown."
    marketingCopyMarkdown: String
    "Names or slugs of tags, at most 10; they replace those there are."
    tags: [String!]
  `;
}
