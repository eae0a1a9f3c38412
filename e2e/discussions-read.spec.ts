import type { Page, Route } from '@playwright/test';
import { askOften, paragraphOf } from './support/asked-often.ts';
import { begin, commentWith, openPanel, panelOf, write } from './support/comment-journey.ts';
import { expect, expectAccessible, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/journey.ts';
import { suffix } from './support/people.ts';
import type { SiteRows } from './support/site-rows.ts';
import { makeClip } from './support/things.ts';

// Discussions as anyone reads them, and those at positions of a video.

/** Creates 260 comments in a discussion, every third a reply to the first; returns the ID of the last. */
async function answerOften(rows: SiteRows, discussionId: string, userId: string, parentId: string): Promise<string> {
  await rows.run(
    `insert into app_public.comments (discussion_id, user_id, parent_id, body_delta, body_markdown, body_html, created_at)
      select $1, $2, case when n % 3 = 0 then $3::uuid end, ${paragraphOf(`'Pipe number ' || n || ' of many.'`)}, 'Pipe number ' || n || ' of many.',
        '<p>x</p>', now() + n * interval '1 second' from generate_series(1, 260) n`,
    [discussionId, userId, parentId],
  );
  const [last] = await rows.run('select id from app_public.comments where discussion_id = $1 order by created_at desc limit 1', [
    discussionId,
  ]);
  return String(last?.['id']);
}

/** Reports visibility late, as on a busy machine: that an element is out of view and near arrive together. */
async function delayIntersections(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.IntersectionObserver = class extends IntersectionObserver {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        let held: IntersectionObserverEntry[] = [];
        super((entries, observer) => {
          held.push(...entries);
          if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
          callback(held, observer);
          held = [];
        }, options);
      }
    };
  });
}

