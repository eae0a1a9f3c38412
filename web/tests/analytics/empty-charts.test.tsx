import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { DropOffChart } from '../../app/features/analytics/drop-off-chart.tsx';
import { LessonChart } from '../../app/features/analytics/lesson-chart.tsx';

const lesson = (begunCount: number, completedCount: number) => ({
  lessonId: 'a',
  title: 'Waves',
  slug: 'waves',
  videoSeconds: 3,
  begunCount,
  completedCount,
});
const video = (viewersBySecond: number[]) => ({
  lessonId: 'a',
  title: 'Waves',
  videoSeconds: 3,
  viewersCount: Math.max(...viewersBySecond),
  viewersBySecond,
});

describe('a chart without data has a sentence and an example that is not read aloud', () => {
  for (const [what, empty, full] of [
    [
      'lessons',
      <LessonChart key="empty" lessons={[lesson(0, 0)]} part="lesson" per="in the last 7 days" />,
      <LessonChart key="full" lessons={[lesson(4, 2)]} part="lesson" per="in the last 7 days" />,
    ],
    [
      'seconds of a video',
      <DropOffChart key="empty" video={video([0, 0, 0])} per="in the last 7 days" />,
      <DropOffChart key="full" video={video([4, 2, 1])} per="in the last 7 days" />,
    ],
  ] as const) {
    test(`of ${what}`, () => {
      const html = renderToStaticMarkup(empty);
      expect(html).toMatch(/<figcaption>No one (?:started|watched) [^<]* in the last 7 days\./u);
      expect(html).toMatch(/aria-hidden="true"><p class="meta">Example/u);
      expect(html).not.toContain('role="img"');
      const shown = renderToStaticMarkup(full);
      expect(shown).toContain('role="img"');
      expect(shown).not.toMatch(/No one|Example/u);
    });
  }
});
