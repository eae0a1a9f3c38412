import { byteOrderMark } from '../../shared/byte-order-mark.ts';
import type { ItemAnalytics, VideoAnalytics } from './analytics-documents.ts';

/**
 * The figures as a table of four columns (RFC 4180): what was counted, of which lesson, at which second or for how many stars, and how many.
 * `video` adds each second of one video.
 */
export function analyticsCsv(analytics: ItemAnalytics, video: VideoAnalytics | null): string {
  const rows: (string | number)[][] = [
    ['figure', 'lesson', 'at', 'count'],
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
  ];
  return byteOrderMark + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** Words in quotes; what a spreadsheet would take for a formula gets an apostrophe before it. */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const harmless = /^[\s]*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return `"${harmless.replaceAll('"', '""')}"`;
}
