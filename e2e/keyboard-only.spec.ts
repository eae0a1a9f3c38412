import { begin, commentWith, panelOf } from './support/comment-journey.ts';
import { expectFocusShown, tabTo } from './support/by-keyboard.ts';
import { expect, test } from './support/journey.ts';
import { suffix } from './support/people.ts';
import { makeClip, makeCourse } from './support/things.ts';

// Whole journeys with keys alone: nothing is clicked, and nothing but Tab moves the focus. Every stop shows the focus.

test('a clip is watched and commented on with keys alone: play, seek, captions, speed @CLIP-09 @DISC-01 @SITE-10', {
  tag: '@desk',
}, async ({ page, people, rows }) => {
  await people.enter('learner');
  const clip = await makeClip(rows);
  const { keyboard } = page;
  await page.goto(clip.path);
  const stage = page.getByRole('complementary', { name: 'Selected clip' });
  const play = stage.getByRole('button', { name: /^Play / });
  await expect(play).toBeEnabled();

  await test.step('play', async () => {
    await tabTo(page.getByRole('link', { name: 'Skip to content' }));
    await keyboard.press('Enter');
    await tabTo(page.getByRole('link', { name: 'Skip to the selected clip' }));
    await keyboard.press('Enter');
    await tabTo(play);
    await keyboard.press('Enter');
  });
  const video = stage.locator('video');
  const second = () => video.evaluate((media: HTMLVideoElement) => media.currentTime);
  await expect.poll(second).toBeGreaterThan(0);
  // It doesn't end during the test.
  await video.evaluate((media: HTMLVideoElement) => {
    media.loop = true;
  });

  await test.step('pause, and seek', async () => {
    await tabTo(stage.getByRole('slider', { name: 'Seek' }));
    await keyboard.press('k');
    await expect.poll(() => video.evaluate((media: HTMLVideoElement) => media.paused)).toBe(true);
    const before = await second();
    await keyboard.press('ArrowRight');
    await expect.poll(second).toBeGreaterThan(before);
  });

  await test.step('captions, and speed', async () => {
    const captions = stage.getByRole('button', { name: 'Captions' });
    await tabTo(captions);
    await expect(captions).toHaveAttribute('aria-pressed', 'true');
    await keyboard.press('Space');
    await expect(captions).toHaveAttribute('aria-pressed', 'false');
    const speed = stage.getByLabel('Speed');
    const rate = () => video.evaluate((media: HTMLVideoElement) => media.playbackRate);
    await tabTo(speed);
    await expect(speed).toHaveValue('1');
    // Each step shows in the control and is heard; the video itself ignores these keys.
    for (const [key, expected] of [
      ['ArrowDown', 1.25],
      ['ArrowDown', 1.5],
      ['ArrowUp', 1.25],
    ] as const) {
      await keyboard.press(key);
      await expect(speed).toHaveValue(String(expected));
      await expect.poll(rate).toBe(expected);
    }
  });

  await test.step('a comment on the second', async () => {
    await tabTo(stage.getByRole('button', { name: 'Comment at this second' }), 'Shift+Tab');
    const at = Math.floor(await second());
    await keyboard.press('Enter');
    const panel = panelOf(page);
    const field = panel.getByRole('textbox', { name: 'Add your comment' });
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('contenteditable', 'true');
    await keyboard.type('Why here?');
    await keyboard.press('Control+Enter');
    const mine = commentWith(panel, 'Why here?');
    await expect(mine).toBeFocused();
    const [stored] = await rows.run('select timecode_start as second from app_public.discussions where clip_id = $1', [clip.id]);
    expect(Math.floor(Number(stored?.['second']))).toBe(at);
    await keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expectFocusShown(page);
  });
});

test('a course is rated with keys alone @REV-01 @REV-02 @SITE-10', { tag: '@desk' }, async ({ page, people }) => {
  const author = await people.make('author');
  const course = await makeCourse(await people.at(author), { lessons: [{ title: 'First', markdown: 'Words.' }] });
  await people.enter('learner');
  const { keyboard } = page;
  await page.goto(course.path);
  await tabTo(page.getByRole('button', { name: 'Rate this course' }));
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio', { name: '1 star' })).toBeFocused();
  await keyboard.press('Space');
  for (let more = 0; more < 3; more += 1) await keyboard.press('ArrowRight');
  await expect(dialog.getByRole('radio', { name: '4 stars' })).toBeChecked();
  await expectFocusShown(page);
  await tabTo(dialog.getByLabel('Your review'));
  await keyboard.type('Exact.');
  await tabTo(dialog.getByRole('button', { name: 'Send review' }));
  await keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Edit Review' })).toBeFocused();
  await expectFocusShown(page);
  await keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Your review' })).toBeFocused();
  await expectFocusShown(page);
});

