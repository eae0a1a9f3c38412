import type { BrowserContext, Page } from '@playwright/test';
import { begin, commentWith, openPanel } from './support/comment-journey.ts';
import { control, countOf, holdStreams, openClips } from './support/clip-journey.ts';
import { expect, test } from './support/journey.ts';
import { makeClip } from './support/things.ts';

/** Opens another tab of the page's browser. */
async function openTab(page: Page, isHidden = false): Promise<Page> {
  const tab = await page.context().newPage();
  await holdStreams(tab);
  if (isHidden) await tab.addInitScript(hideUntilShown);
  return tab;
}

/** Hides every page of the tab until one is shown; the tab is identified by its name. */
function hideUntilShown(): void {
  if (window.name === 'shown') return;
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
}

/** Turns the page into a hidden tab. Headless Chromium shows all tabs at the same time. */
function hide(): void {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

function show(): void {
  window.name = 'shown';
  Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Returns the open event streams of a browser. */
function watchEventStreams(context: BrowserContext): Set<string> {
  const open = new Set<string>();
  let count = 0;
  context.on('request', (request) => {
    if (!request.url().includes('/events?')) return;
    count += 1;
    const name = `${count} ${new URL(request.url()).search}`;
    open.add(name);
    const remove = (ended: unknown) => ended === request && open.delete(name);
    context.on('requestfailed', remove);
    context.on('requestfinished', remove);
    request
      .frame()
      .page()
      .once('close', () => open.delete(name));
  });
  return open;
}

test('a like is the same in every tab, and a tab that shows an older state never takes it back @CLIP-05', { tag: '@desk' }, async ({
  page,
  people,
  rows,
}) => {
  const clip = await makeClip(rows);
  const learner = await people.enter('learner');
  await holdStreams(page);
  const other = await openTab(page);
  // A browser without channels between tabs.
  const alone = await openTab(page);
  await alone.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel'));
  for (const tab of [page, other, alone]) await openClips(tab, clip.path);
  const before = await countOf(page, 'Like');
  for (const tab of [page, other, alone]) await expect(control(tab, 'Like')).toHaveAttribute('aria-pressed', 'false');

  for (const name of ['Like', 'Bookmark']) {
    await control(page, name).click();
    await expect(control(other, name)).toHaveAttribute('aria-pressed', 'true');
  }
  await expect.poll(() => countOf(other, 'Like')).toBe(before + 1);

  await test.step('a click on an outdated state requests what the user sees', async () => {
    await expect(control(alone, 'Like')).toHaveAttribute('aria-pressed', 'false');
    const saved = alone.waitForResponse((response) => response.request().postData()?.includes('"enabled":true') === true);
    await control(alone, 'Like').click();
    await saved;
    await expect(control(alone, 'Like')).toBeEnabled();
    await expect(control(alone, 'Like')).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => countOf(alone, 'Like')).toBe(before + 1);
    expect(await rows.run('select enabled from app_public.clip_likes where clip_id = $1 and user_id = $2', [clip.id, learner.id])).toEqual([
      { enabled: true },
    ]);
  });

  await test.step('undoing it shows in every tab, too', async () => {
    await control(other, 'Like').click();
    await expect(control(page, 'Like')).toHaveAttribute('aria-pressed', 'false');
    await expect.poll(() => countOf(page, 'Like')).toBe(before);
  });
});

test('the tabs of a browser share one event stream; hidden ones have none and catch up when they are shown @DISC-12', {
  tag: '@desk',
}, async ({ page, people, rows }) => {
  const [clip, second] = [await makeClip(rows), await makeClip(rows)];
  const api = await people.at(await people.enter('learner'));
  await holdStreams(page);
  const streams = watchEventStreams(page.context());

  // Over HTTP/1.1 a browser has six connections to a site. Six background tabs leave them to a seventh.
  const hidden = await Promise.all(Array.from({ length: 6 }, () => openTab(page, true)));
  await Promise.all(hidden.map((tab) => openClips(tab, second.path)));
  const panel = await openPanel(page, clip.id);
  await expect.poll(() => [...streams]).toEqual([expect.stringContaining(clip.id)]);
  await begin(api, clip.id, 'Heard while visible');
  await expect(commentWith(panel, 'Heard while visible')).toBeVisible();

  const [other] = hidden;
  if (other === undefined) throw new Error('Expected six tabs, got none');
  await test.step('a tab that becomes visible joins the existing stream', async () => {
    await other.evaluate(show);
    await expect.poll(() => [...streams]).toEqual([expect.stringMatching(new RegExp(`${clip.id}.*${second.id}`))]);
    const there = await openPanel(other, second.id);
    await begin(api, second.id, 'Heard through another tab');
    await expect(commentWith(there, 'Heard through another tab')).toBeVisible();
  });

  await test.step('when all are hidden there is none; a tab that returns gets what it missed', async () => {
    await other.evaluate(hide);
    await page.evaluate(hide);
    await expect.poll(() => [...streams]).toEqual([]);
    await begin(api, clip.id, 'Said while nobody looked');
    await page.evaluate(show);
    await expect(commentWith(panel, 'Said while nobody looked')).toBeVisible();
    await expect.poll(() => [...streams]).toHaveLength(1);
  });

  await test.step('when the tab that has the stream is closed, another one opens it', async () => {
    await other.evaluate(show);
    await expect.poll(() => [...streams]).toEqual([expect.stringContaining(second.id)]);
    await page.close();
    await begin(api, second.id, 'Heard after the other tab was closed');
    await expect(commentWith(other, 'Heard after the other tab was closed')).toBeVisible();
    await expect.poll(() => [...streams]).toEqual([expect.stringContaining(second.id)]);
  });
});
