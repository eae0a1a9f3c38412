import { fileURLToPath } from 'node:url';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/journey.ts';

const poster = fileURLToPath(new URL('../db/demo/media/videos/effect-2x7k/poster.webp', import.meta.url));

// The trace recorder itself reads the preview, which the page's policy forbids.
test.use({ expectedErrors: [/Connecting to 'blob:/] });

test('an image is uploaded on the account page, shown everywhere, removed, and canceled during the upload @API-02', {
  tag: '@desk',
}, async ({ page, people }) => {
  const person = await people.enter('learner');
  await page.goto('/account');
  const group = page.getByRole('group', { name: 'Photo' });
  const shown = group.locator('img');

  await test.step('a file that isn’t an image is refused before it is sent', async () => {
    await group.getByLabel('Photo file').setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
    await expect(group.getByRole('alert')).toHaveText('Notes.txt isn’t a supported image. Use JPEG, PNG, WebP, GIF or AVIF.');
  });

  await test.step('an image is shown here and in the menu', async () => {
    await group.getByLabel('Photo file').setInputFiles(poster);
    await expect(group.getByRole('button', { name: 'Change photo' })).toBeVisible();
    await expect(shown).toHaveAttribute('src', /^\/media\/a\/[a-z2-7]{26}\/square-192\.webp$/);
    await expect(page.getByRole('button', { name: /^Account of/ }).locator('img')).toHaveAttribute('src', /square-192/);
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([192, 192]);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });

  await test.step('the profile is saved with it, and others see it', async () => {
    await page.getByLabel('Employer').fill('Halfpage Press');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect(page.getByText('Profile saved.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'your public profile' }).first()).toHaveAttribute('href', `/@${person.username}`);
    const others = await people.open(null);
    await others.goto(`/@${person.username}`);
    await expect(others.locator('main img[src*="square-192"]').first()).toBeVisible();
  });

  await test.step('it is removed', async () => {
    await group.getByRole('button', { name: 'Remove' }).click();
    await expect(group.getByRole('button', { name: 'Add a photo' })).toBeVisible();
    await expect(shown).toHaveCount(0);
  });

  await test.step('the progress of the upload is shown, and canceling ends it', async () => {
    const network = await page.context().newCDPSession(page);
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 50,
      downloadThroughput: 100_000,
      uploadThroughput: 60_000,
    });
    const buffer = Buffer.alloc(4_000_000, 7);
    await group.getByLabel('Photo file').setInputFiles({ name: 'large.jpg', mimeType: 'image/jpeg', buffer });
    const bar = group.getByRole('progressbar', { name: 'Upload progress' });
    const sent = () => bar.evaluate((element: HTMLProgressElement) => element.value);
    await expect.poll(sent).toBeGreaterThan(2);
    expect(await sent()).toBeLessThan(100);
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/graphql'));
    await group.getByRole('button', { name: 'Cancel' }).click();
    expect((await failed).failure()?.errorText).toBe('net::ERR_ABORTED');
    await expect(group.getByRole('button', { name: /photo/ })).toBeVisible();
    await expect(group.getByRole('alert')).toHaveCount(0);
  });
});
