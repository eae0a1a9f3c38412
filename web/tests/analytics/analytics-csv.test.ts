import { expect, test } from 'vitest';
import { analyticsCsv } from '../../app/features/analytics/analytics-csv.ts';
import type { ItemAnalytics } from '../../app/features/analytics/analytics-documents.ts';
import { readPeriod } from '../../app/features/analytics/period.ts';

const lesson = (title: string) => ({ lessonId: title, title, slug: 'a', videoSeconds: 3, begunCount: 4, completedCount: 2 });
const analytics: ItemAnalytics = {
  title: 'A course',
  countedFrom: null,
  countedTo: '2026-11-21T00:00:00Z',
  enrolledCount: 5,
  enrolledInAllCount: 9,
  activeCount: 4,
  finishedCount: 1,
  ratingCounts: [0, 0, 1, 0, 2],
  ratingAverage: 4.3,
  openQuestionsCount: 3,
  lessons: [lesson('Say "hello", twice'), ...['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1'].map(lesson)],
};

test('the CSV has every number, a line for each second, and nothing that a spreadsheet would run @STUDIO-01', () => {
  const video = { lessonId: 'x', title: '=1+1', videoSeconds: 3, viewersCount: 4, viewersBySecond: [4, 3, 3] };
  const csv = analyticsCsv(analytics, video);
  // Without it, Excel reads the file in the system's code page.
  expect(csv.startsWith('\uFEFF"metric"')).toBe(true);
  const lines = csv.slice(1).split('\r\n');
  expect(lines.slice(0, 13)).toEqual([
    '"metric","lesson","at","count"',
    '"enrolled","","",5',
    '"enrolled in all","","",9',
    '"active","","",4',
    '"finished","","",1',
    '"open questions","","",3',
    '"ratings","",1,0',
    '"ratings","",2,0',
    '"ratings","",3,1',
    '"ratings","",4,0',
    '"ratings","",5,2',
    '"begun","Say ""hello"", twice","",4',
    '"completed","Say ""hello"", twice","",2',
  ]);
  expect(lines.filter((line) => line.startsWith('"begun"')).slice(1)).toEqual(
    ["'=1+1", "'+1", "'-1", "'@SUM(A1)", "'\t=1", "' =1"].map((title) => `"begun","${title}","",4`),
  );
  expect(lines.slice(-4)).toEqual([`"viewers","'=1+1",0,4`, `"viewers","'=1+1",1,3`, `"viewers","'=1+1",2,3`, '']);
});

test('an unknown period becomes 30 days', () => {
  expect(['7', '90', 'all', '12', ''].map((days) => readPeriod(new URLSearchParams({ days })).days)).toEqual([7, 90, null, 30, 30]);
});