test('a visitor reads comments in the panel, older discussions on scrolling, and one comment through its link, all without JavaScript too @DISC-01 @DISC-05 @DISC-08', async ({
  page,
  people,
  rows,
  expectedErrors,
}) => {
  expectedErrors.push(/omments couldn’t be loaded/, /Failed to load resource/);
  const asker = await people.make('learner');
  const clip = await makeClip(rows);
  await askOften(rows, clip.id, asker.id);
  const { discussionId, commentId } = await begin(await people.at(asker), clip.id, 'How long may a pipe be?');
  const lastId = await answerOften(rows, discussionId, asker.id, commentId);
  await delayIntersections(page);
  const panel = await openPanel(page, clip.id);
  const opener = page.getByRole('group', { name: 'Clip actions' }).getByRole('link', { name: 'Comments' });

  await test.step('the panel opens on the right over a backdrop, traps the focus and returns it', async () => {
    const holdsFocus = () => panel.evaluate((element) => element.contains(document.activeElement));
    await expect.poll(holdsFocus).toBe(true);
    const edges = async () => {
      const box = await panel.boundingBox();
      return box && { top: box.y, right: Math.round(box.x + box.width), height: box.height };
    };
    await expect.poll(edges).toEqual({ top: 0, right: 1280, height: 860 });
    // Nothing behind it can be reached.
    await expect.poll(() => page.evaluate(() => document.elementFromPoint(200, 400)?.closest('main, header') === null)).toBe(true);
    for (let press = 0; press < 12; press++) {
      await page.keyboard.press('Tab');
      // The elements at its ends pass the focus on.
      await expect.poll(holdsFocus).toBe(true);
    }
  });

  await test.step('the next twenty fail to load at first, which is shown, and load on request', async () => {
    await expect(commentWith(panel, 'How long may a pipe be?')).toBeVisible();
    await expect(commentWith(panel, 'Question 45.')).toBeVisible();
    await expect(commentWith(panel, 'Question 26.')).toHaveCount(0);
    const isOlder = (body: string) => /"isClip":true/.test(body) && /"after":"/.test(body);
    const fail = (route: Route) => (isOlder(route.request().postData() ?? '') ? route.abort() : route.fallback());
    let requestCount = 0;
    page.on('request', (request) => {
      requestCount += isOlder(request.postData() ?? '') ? 1 : 0;
    });
    await page.route('**/graphql', fail);
    const failed = panel.getByRole('alert').filter({ hasText: 'Comments couldn’t be loaded.' });
    await expect
      .poll(
        async () => {
          await commentWith(panel, 'Question 27.').scrollIntoViewIfNeeded();
          return failed.count();
        },
        { intervals: [250] },
      )
      .toBe(1);
    expect(requestCount).toBe(1);
    await page.unroute('**/graphql', fail);
    await panel.getByRole('button', { name: 'Try again' }).click();
    await expect(failed).toHaveCount(0);
    await expect(commentWith(panel, 'Question 7.')).toBeAttached();
  });

  await test.step('twenty discussions come newest first, and the rest when the last of them is in view', async () => {
    await expect(commentWith(panel, 'Question 1.')).toHaveCount(0);
    await expect
      .poll(
        async () => {
          await commentWith(panel, 'Question 7.').scrollIntoViewIfNeeded();
          return commentWith(panel, 'Question 1.').count();
        },
        { intervals: [250] },
      )
      .toBe(1);
    await expect(panel.getByRole('article').getByText(/^Question \d+\.$/)).toHaveText(
      Array.from({ length: 45 }, (_, index) => `Question ${45 - index}.`),
    );
  });

  await test.step('it slides in from the right, or appears immediately with reduced motion, and fills a phone’s width', async () => {
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(opener).toBeFocused();
    await page.evaluate(() => {
      const slid: string[] = [];
      document.addEventListener(
        'transitionrun',
        ({ target, propertyName }) =>
          target instanceof Element && target.role === 'dialog' && slid.push(`${propertyName} ${getComputedStyle(target).transform}`),
        true,
      );
      Object.assign(window, { slid });
    });
    const moves = () => panel.evaluate((element) => getComputedStyle(element).transitionDuration);
    await page.keyboard.press('Enter');
    await expect(panel).toBeVisible();
    expect(await moves()).toBe('0.26s');
    // It starts a panel's width away.
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { slid: string[] }).slid.join()))
      .toMatch(/^transform matrix\(1, 0, 0, 1, [1-9][\d.]*, 0\)/);
    await expect.poll(() => panel.evaluate((element) => getComputedStyle(element).transform)).toBe('none');
    await page.mouse.click(200, 400);
    await expect(panel).toBeHidden();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 360, height: 740 });
    await opener.click();
    await expect(panel).toBeVisible();
    expect(await moves()).toBe('0.001s');
    await expect.poll(async () => (await panel.boundingBox())?.width).toBe(360);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.emulateMedia({ reducedMotion: null });
  });

  const article = (id: string) => page.locator(`article[id="${id}"]`);
  const ground = (id: string) => article(id).evaluate((element) => getComputedStyle(element).backgroundColor);
  await test.step('the time of a comment links to it, and it is highlighted', async () => {
    const time = commentWith(panel, 'How long may a pipe be?').locator('a', { has: page.locator('time') });
    await expect(time).toHaveAttribute('href', `/discussions/${discussionId}#${commentId}`);
    await time.click();
    await expect(page).toHaveURL(`/discussions/${discussionId}#${commentId}`);
    await expect(article(commentId)).toHaveAttribute('aria-current', 'true');
    await expect(page.locator('article[aria-current]')).toHaveCount(1);
    await expect.poll(() => ground(commentId)).not.toBe('rgba(0, 0, 0, 0)');
    await expect(article(lastId)).toHaveCount(0);
  });

  await test.step('even far down', async () => {
    await page.goto('about:blank');
    await page.goto(`/discussions/${discussionId}#${lastId}`);
    const marked = article(lastId);
    await expect(marked).toHaveAttribute('aria-current', 'true');
    await expect(marked).toBeInViewport();
    await expect(marked).toContainText('Pipe number 260 of many.');
    await expect.poll(() => ground(lastId)).not.toBe('rgba(0, 0, 0, 0)');
    await expectNoSidewaysScroll(page);
    await expectAccessibleInBothThemes(page);
    const fail = (route: Route) => (/"after":"/.test(route.request().postData() ?? '') ? route.abort() : route.fallback());
    await page.route('**/graphql', fail);
    await page.getByRole('button', { name: 'More comments' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'More comments couldn’t be loaded.' })).toBeVisible();
    await page.unroute('**/graphql', fail);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(commentWith(page, /Pipe number 150 of many/)).toBeVisible();
  });

  await test.step('without JavaScript', async () => {
    const still = await people.open(null, { javaScriptEnabled: false });
    await still.goto(clip.path);
    await still.getByRole('link', { name: 'Comments', exact: true }).click();
    await expect(commentWith(still, 'How long may a pipe be?')).toBeVisible();
    await still
      .getByRole('link', { name: /^View the whole discussion/ })
      .first()
      .click();
    await expect(commentWith(still, 'Pipe number 3 of many.')).toBeVisible();
    // Groups that come near by scrolling get their real height, and the linked comment its position.
    const more = still.getByRole('link', { name: 'More comments' });
    await more.scrollIntoViewIfNeeded();
    await more.click();
    await expect(commentWith(still, 'Pipe number 150 of many.')).toBeVisible();
  });
});

