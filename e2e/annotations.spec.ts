import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { signInAt } from './support/api-client.ts';
import { demoPerson, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './support/journey.ts';
import { edgesOf, selectWords } from './support/select-words.ts';

// Discussions on words of a text and on seconds of a video: made by pointer, keys and touch, kept on their words while the author edits.
const create =
  'mutation a($input: CreateArticleInput!) { createArticle(input: $input) { article { id slug latestRevision { version } } } }';
const publish = 'mutation a($input: PublishArticleInput!) { publishArticle(input: $input) { article { permalink } } }';

const sentence = 'It is so.';
const markdown = [
  `${sentence} And yet. ${sentence} Quite.`,
  '```ts\nconst a = 1;\nconst b = 1;\nconst c = 1;\n```',
  '> A quotation with **bold** words in it.',
  'The last paragraph.',
].join('\n\n');

type Made = { id: string; slug: string; latestRevision: { version: number } };

/** A public article of the demo's author. */
async function makeArticle(baseURL: string | undefined, title: string): Promise<Made> {
  const author = await signInAt(baseURL ?? '', demoPerson('author'));
  const made = (await author.run<{ createArticle: { article: Made } }>(create, { input: { title, bodyMarkdown: markdown } })).data;
  if (!made) throw new Error('makeArticle: expected an article, got none');
  const { article } = made.createArticle;
  await author.run(publish, { input: { id: article.id, version: article.latestRevision.version } });
  return article;
}

async function browserOf(browser: Browser, baseURL: string | undefined, role: 'author' | 'learner'): Promise<BrowserContext> {
  const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }), viewport: { width: 1280, height: 860 } });
  const page = await context.newPage();
  await signIn(page, demoPerson(role));
  await page.close();
  return context;
}

/** Selects words in the studio's text, or puts the caret before them. */
async function selectInEditor(page: Page, words: string, { nth = 1, isCaret = false } = {}): Promise<void> {
  const text = page.getByRole('textbox', { name: 'Article' });
  await text.focus();
  await text.evaluate(
    (editor, { words, nth, isCaret }) => {
      const walker = document.createTreeWalker(editor, NodeFilter.SHOW_TEXT);
      const nodes: Text[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node as Text);
      const whole = nodes.map(({ data }) => data).join('');
      let at = -1;
      for (let count = 0; count < nth; count += 1) at = whole.indexOf(words, at + 1);
      const place = (offset: number): [Text, number] => {
        let rest = offset;
        for (const node of nodes) {
          if (rest < node.length || (rest === node.length && offset > at)) return [node, rest];
          rest -= node.length;
        }
        throw new Error(`selectInEditor: expected ${words}`);
      };
      const [from, to] = [place(at), isCaret ? place(at) : place(at + words.length)];
      // On a busy machine the browser tells of this after the next letters: the editor has to look by itself.
      const untold = new Promise<void>((resolve) => {
        const swallow = (event: Event) => {
          event.stopImmediatePropagation();
          resolve();
        };
        addEventListener('selectionchange', swallow, { capture: true, once: true });
      });
      getSelection()?.setBaseAndExtent(from[0], from[1], to[0], to[1]);
      return untold;
    },
    { words, nth, isCaret },
  );
}

/** What is marked in the text, each with the letters before it in its block. */
function marked(page: Page): Promise<{ words: string; before: string }[]> {
  return page.evaluate(() =>
    [...(CSS.highlights.get('annotation') ?? [])].flatMap((range) => {
      if (!(range instanceof Range)) return [];
      const block = range.startContainer.parentElement?.closest('.b');
      const before = document.createRange();
      if (block) before.setStart(block, 0);
      before.setEnd(range.startContainer, range.startOffset);
      return [{ words: range.toString(), before: before.toString().replace(/^\d+/, '').trim() }];
    }),
  );
}

function panelOf(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Comments' });
}

