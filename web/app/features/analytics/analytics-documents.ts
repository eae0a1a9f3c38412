import { graphql } from '../../shared/graphql-document.ts';

/** A course or book in the list of analytics. */
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

/** The number of users who studied a lesson. */
export type LessonAnalytics = {
  lessonId: string;
  title: string;
  slug: string;
  videoSeconds: number | null;
  begunCount: number;
  completedCount: number;
};

/** The analytics of a course or book. */
export type ItemAnalytics = {
  title: string;
  countedFrom: string | null;
  countedTo: string;
  enrolledCount: number;
  enrolledInAllCount: number;
  activeCount: number;
  finishedCount: number;
  /** The number of ratings with 1 to 5 stars. */
  ratingCounts: number[];
  ratingAverage: number | null;
  openQuestionsCount: number;
  lessons: LessonAnalytics[];
};

/** The number of users who watched each second of a video. */
export type VideoAnalytics = { lessonId: string; title: string; videoSeconds: number; viewersCount: number; viewersBySecond: number[] };

/** The analytics of the user's own items. */
export const OwnAnalyticsDocument = graphql(/* GraphQL */ `query ownFigures($days: Int, $isEveryones: Boolean) {
  ownFigures(days: $days, isEveryones: $isEveryones) {
    itemsCount
    lines { courseId bookId title enrolledCount enrolledInAllCount ratingCount ratingAverage openQuestionsCount }
  }
}`);

/** The analytics of one course or book. */
export const ItemAnalyticsDocument = graphql(
  /* GraphQL */ `query itemFigures($courseId: UUID, $bookId: UUID, $days: Int) {
  itemFigures(courseId: $courseId, bookId: $bookId, days: $days) {
    title countedFrom countedTo enrolledCount enrolledInAllCount activeCount finishedCount ratingCounts ratingAverage openQuestionsCount
    lessons { lessonId title slug videoSeconds begunCount completedCount }
  }
}`,
);

/** The analytics of a lesson's video. */
export const VideoAnalyticsDocument = graphql(
  /* GraphQL */ `query videoFigures($lessonId: UUID!, $days: Int) {
  videoFigures(lessonId: $lessonId, days: $days) { lessonId title videoSeconds viewersCount viewersBySecond }
}`,
);
