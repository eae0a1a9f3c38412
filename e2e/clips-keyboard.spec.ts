import { control, holdStreams, openClips } from './support/clip-journey.ts';
import { expect, expectAccessible, test } from './support/journey.ts';
import { makeClip } from './support/things.ts';

test('with the keyboard, a link before the grid skips to the selected clip, and Play is the next tab stop @CLIP-02', {
  tag: '@desk',
}, async ({ page }) => {
  await holdStreams(page);
  await openClips(page);
  const stage = page.getByRole('complementary', { name: 'Selected clip' });
  const play = stage.getByRole('button', { name: /^Play / });
  await expect(play).toBeEnabled();
  const path = new URL(page.url()).pathname;
  await page.getByRole('group', { name: 'Clip length' }).getByRole('button', { name: 'FULL' }).focus();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the selected clip' });
  await expect(skip).toBeFocused();
  await expect(skip).toHaveCSS('clip-path', 'none');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(stage).toBeFocused();
  await expect(skip).not.toHaveCSS('clip-path', 'none');
  await page.keyboard.press('Tab');
  await expect(play).toBeFocused();
  // Nothing else was selected.
  expect(new URL(page.url()).pathname).toBe(path);
});

test('the link in the share dialog is selected as a whole, with its start visible @CLIP-07', { tag: '@desk' }, async ({
  page,
  people,
  rows,
}) => {
  const clip = await makeClip(rows);
  await people.enter('learner');
  await holdStreams(page);
  await openClips(page, clip.path);
  await control(page, 'Share').click();
  const link = page.getByRole('dialog', { name: 'Share this clip' }).getByLabel('Link');
  await link.focus();
  const shown = (field: HTMLInputElement) => [field.scrollLeft, field.selectionStart, field.selectionEnd === field.value.length];
  expect(await link.evaluate(shown)).toEqual([0, 0, true]);
});
