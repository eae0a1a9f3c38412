import type { Page } from 'playwright-core';
import type { Figure } from '../figure.ts';
import { type CommentsShape, fillComments } from '../fill-comments.ts';
import { openBrowser } from '../open-browser.ts';
import { measureScroll, type ScrollCost } from '../scrolling.ts';
import { untilIdle } from '../until-idle.ts';
import type { Suite } from './suite.ts';

/** How many times slower a phone is than this machine. */
const PHONE = 4;
const shapes: readonly (CommentsShape & { name: string })[] = [
  { name: '5,000 threads', threads: 5000, commentsEach: 1 },
  { name: 'one thread', threads: 1, commentsEach: 5000 },
];

/**
 * Measures the panel of a clip with 10,000 comments, scrolled far down while more are loaded: the longest task of the main thread on a
 * phone, and the cost of a frame against a bare page with the same text, rendered to the same point.
 */
export const discussions: Suite = async ({ site, isQuick, say }) => {
  const figures: Figure[] = [];
  const browser = await openBrowser();
  const frames = isQuick ? 60 : 240;
  const rendered = isQuick ? 150 : 1500;
  try {
    for (const { name, ...shape } of shapes) {
      say(`discussions: scrolling 10,000 comments in ${name}`);
      const clipId = await fillComments(site.connections.owner, 'The night train', shape);
      const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
      await untilIdle(site);
      await openPanel(page, `${site.origin}/clips/${clipId}`);
      await loadComments(page, rendered);
      const ours = await measureScroll(browser, page, '[data-measured]', frames, 'More comments');
      await page.setContent(barePage(await page.locator('[role=dialog] article').count()));
      const bare = await measureScroll(browser, page, '[data-measured]', frames);
      await page.close();
      figures.push(...figuresOf(name, ours, bare));
    }
  } finally {
    await browser.close();
  }
  return figures;
};

function figuresOf(name: string, ours: ScrollCost, bare: ScrollCost): Figure[] {
  return [
    {
      suite: 'discussions',
      name: `longest task on a phone, scrolling ${name}`,
      value: ours.longestMs * PHONE,
      unit: 'ms',
      floor: { name: 'bare page', value: bare.longestMs * PHONE },
      ratio: ours.longestMs / bare.longestMs,
      goal: { must: 2, aim: 1.5, isUpperBound: true },
    },
    {
      suite: 'discussions',
      name: `CPU of a frame, scrolling ${name}`,
      value: ours.perFrameMs,
      unit: 'ms',
      floor: { name: 'bare page', value: bare.perFrameMs },
      ratio: ours.perFrameMs / bare.perFrameMs,
      goal: { isUpperBound: true },
    },
  ];
}

/** Opens the comments and marks the element that scrolls. */
async function openPanel(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForFunction(() => document.querySelector<HTMLButtonElement>('button[aria-label^="Play "]')?.disabled === false);
  await page.getByRole('group', { name: 'Clip actions' }).getByRole('link', { name: 'Comments' }).click();
  await page.locator('[role=dialog] article').first().waitFor();
  await page.locator('[role=dialog]').evaluate((dialog) => {
    const box = [...dialog.querySelectorAll('*')].find((element) => /auto|scroll/.test(getComputedStyle(element).overflowY));
    box?.setAttribute('data-measured', '');
  });
}

/** Scrolls to the end, and presses the button for more if there is one, until so many comments are rendered; then back a little. */
function loadComments(page: Page, rendered: number): Promise<void> {
  return page.locator('[data-measured]').evaluate(
    (box, count) =>
      new Promise<void>((done) => {
        const step = () => {
          if (box.querySelectorAll('article').length >= count) {
            // So near to the end that the next pages are loaded while scrolling.
            box.scrollTop = box.scrollHeight - 8000;
            // Measuring begins once nothing else is pending.
            requestIdleCallback(() => done());
            return;
          }
          box.scrollTop = box.scrollHeight;
          [...box.querySelectorAll('button')].findLast((button) => button.textContent === 'More comments')?.click();
          setTimeout(step, 50);
        };
        step();
      }),
    rendered,
  );
}

/** Returns the same number of comments as plain HTML. */
function barePage(count: number): string {
  const comment =
    '<article><b>Wren Okafor</b><p>Words of a comment, as long as most comments are, which is a line or two of it.</p></article>';
  return `<!doctype html><div data-measured style="width:480px;height:860px;overflow:auto">${comment.repeat(count)}</div>`;
}
