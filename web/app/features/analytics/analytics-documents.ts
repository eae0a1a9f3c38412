import { graphql } from '../../shared/graphql-document.ts';

/** A course or a book in the list. */
export type FiguresLine = {
  courseId: string | null;
  bookId: string | null;
  title: string;
  enrolledCount: number;
  enrolledInAllCount: number;
  ratingCount: number;
  ratingAverage: number | null;
  openQuestionsCount: number;
};

/** How many people studied a lesson. */
export type LessonAnalytics = {
  lessonId: string;
  title: string;
  slug: string;
  videoSeconds: number | null;
  begunCount: number;
  completedCount: number;
};

/** How a course or a book is studied. */
export type ItemAnalytics = {
  title: string;
  countedFrom: string | null;
  countedTo: string;
  enrolledCount: number;
  enrolledInAllCount: number;
  activeCount: number;
  finishedCount: number;
  /** Of 1 to 5 stars. */
  ratingCounts: number[];
  ratingAverage: number | null;
  openQuestionsCount: number;
  lessons: LessonAnalytics[];
};

/** How many people watched each second of a video. */
export type VideoAnalytics = { lessonId: string; title: string; videoSeconds: number; viewersCount: number; viewersBySecond: number[] };

/** The items that somebody writes. */
export const OwnAnalyticsDocument = graphql(/* GraphQL */ `query ownFigures($days: Int, $isEveryones: Boolean) {
  ownFigures(days: $days, isEveryones: $isEveryones) {
    itemsCount
    lines { courseId bookId title enrolledCount enrolledInAllCount ratingCount ratingAverage openQuestionsCount }
  }
}`);

/** One course or book. */
export const ItemAnalyticsDocument = graphql(
  /* GraphQL */ `query itemFigures($courseId: UUID, $bookId: UUID, $days: Int) {
  itemFigures(courseId: $courseId, bookId: $bookId, days: $days) {
    title countedFrom countedTo enrolledCount enrolledInAllCount activeCount finishedCount ratingCounts ratingAverage openQuestionsCount
    lessons { lessonId title slug videoSeconds begunCount completedCount }
  }
}`,
);

/** The video of one lesson. */
export const VideoAnalyticsDocument = graphql(
  /* GraphQL */ `query videoFigures($lessonId: UUID!, $days: Int) {
  videoFigures(lessonId: $lessonId, days: $days) { lessonId title videoSeconds viewersCount viewersBySecond }
}`,
);