/** Writes into the form of the open panel, sends, and leaves the panel. */
async function send(page: Page, words: string): Promise<void> {
  const panel = panelOf(page);
  await panel.getByRole('textbox', { name: /^Add your/ }).click();
  await page.keyboard.insertText(words);
  await page.keyboard.press('Control+Enter');
  await expect(panel.getByRole('article').getByText(words)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
}

async function openEditor(page: Page, id: string): Promise<void> {
  await page.goto(`/studio/articles/${id}`);
  await expect(page.getByRole('textbox', { name: 'Article' })).toBeVisible();
  await page.waitForLoadState('networkidle');
}

async function publishChanges(page: Page): Promise<void> {
  await expect(page.getByText(/^Saved (?:just now|\d+ s ago)$/)).toBeVisible();
  await page.getByRole('button', { name: /^Publish/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish changes' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

test('comments on words and on a line of code stay on them while the author edits, and are not lost with them @DISC-09 @DISC-10', {
  tag: '@desk',
}, async ({ page, browser, baseURL }) => {
  const { id, slug } = await makeArticle(baseURL, `On its words ${Date.now()}`);
  await signIn(page, demoPerson('learner'));
  await watchLayout(page);
  await page.goto(`/articles/${slug}`);
  await page.waitForLoadState('networkidle');

  // By the mouse: the second of two equal sentences.
  const { left, right, y } = await edgesOf(page, sentence, 2);
  await page.mouse.move(left + 1, y);
  await page.mouse.down();
  await page.mouse.move(right, y, { steps: 4 });
  await page.mouse.up();
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(panelOf(page).getByText(sentence)).toBeVisible();
  await send(page, 'Why is it so a second time?');
  const onSentence = page.getByRole('button', { name: `1 comment on “${sentence}”.` });
  await expect(onSentence).toBeVisible();
  await expect.poll(() => marked(page)).toEqual([{ words: sentence, before: `${sentence} And yet.` }]);

  // By keys: a line of code.
  await selectWords(page, 'const b = 1;');
  await page.keyboard.press('Control+Alt+m');
  await expect(panelOf(page).getByText('const b = 1;')).toBeVisible();
  await send(page, 'Is b needed?');
  await expect(page.getByRole('button', { name: '1 comment on “const b = 1;”.' })).toBeVisible();
  await expect(page.locator('pre span[data-annotated]')).toHaveText(['const b = 1;\n']);

  // By keys, a whole paragraph: the button that is found by tabbing, the arrows, Return.
  await page.getByRole('button', { name: 'Comment on a paragraph' }).focus();
  await page.keyboard.press('Enter');
  await page.evaluate(() => scrollTo(0, 0));
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: /^Comment on block 4 of 4: “The last paragraph\.”/ })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('button', { name: /^Comment on block 3 of 4: “A quotation with bold words in it\.”/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panelOf(page).getByText('A quotation with bold words in it.')).toBeVisible();
  await send(page, 'Who said that?');
  await expect(page.getByRole('button', { name: '1 comment on “A quotation with bold words in it.”.' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  // The author writes before all of them, and a new line of code above the line.
  const context = await browserOf(browser, baseURL, 'author');
  const studio = await context.newPage();
  await openEditor(studio, id);
  await selectInEditor(studio, sentence, { isCaret: true });
  await studio.keyboard.insertText(`${sentence} Mind: `);
  await selectInEditor(studio, 'const b = 1;', { isCaret: true });
  await studio.keyboard.insertText('const b = 0;');
  await studio.keyboard.press('Enter');
  await publishChanges(studio);

  // A cached copy of the page may be shown once more.
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('Mind:')).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(onSentence).toBeVisible();
  await expect.poll(() => marked(page)).toContainEqual({ words: sentence, before: `${sentence} Mind: ${sentence} And yet.` });
  await expect(page.locator('pre span[data-annotated]')).toHaveText(['const b = 1;\n']);
  expect(await layoutShift(page)).toBeLessThan(0.005);

  // A mark opens its discussion, and so do the words.
  await page.getByRole('button', { name: '1 comment on “const b = 1;”.' }).click();
  await expect(panelOf(page).getByRole('article').getByText('Is b needed?')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panelOf(page)).toBeHidden();
  const again = await edgesOf(page, sentence, 3);
  await page.mouse.click((again.left + again.right) / 2, again.y);
  await expect(panelOf(page).getByRole('article').getByText('Why is it so a second time?')).toBeVisible();
  await page.keyboard.press('Escape');

  // The author takes the sentence away: the comment is an orphan, equal words keep none.
  await openEditor(studio, id);
  await selectInEditor(studio, sentence, { nth: 3 });
  await studio.keyboard.press('Delete');
  await expect(studio.getByRole('list', { name: 'Comments without their words' }).getByRole('link')).toHaveText(`“${sentence}”`);
  await publishChanges(studio);
  await context.close();
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('And yet. Quite.')).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(page.getByRole('button', { name: '1 comment on “const b = 1;”.' })).toBeVisible();
  await expect(onSentence).toHaveCount(0);
  expect((await marked(page)).map(({ words }) => words)).not.toContain(sentence);
  await page.getByRole('link', { name: 'Comments', exact: true }).click();
  await expect(panelOf(page).getByRole('article').getByText('Why is it so a second time?')).toBeVisible();
  await expect(panelOf(page).getByText(sentence, { exact: true })).toBeVisible();
});

/** Counts from now on what moves by itself on each page. */
async function watchLayout(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moved = { sum: 0 };
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.sum += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** What has moved by itself since the page was opened. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { moved: { sum: number } }).moved.sum);
}

test('words are commented on by touch, and marks stand at the end of their paragraph @DISC-10', { tag: '@phone' }, async ({
  page,
  isMobile,
  baseURL,
}) => {
  const { slug } = await makeArticle(baseURL, `By touch ${Date.now()} ${isMobile}`);
  await signIn(page, demoPerson('learner'));
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`/articles/${slug}`);
  await page.waitForLoadState('networkidle');
  await selectWords(page, 'last paragraph');
  const offer = page.getByRole('button', { name: 'Comment', exact: true });
  await expect(offer).toBeInViewport();
  await offer.click();
  await expect(panelOf(page).getByText('last paragraph')).toBeVisible();
  await send(page, 'By touch.');
  const mark = page.getByRole('button', { name: '1 comment on “last paragraph”.' });
  await expect(mark).toBeVisible();
  const [box, text] = [await mark.boundingBox(), await page.locator('.text.prose > .b').last().boundingBox()];
  expect(box?.height).toBeGreaterThanOrEqual(24);
  expect(box && text && box.y >= text.y + text.height - 1).toBe(true);
  await expectNoSidewaysScroll(page);
  await mark.click();
  await expect(panelOf(page).getByRole('article').getByText('By touch.')).toBeVisible();
});

test('a comment on a second is a mark on the seek bar, which goes there and opens it @DISC-09', { tag: '@desk' }, async ({ page }) => {
  await signIn(page, demoPerson('proLearner'));
  await page.goto('/courses/types-that-tell-the-truth/why-types-lie');
  await page.getByRole('button', { name: /^Play / }).click();
  const video = page.locator('article video');
  const secondOf = () => video.evaluate((media: HTMLVideoElement) => media.currentTime);
  await expect.poll(() => video.evaluate((media: HTMLVideoElement) => media.readyState)).toBeGreaterThan(2);
  await video.evaluate((media: HTMLVideoElement) => {
    media.pause();
    media.currentTime = 3.4;
  });
  await expect.poll(secondOf).toBeCloseTo(3.4);
  const words = `What happens here? ${Date.now()}`;
  await page.locator('media-controller').focus();
  await page.keyboard.press('n');
  await expect(panelOf(page).getByText('0:03').first()).toBeVisible();
  await send(page, words);
  const mark = page
    .getByRole('group', { name: 'Comments on the video' })
    .getByRole('button', { name: /^\d+ comments? (?:in \d+ discussions )?(?:at|from) 0:03/ });
  await expect(mark).toBeVisible();
  await video.evaluate((media: HTMLVideoElement) => {
    media.currentTime = 0.5;
  });
  await expect.poll(secondOf).toBeCloseTo(0.5);
  await mark.focus();
  await page.keyboard.press('Enter');
  await expect.poll(secondOf).toBeGreaterThanOrEqual(3);
  await expect(panelOf(page).getByRole('article').getByText(words)).toBeVisible();
  await page.keyboard.press('Escape');
  await expectAccessible(page);
});
