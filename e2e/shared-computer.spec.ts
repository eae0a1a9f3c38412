import type { Page } from '@playwright/test';
import { openPanel, panelOf, write } from './support/comment-journey.ts';
import { expect, signIn, test } from './support/journey.ts';
import { makeClip } from './support/things.ts';

/** Returns the values stored in this browser that contain these words. */
const storedWith = (page: Page, words: string) =>
  page.evaluate(
    (wanted) => [localStorage, sessionStorage].flatMap((storage) => Object.values(storage)).filter((text) => String(text).includes(wanted)),
    words,
  );

test('the next user of a shared computer finds no draft of the previous one; a visitor’s own draft follows them into their account @DISC-04', async ({
  page,
  people,
  rows,
}) => {
  const [ada, next] = [await people.enter('learner', 'Ada'), await people.make('learner', 'Otto')];
  const clip = await makeClip(rows);
  const form = () => panelOf(page).getByRole('button', { name: 'Add your comment' });
  const field = () => panelOf(page).getByRole('textbox', { name: 'Add your comment' });
  const begin = async (text: string) => {
    const panel = await openPanel(page, clip.id);
    await write(panel, 'Add your comment', text);
    await expect.poll(() => storedWith(page, text)).toHaveLength(1);
  };

  await test.step('their own draft is there on the next page', async () => {
    await begin('Only Ada may read this.');
    await openPanel(page, clip.id);
    await expect(field()).toHaveText('Only Ada may read this.');
  });

  await test.step('signing out removes it, for visitors and for the next user', async () => {
    await page.getByRole('dialog', { name: 'Comments' }).getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('/');
    await expect.poll(() => storedWith(page, 'Only Ada')).toEqual([]);
    await openPanel(page, clip.id);
    await expect(form()).toBeVisible();
    await signIn(page, next);
    await openPanel(page, clip.id);
    await expect(form()).toBeVisible();
  });

  await test.step('an expired session keeps the draft from visitors; another user’s sign-in removes it', async () => {
    await signIn(page, ada);
    await begin('Ada began again.');
    await page.context().clearCookies();
    await openPanel(page, clip.id);
    await expect(form()).toBeVisible();
    expect(await storedWith(page, 'Ada began again.')).toHaveLength(1);
    await signIn(page, next);
    await openPanel(page, clip.id);
    await expect(form()).toBeVisible();
    expect(await storedWith(page, 'Ada began again.')).toEqual([]);
  });

  await test.step('a draft begun as a visitor is there after signing in', async () => {
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await begin('A visitor wonders.');
    await signIn(page, next);
    await openPanel(page, clip.id);
    await expect(field()).toHaveText('A visitor wonders.');
  });
});
