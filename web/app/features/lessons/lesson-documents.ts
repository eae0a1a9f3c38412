import { graphql } from '../../shared/graphql-document.ts';
import type { TitlePrice } from '../../shared/prices/title-prices.ts';

/** The reader's progress in a lesson, and how it's computed. */
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

/** A lesson in the outline next to the text. */
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

/** A lesson or chapter, with its text and video as far as the reader has access. */
export type LessonNode = {
  id: string;
  title: string;
  role: string;
  isAdvancedPackageLesson: boolean;
  description: string | null;
  permalink: string;
  repositoryPathname: string | null;
  /** Omitted without an assets server. */
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

/** The course or book of the lesson. */
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
  updatedAt: string;
  isMasterclass: boolean;
  isBootcamp: boolean;
  isLiveWorkshop: boolean;
  isComingSoon: boolean;
  /** The prices of the title alone; empty when it isn't sold separately. */
  prices: { nodes: TitlePrice[] };
  lesson: LessonNode | null;
};

/** A lesson of a course, with the course's outline. */
export const LessonDocument = graphql(/* GraphQL */ `query lesson($slug: String!, $lesson: String!, $hasAssets: Boolean!) {
  courseBySlug(slug: $slug) {
    id slug title permalink topic posterImageUrl isShownPublicly isPublished archivedAt publishedAt updatedAt isMasterclass isBootcamp
    isLiveWorkshop isFree ratings isComingSoon
    prices(first: 20, condition: { isAdvanced: false }) { nodes { amountCents currency isDefault } }
    outlineList { lessonId title role permalink sectionId sectionTitle isFree videoDuration isCompleted }
    lesson(slug: $lesson) {
      id title role isAdvancedPackageLesson description permalink repositoryPathname repositoryPass @include(if: $hasAssets) videoDuration videoUrl videoPass updatedAt isCut bodyDelta bodyDrawings commentsCount
      transcriptList { second words }
      progress { isCompleted reason positionSeconds blockId watchedSeconds videoSeconds readBlocks blocks }
    }
  }
}`);

/** A chapter of a book, with the book's outline. */
export const ChapterDocument = graphql(/* GraphQL */ `query chapter($slug: String!, $lesson: String!, $hasAssets: Boolean!) {
  bookBySlug(slug: $slug) {
    id slug title permalink topic posterImageUrl isShownPublicly isPublished archivedAt publishedAt updatedAt isBootcamp isLiveWorkshop
    isForSale
    ratings isComingSoon
    prices(first: 20, condition: { isAdvanced: false }) { nodes { amountCents currency isDefault } }
    outlineList { lessonId title role permalink sectionId sectionTitle isFree videoDuration isCompleted }
    lesson(slug: $lesson) {
      id title role isAdvancedPackageLesson description permalink repositoryPathname repositoryPass @include(if: $hasAssets) videoDuration videoUrl videoPass updatedAt isCut bodyDelta bodyDrawings commentsCount
      transcriptList { second words }
      progress { isCompleted reason positionSeconds blockId watchedSeconds videoSeconds readBlocks blocks }
    }
  }
}`);

/** What belongs to the reader of a lesson's page, and which copy of the page they get. */
export type OwnLessonNode = {
  id: string;
  updatedAt: string;
  isCut: boolean | null;
  readerAccess: 'EVERYONE' | 'ENTITLED' | 'EDITOR' | null;
  progress: ProgressNode | null;
};

/** What belongs to the reader of a lesson: themselves, and their progress. */
export const OwnLessonDocument = graphql(/* GraphQL */ `query ownLesson($slug: String!, $lesson: String!, $shell: Boolean!) {
  ... @include(if: $shell) {
    viewer { id username displayName profileImageUrl isAdmin settings { hasShortcuts timeZone followsBrowserTimeZone } }
    unreadNoticesCount
    pagesToAccept { nodes { id title permalink publishedVersion } }
  }
  courseBySlug(slug: $slug) {
    updatedAt completedLessonIds
    lesson(slug: $lesson) {
      id updatedAt isCut readerAccess
      progress { isCompleted reason positionSeconds blockId watchedSeconds videoSeconds readBlocks blocks }
    }
  }
}`);

/** The same for a chapter. */
export const OwnChapterDocument = graphql(/* GraphQL */ `query ownChapter($slug: String!, $lesson: String!, $shell: Boolean!) {
  ... @include(if: $shell) {
    viewer { id username displayName profileImageUrl isAdmin settings { hasShortcuts timeZone followsBrowserTimeZone } }
    unreadNoticesCount
    pagesToAccept { nodes { id title permalink publishedVersion } }
  }
  bookBySlug(slug: $slug) {
    updatedAt completedLessonIds
    lesson(slug: $lesson) {
      id updatedAt isCut readerAccess
      progress { isCompleted reason positionSeconds blockId watchedSeconds videoSeconds readBlocks blocks }
    }
  }
}`);

/** What a preview shows instead of the published text. */
export const LessonPreviewDocument = graphql(/* GraphQL */ `query lessonPreview($id: UUID!, $hasPro: Boolean!) {
  lessonById(id: $id) {
    slug title mayWrite willOpen(hasPro: $hasPro)
    latestRevision { version title bodyDelta bodyDrawings openBlocks proBlocks }
    course { slug }
    book { slug }
  }
}`);

/** A new access token for the video of a lesson. */
export const VideoPassDocument = graphql(/* GraphQL */ `query videoPass($id: UUID!) {
  lessonById(id: $id) { videoUrl videoPass }
}`);

/** Stores what was watched and read, and returns the reader's progress. */
export const SaveProgressDocument =
  graphql(/* GraphQL */ `mutation saveProgress($lessonId: UUID!, $watched: [Int!]!, $readBlockIds: [String!]!, $positionSeconds: Int, $blockId: String) {
  saveProgress(input: {
    lessonId: $lessonId, watched: $watched, readBlockIds: $readBlockIds, positionSeconds: $positionSeconds, blockId: $blockId
  }) {
    lessonProgress { isCompleted reason positionSeconds blockId watchedSeconds videoSeconds readBlocks blocks }
  }
}`);

/** The lesson at a current or former path. */
export const FormerLessonDocument = graphql(/* GraphQL */ `query formerLesson($path: String!) { lessonAt(path: $path) { permalink } }`);

/** The current number of comments on a lesson. */
export const CommentsCountDocument = graphql(/* GraphQL */ `query lessonComments($id: UUID!) { lessonById(id: $id) { commentsCount } }`);
