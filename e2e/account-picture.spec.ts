import { fileURLToPath } from 'node:url';
import { demoPerson, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './support/journey.ts';

const poster = fileURLToPath(new URL('../db/demo/media/videos/effect-2x7k/poster.webp', import.meta.url));

// The recorder of traces reads the preview itself, which the page's policy forbids it.
test.use({ expectedErrors: [/Connecting to 'blob:/] });

test('a picture is sent from the account page, shown everywhere, and taken away again @API-02', async ({ page, browser }, info) => {
  // The two widths run at once: each has an account of its own.
  const person = demoPerson(info.project.name === 'phone' ? 'anotherLearner' : 'learner');
  await signIn(page, person);
  await page.goto('/account');
  const picture = page.getByRole('group', { name: 'Picture' });
  const shown = picture.locator('img');

  // A file that is no picture is refused before it is sent.
  await picture.getByLabel('Picture file').setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
  await expect(picture.getByRole('alert')).toHaveText('Notes.txt is no picture that can be shown: JPEG, PNG, WebP, GIF and AVIF can.');

  await picture.getByLabel('Picture file').setInputFiles(poster);
  await expect(picture.getByRole('button', { name: 'Change picture' })).toBeVisible();
  await expect(shown).toHaveAttribute('src', /^\/media\/a\/[a-z2-7]{26}\/square-192\.webp$/);
  await expect(page.getByRole('button', { name: /^Account of/ }).locator('img')).toHaveAttribute('src', /square-192/);
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([192, 192]);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  // The profile is saved with it.
  await page.getByLabel('Employer').fill('Halfpage Press');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText('Your profile is saved.')).toBeVisible();
  const others = await browser.newPage();
  await others.goto(
    await page
      .getByRole('link', { name: 'your page' })
      .first()
      .evaluate((link: HTMLAnchorElement) => link.href),
  );
  await expect(others.locator('main img[src*="square-192"]').first()).toBeVisible();
  await others.close();

  await picture.getByRole('button', { name: 'Remove' }).click();
  await expect(picture.getByRole('button', { name: 'Add a picture' })).toBeVisible();
  await expect(shown).toHaveCount(0);
});

test('what was sent is told while it is sent, and cancelling ends it @API-02', { tag: '@desk' }, async ({ page }, info) => {
  await signIn(page, demoPerson(info.project.name === 'phone' ? 'anotherLearner' : 'learner'));
  await page.goto('/account');
  const network = await page.context().newCDPSession(page);
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 50,
    downloadThroughput: 100_000,
    uploadThroughput: 60_000,
  });
  const picture = page.getByRole('group', { name: 'Picture' });
  const buffer = Buffer.alloc(4_000_000, 7);
  await picture.getByLabel('Picture file').setInputFiles({ name: 'large.jpg', mimeType: 'image/jpeg', buffer });
  const bar = picture.getByRole('progressbar', { name: 'Sent' });
  await expect.poll(() => bar.evaluate((element: HTMLProgressElement) => element.value)).toBeGreaterThan(2);
  expect(await bar.evaluate((element: HTMLProgressElement) => element.value)).toBeLessThan(60);
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/graphql'));
  await picture.getByRole('button', { name: 'Cancel' }).click();
  expect((await failed).failure()?.errorText).toBe('net::ERR_ABORTED');
  await expect(picture.getByRole('button', { name: /picture/ })).toBeVisible();
  await expect(picture.getByRole('alert')).toHaveCount(0);
});
