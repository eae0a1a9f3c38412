import type { Browser } from 'playwright-core';
import type { Figure } from '../figure.ts';
import { median } from '../median.ts';
import { openBrowser } from '../open-browser.ts';
import { scriptsRead } from '../scripts-read.ts';
import { untilIdle } from '../until-idle.ts';
import type { Suite } from './suite.ts';

/** Programs of the demo, by the language of their code, and how long a first run may take, in milliseconds. */
const programs = [
  { language: 'JavaScript', path: '/articles/a-map-of-unicode-for-busy-people', goal: { must: 1000, aim: 500 } },
  { language: 'TypeScript', path: '/courses/a-parser-before-lunch/a-lexer-in-thirty-lines', goal: {} },
  { language: 'Python', path: '/courses/retrieval-plainly/forty-lines-of-baseline', goal: { must: 6000, aim: 3000 } },
  { language: 'SQL', path: '/courses/backend-from-the-socket-up/a-table-with-opinions', goal: {} },
] as const;

/**
 * Measures what code in lessons costs: nothing until its Run button is pressed, and then the time until it has run for the first time in this
 * browser, with its compiler or engine.
 */
export const practice: Suite = async ({ site, pace, say }) => {
  const { cookie } = await site.signIn('proLearner');
  const browser = await openBrowser();
  try {
    await untilIdle(site);
    const figures = [await untouched(browser)];
    for (const { language, path, goal } of programs) {
      say(`practice: running ${language} for the first time`);
      const times: number[] = [];
      for (let round = 0; round < pace.rounds; round += 1) times.push(await firstRun(browser, `${site.origin}${path}`, cookie));
      figures.push({
        suite: 'practice',
        name: `first run of ${language}, from the press to its end`,
        value: median(times),
        unit: 'ms',
        goal: { ...goal, isUpperBound: true },
      });
    }
    return figures;
  } finally {
    await browser.close();
  }

  /** Exercises are read much more often than they are tried. */
  async function untouched(reader: Browser): Promise<Figure> {
    say('practice: reading lessons with and without exercises');
    const course = `${site.origin}/courses/backend-from-the-socket-up`;
    const value = (await scriptsRead(reader, `${course}/a-table-with-opinions`, cookie)) / 1000;
    const floor = {
      name: 'a lesson with code and no exercises',
      value: (await scriptsRead(reader, `${course}/http-by-hand`, cookie)) / 1000,
    };
    return {
      suite: 'practice',
      name: 'scripts of a lesson with exercises, read and not touched',
      value,
      unit: 'KB',
      floor,
      ratio: value / floor.value,
      goal: { must: 1.01, aim: 1, isUpperBound: true },
    };
  }
};

/** Opens a page with an empty cache, presses the first Run button, and returns the milliseconds until the program has ended. */
async function firstRun(browser: Browser, url: string, cookie: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  try {
    await context.setExtraHTTPHeaders({ cookie });
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'networkidle' });
    const run = page.getByRole('button', { name: 'Run', exact: true }).first();
    await run.scrollIntoViewIfNeeded();
    const pressedAt = performance.now();
    await run.click();
    await page.getByText('Done.', { exact: true }).waitFor({ timeout: 120_000 });
    return performance.now() - pressedAt;
  } finally {
    await context.close();
  }
}