/** Creates a public chapter with a video, in an unlisted book. */
async function makeChapter(rows: SiteRows): Promise<{ id: string; path: string }> {
  const mark = suffix();
  const [made] = await rows.run(
    `with book as (
       insert into app_public.books (title, slug, permalink, is_published, published_at, is_shown_publicly)
       values ('Made book ' || $1, 'made-' || $1, '/books/made-' || $1, true, now() - interval '1 day', false) returning id
     ), chapter as (
       insert into app_public.lessons (book_id, title, slug, is_free, video_duration) select id, 'On seconds', 'on-seconds', true, 16 from book returning id, book_id
     ), place as (
       insert into app_public.book_lessons (book_id, lesson_id, position) select book_id, id, 1 from chapter
     ), video as (
       insert into app_private.lesson_videos (lesson_id, video_url) select id, 'local:edge-1y4r' from chapter
     )
     select id from chapter`,
    [mark],
  );
  return { id: String(made?.['id']), path: `/books/made-${mark}/on-seconds` };
}

test('a comment on a second shows it, plays from there, and is a mark on the seek bar; questions work the same next to a chapter @DISC-01 @DISC-09', {
  tag: '@desk',
}, async ({ page, people, rows }) => {
  const learner = await people.enter('learner');
  const asking = await people.at(learner);
  const clip = await makeClip(rows);
  await begin(asking, clip.id, 'What comes next?', 7);
  const video = page.locator('aside video, article video').first();
  const second = () => video.evaluate((media: HTMLVideoElement) => media.currentTime);
  const stopAt = async (time: number) => {
    await video.evaluate((media: HTMLVideoElement, time) => {
      media.pause();
      media.currentTime = time;
    }, time);
    await expect.poll(second).toBeCloseTo(time);
  };
  const panel = panelOf(page);
  const marks = page.getByRole('group', { name: 'Comments on the video' });
  const secondOf = async (words: string) => {
    const [stored] = await rows.run(
      `select d.timecode_start as second, d.lesson_id as lesson from app_public.discussions d
       join app_public.comments c on c.discussion_id = d.id where c.body_markdown = $1 and c.user_id = $2`,
      [words, learner.id],
    );
    return stored && { second: Math.floor(Number(stored['second'])), lesson: stored['lesson'] };
  };

  await test.step('from a comment to its second', async () => {
    await openPanel(page, clip.id);
    await panel.getByRole('button', { name: 'Go to 0:07 in the video' }).click();
    await expect(panel).toBeHidden();
    await expect.poll(second).toBeGreaterThanOrEqual(7);
  });
  await test.step('from a second to a comment', async () => {
    await stopAt(3.4);
    await page.getByRole('group', { name: 'Clip actions' }).getByRole('link', { name: 'Comments' }).click();
    await write(panel, 'Add your comment', 'What happens here?');
    await page.keyboard.press('Control+Enter');
    await expect(commentWith(panel, 'What happens here?')).toBeVisible();
    expect(await secondOf('What happens here?')).toEqual({ second: 3, lesson: null });
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  });
  await test.step('a mark on the seek bar jumps there and opens the comment', async () => {
    await marks.getByRole('button', { name: '1 comment at 0:07' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(second).toBeGreaterThanOrEqual(7);
    await expect(commentWith(panel, 'What comes next?')).toBeVisible();
  });
  await test.step('the page of the discussion links there, too', async () => {
    await page.goto(`/discussions?clip=${clip.id}`);
    await page.getByRole('link', { name: 'Go to 0:07 in the video' }).click();
    await expect(page).toHaveURL(`/clips/${clip.id}?t=7`);
    await page.getByRole('button', { name: /^Play / }).click();
    await expect.poll(second).toBeGreaterThanOrEqual(7);
  });

  const chapter = await makeChapter(rows);
  await test.step('a question is asked next to a chapter', async () => {
    // The link opens the panel once the page has hydrated.
    const listening = page.waitForRequest((request) => request.url().includes('/events?') && request.url().includes(chapter.id));
    await page.goto(chapter.path);
    await listening;
    await page.getByRole('link', { name: 'Comments', exact: true }).click();
    await write(panel, 'Add your comment', 'Asked beside a chapter.');
    await page.keyboard.press('Control+Enter');
    await expect(commentWith(panel, 'Asked beside a chapter.')).toBeVisible();
    expect(await secondOf('Asked beside a chapter.')).toMatchObject({ lesson: chapter.id });
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  });
  await test.step('a key asks about the current second of a video', async () => {
    await page.getByRole('button', { name: /^Play / }).click();
    await expect.poll(() => video.evaluate((media: HTMLVideoElement) => media.readyState)).toBeGreaterThan(2);
    await stopAt(3.4);
    await page.locator('media-controller').focus();
    await page.keyboard.press('n');
    await expect(panel.getByText('0:03').first()).toBeVisible();
    await panel.getByRole('textbox', { name: /^Add your/ }).click();
    await page.keyboard.insertText('And what here?');
    await page.keyboard.press('Control+Enter');
    await expect(commentWith(panel, 'And what here?')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await stopAt(0.5);
    await marks.getByRole('button', { name: '1 comment at 0:03' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(second).toBeGreaterThanOrEqual(3);
    await expect(commentWith(panel, 'And what here?')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await video.evaluate((media: HTMLVideoElement) => media.pause());
    await expectAccessible(page);
  });
});
