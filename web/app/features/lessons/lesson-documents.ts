import { graphql } from '../../shared/graphql-document.ts';

/** Where the reader stands in a lesson, and why. */
export type ProgressNode = {
  isCompleted: boolean;
  reason: 'WATCHED' | 'READ' | 'BY_HAND' | null;
  positionSeconds: number | null;
  blockId: string | null;
  watchedSeconds: number;
  videoSeconds: number | null;
  readBlocks: number;
  blocks: number;
};

/** A line of the outline beside the text. */
export type OutlineNode = {
  lessonId: string;
  title: string;
  role: string;
  permalink: string;
  sectionId: string | null;
  sectionTitle: string | null;
  isFree: boolean;
  videoDuration: number | null;
  isCompleted: boolean;
};

/** A lesson or chapter with its text and video, as far as the reader may have them. */
export type LessonNode = {
  id: string;
  title: string;
  role: string;
  description: string | null;
  permalink: string;
  repositoryPathname: string | null;
  /** Left out where there is no assets server. */
  repositoryPass?: string | null;
  videoDuration: number | null;
  videoUrl: string | null;
  videoPass: string | null;
  updatedAt: string;
  isCut: boolean | null;
  commentsCount: number;
  bodyDelta: string | null;
  bodyDrawings: string | null;
  transcriptList: { second: number; words: string }[];
  progress: ProgressNode | null;
};

/** The course or book around the lesson. */
export type LessonItemNode = {
  id: string;
  slug: string;
  ratings: number[];
  title: string;
  permalink: string;
  topic: string;
  posterImageUrl: string | null;
  isShownPublicly: boolean;
  isPublished: boolean;
  archivedAt: string | null;
  publishedAt: string | null;
  isMasterclass: boolean;
  isBootcamp: boolean;
  isLiveWorkshop: boolean;
  lesson: LessonNode | null;
};

/** A lesson of a course, with the outline of the course. */
export const LessonDocument = graphql(/* GraphQL */ `query lesson($slug: String!, $lesson: String!, $hasAssets: Boolean!) {
  courseBySlug(slug: $slug) {
    id slug title permalink topic posterImageUrl isShownPublicly isPublished archivedAt publishedAt isMasterclass isBootcamp isLiveWorkshop
    isFree ratings
    outlineList { lessonId title role permalink sectionId sectionTitle isFree videoDuration isCompleted }
    lesson(slug: $lesson) {
      id title role description permalink repositoryPathname repositoryPass @include(if: $hasAssets) videoDuration videoUrl videoPass updatedAt isCut bodyDelta bodyDrawings commentsCount
      transcriptList { second words }
      progress { isCompleted reason positionSeconds blockId watchedSeconds videoSeconds readBlocks blocks }
    }
  }
}`);

/** A chapter of a book, with the outline of the book. */
export const ChapterDocument = graphql(/* GraphQL */ `query chapter($slug: String!, $lesson: String!, $hasAssets: Boolean!) {
  bookBySlug(slug: $slug) {
    id slug title permalink topic posterImageUrl isShownPublicly isPublished archivedAt publishedAt isBootcamp isLiveWorkshop isForSale
    ratings
    outlineList { lessonId title role permalink sectionId sectionTitle isFree videoDuration isCompleted }
    lesson(slug: $lesson) {
      id title role description permalink repositoryPathname repositoryPass @include(if: $hasAssets) videoDuration videoUrl videoPass updatedAt isCut bodyDelta bodyDrawings commentsCount
      transcriptList { second words }
      progress { isCompleted reason positionSeconds blockId watchedSeconds videoSeconds readBlocks blocks }
    }
  }
}`);

/** What a preview shows in place of the published text. */
export const LessonPreviewDocument = graphql(/* GraphQL */ `query lessonPreview($id: UUID!, $hasPro: Boolean!) {
  lessonById(id: $id) {
    slug title mayWrite willOpen(hasPro: $hasPro)
    latestRevision { version title bodyDelta bodyDrawings openBlocks proBlocks }
    course { slug }
    book { slug }
  }
}`);

/** A new pass for the video of a lesson. */
export const VideoPassDocument = graphql(/* GraphQL */ `query videoPass($id: UUID!) {
  lessonById(id: $id) { videoUrl videoPass }
}`);

/** Keeps what was watched and read, and gives back where the reader stands. */
export const SaveProgressDocument =
  graphql(/* GraphQL */ `mutation saveProgress($lessonId: UUID!, $watched: [Int!]!, $readBlockIds: [String!]!, $positionSeconds: Int, $blockId: String) {
  saveProgress(input: {
    lessonId: $lessonId, watched: $watched, readBlockIds: $readBlockIds, positionSeconds: $positionSeconds, blockId: $blockId
  }) {
    lessonProgress { isCompleted reason positionSeconds blockId watchedSeconds videoSeconds readBlocks blocks }
  }
}`);

/** Completes a lesson by hand, or takes that back. */
export const SetLessonCompletedDocument = graphql(/* GraphQL */ `mutation setLessonCompleted($lessonId: UUID!, $isCompleted: Boolean!) {
  setLessonCompleted(input: { lessonId: $lessonId, isCompleted: $isCompleted }) {
    lessonProgress { isCompleted reason positionSeconds blockId watchedSeconds videoSeconds readBlocks blocks }
  }
}`);

/** The lesson whose page has an address, or had it once. */
export const FormerLessonDocument = graphql(/* GraphQL */ `query formerLesson($path: String!) { lessonAt(path: $path) { permalink } }`);

/** How many comments a lesson has now. */
export const CommentsCountDocument = graphql(/* GraphQL */ `query lessonComments($id: UUID!) { lessonById(id: $id) { commentsCount } }`);