test('comments, reviews and accounts are moderated with keys alone @DISC-07 @ADMIN-01 @SITE-10', { tag: '@desk' }, async ({
  page,
  people,
  rows,
}) => {
  const mark = suffix();
  const asker = await people.make('learner', 'Lea');
  const clip = await makeClip(rows);
  const { discussionId } = await begin(await people.at(asker), clip.id, `Buy cheap watches ${mark}.`);
  await rows.run(
    `insert into app_public.testimonials (user_id, course_id, rating, quote_md)
     select $1, course_id, 1, $3 from app_public.clips where id = $2`,
    [asker.id, clip.id, `Names a person ${mark}.`],
  );
  const { keyboard } = page;
  const main = page.getByRole('main');
  /** Answers the open question, whose focus begins on Cancel. */
  const answer = async (title: string, action: string) => {
    const dialog = page.getByRole('dialog', { name: title, exact: true });
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectFocusShown(page);
    await tabTo(dialog.getByRole('button', { name: action, exact: true }));
    await keyboard.press('Enter');
    await expect(dialog).toBeHidden();
  };

  await test.step('a comment is reported', async () => {
    await people.enter('learner');
    await page.goto(`/discussions/${discussionId}`);
    await tabTo(commentWith(page, mark).getByRole('button', { name: 'More about this comment' }));
    await keyboard.press('Enter');
    const report = page.getByRole('menuitem', { name: 'Report' });
    await expect(report).toBeVisible();
    while (!(await report.evaluate((item) => item === document.activeElement))) await keyboard.press('ArrowDown');
    await expectFocusShown(page);
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Report comment' });
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole('radio').first()).toBeFocused();
    await keyboard.press('Space');
    await tabTo(dialog.getByRole('button', { name: 'Report', exact: true }));
    await keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expectFocusShown(page);
  });

  await people.enter('admin');
  await test.step('it is deleted', async () => {
    await page.goto('/admin/comments');
    const reported = main.getByRole('article').filter({ hasText: mark });
    await tabTo(reported.getByRole('button', { name: `Delete the comment of ${asker.name}` }));
    await keyboard.press('Enter');
    await answer(`Delete the comment of ${asker.name}?`, 'Delete');
    await expect(reported).toBeHidden();
    await expectFocusShown(page);
  });

  await test.step('a review is hidden, and restored', async () => {
    await page.goto(`/admin/reviews?person=${asker.username}`);
    await tabTo(main.getByRole('textbox', { name: `Reason to hide the review of ${asker.name}` }));
    await keyboard.type('It names a person.');
    await tabTo(main.getByRole('button', { name: `Hide the review of ${asker.name}` }));
    await keyboard.press('Enter');
    await answer(`Hide the review of ${asker.name}?`, 'Hide');
    const restore = main.getByRole('button', { name: /^Show again/ });
    await expect(restore).toBeFocused();
    await expectFocusShown(page);
    await keyboard.press('Enter');
    await expect(restore).toHaveCount(0);
    await expectFocusShown(page);
  });

  await test.step('an account is suspended for good, and reinstated', async () => {
    await page.goto(`/admin/people/${asker.id}`);
    await tabTo(main.getByRole('combobox', { name: /^For/ }));
    await keyboard.press('End');
    await tabTo(main.getByRole('textbox', { name: 'Reason, shown to the user' }));
    await keyboard.type('Spam.');
    await tabTo(main.getByRole('button', { name: `Suspend ${asker.name}` }));
    await keyboard.press('Enter');
    await answer(`Suspend ${asker.name} for good?`, 'Suspend');
    const undo = main.getByRole('button', { name: `End suspension of ${asker.name}` });
    await expect(undo).toBeFocused();
    await expectFocusShown(page);
    await keyboard.press('Enter');
    await expect(undo).toHaveCount(0);
    await expectFocusShown(page);
  });
});
