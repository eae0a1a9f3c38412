import { csvOf } from '../../shared/csv.ts';
import type { ItemAnalytics, VideoAnalytics } from './analytics-documents.ts';

/**
 * Formats analytics as CSV with four columns (RFC 4180): metric, lesson, second or number of stars, and count. `video` adds a row for each
 * second of one video.
 */
export function analyticsCsv(analytics: ItemAnalytics, video: VideoAnalytics | null): string {
  return csvOf([
    ['metric', 'lesson', 'at', 'count'],
    ['enrolled', '', '', analytics.enrolledCount],
    ['enrolled in all', '', '', analytics.enrolledInAllCount],
    ['active', '', '', analytics.activeCount],
    ['finished', '', '', analytics.finishedCount],
    ['open questions', '', '', analytics.openQuestionsCount],
    ...analytics.ratingCounts.map((count, position) => ['ratings', '', position + 1, count]),
    ...analytics.lessons.flatMap(({ title, begunCount, completedCount }) => [
      ['begun', title, '', begunCount],
      ['completed', title, '', completedCount],
    ]),
    ...(video?.viewersBySecond ?? []).map((count, second) => ['viewers', video?.title ?? '', second, count]),
  ]);
}
