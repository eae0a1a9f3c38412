import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { BrokenExercises } from '../../app/shared/exercise-checks/broken-exercises.tsx';
import type { CheckedExercise } from '../../app/shared/exercise-checks/checked-exercise.ts';

const checked = (position: number, more: Partial<CheckedExercise>): CheckedExercise => ({
  ...{ id: String(position), exercise: `block${position}`, position, verdict: 'PASSES', reason: null, failedTests: [] },
  ...{ checkedAt: '2026-11-27T00:00:00Z', ...more },
});
const render = (checks: readonly CheckedExercise[], brokenCount?: number) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <BrokenExercises
        checks={checks}
        {...(brokenCount !== undefined && { brokenCount })}
        pathOf={({ exercise }) => `#b-${exercise}`}
        onFollow={() => undefined}
      />
    </MemoryRouter>,
  );
const words = (html: string) =>
  html
    .replaceAll(/<[^>]+>/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();

test('what doesn’t work is listed with its reason and a link; what works isn’t @PRACTICE-02', () => {
  const html = render([
    checked(1, {}),
    checked(2, { verdict: 'SOLUTION_FAILS', failedTests: ['adds', '<b>'] }),
    checked(3, { verdict: 'STARTER_PASSES' }),
  ]);
  expect(html).toContain('href="/#b-block2"');
  expect(words(html)).toBe(
    '2 exercises don’t work: Exercise 2 : The solution doesn’t pass: “adds”, “&lt;b&gt;” failed. Exercise 3 : The code to start from passes: there is nothing to solve.',
  );
  expect(render([checked(1, {})])).toBe('');
});

test('what wasn’t checked isn’t called broken, and what waits is announced @PRACTICE-02', () => {
  const html = render([
    checked(1, { verdict: 'NOT_CHECKED', reason: 'Chromium isn’t installed on this machine.' }),
    checked(2, { verdict: 'NOT_CHECKED', checkedAt: null }),
  ]);
  expect(words(html)).toBe(
    'An exercise wasn’t checked: Exercise 1 : It wasn’t checked. Chromium isn’t installed on this machine. An exercise is being checked…',
  );
  expect(html).toContain('role="status"');
});

test('a title says how many there are, and which lessons they are in @PRACTICE-02', () => {
  const lesson = { id: 'l', title: 'Sums' };
  const html = words(render([checked(1, { verdict: 'SOLUTION_FAILS', reason: 'No test ran.', lesson })], 30));
  expect(html).toBe('30 exercises don’t work: Sums , exercise 1 : The solution doesn’t pass. No test ran. These are the first ones.');
});
