import type { Page } from '@playwright/test';
import { expectBlocks, insert, openEditor, paste, savedBlock, savedBlocks, test, words } from './support/editor-journey.ts';
import { expect, expectAccessible, expectNoSidewaysScroll } from './support/journey.ts';

const file = 'https://github.com/newline-examples/planner/blob/main/src/estimate.ts';

/** Returns the code host's answer for a file. */
const code = (url: string, more: object = {}) => ({
  url,
  displayName: 'estimate.ts',
  startLine: 14,
  endLine: 16,
  codeQuery: null,
  text: 'export function estimate() {\n  return rows;\n}',
  filepath: 'src/estimate.ts',
  commit: { oid: 'a1b2c3d4e5f6a7b8', refname: 'main' },
  repository: { service: 'github', owner: 'newline-examples', name: 'planner' },
  errors: [],
  ...more,
});

const video = { iframeSrc: 'https://www.youtube-nocookie.com/embed/abc', scriptSrc: null, html: null, title: 'A talk', errors: [] };

/** Replaces the players of other sites with an empty page. */
async function stubPlayers(page: Page): Promise<void> {
  await page.route(/youtube|stackblitz|desmos/u, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Player</title>' }),
  );
}

test('@EDIT-04 a callout offers five types and three positions; one marked as important stays so', async ({ page, harness }) => {
  const important = { type: 'panel', attrs: { panelType: 'important' }, content: [words('Kept.')] };
  const text = await openEditor(page, harness, [{ type: 'paragraph' }, important]);
  await expect(text.locator('.note--important')).toContainText('Important');
  await text.locator('p').first().click();
  await insert(page, 'callout', 'Callout');
  await page.keyboard.type('Read this');
  const title = page.getByRole('button', { name: 'Callout: Info. Change type or position' });
  await title.click();
  const menu = page.getByRole('menu', { name: 'Callout' });
  await expect(menu.getByRole('menuitemradio')).toHaveText(['Info', 'Tip', 'Success', 'Warning', 'Error', 'Center', 'Left', 'Right']);
  await expectAccessible(page);
  if ((page.viewportSize()?.width ?? 0) < 720) {
    // The bar has the bottom of the window for itself.
    const [options, bar] = [await menu.boundingBox(), await page.getByRole('toolbar').boundingBox()];
    expect((options?.y ?? 0) + (options?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  }
  await menu.getByRole('menuitemradio', { name: 'Warning' }).click();
  await expect(text).toBeFocused();
  await expect.poll(() => savedBlock(page, 'panel')).toMatchObject({ attrs: { panelType: 'warning', panelPosition: 'inline' } });

  // With the keyboard: Alt+F10 opens the menu of the callout around the caret.
  await page.keyboard.press('Alt+F10');
  await expect(menu).toBeVisible();
  await page.keyboard.type('right');
  await page.keyboard.press('Enter');
  await expect.poll(() => savedBlock(page, 'panel')).toMatchObject({ attrs: { panelType: 'warning', panelPosition: 'wrap-right' } });
  await page.keyboard.press('Alt+F10');
  await page.keyboard.press('Escape');
  await expect(text).toBeFocused();
  expect((await savedBlocks(page)).at(-1)?.attrs?.['panelType']).toBe('important');
});

test.describe('remote code', () => {
  // One answer of the host is a server error.
  test.use({ expectedErrors: [/500/u] });

  test('@EDIT-06 comes from a form or a pasted URL, loads, can be changed, and reports what is wrong', async ({ page, harness }) => {
    const text = await openEditor(page, harness);
    const form = page.getByRole('form', { name: 'Code from a repository' });
    const address = form.getByLabel('URL');
    const alert = form.getByRole('alert');
    const send = () => page.keyboard.press('Enter');

    await test.step('the form checks its fields', async () => {
      await text.locator('p').click();
      await insert(page, 'remote', 'Remote code');
      await expect(address).toBeFocused();
      await send();
      await expect(alert).toHaveText('Enter the URL of a file.');
      await address.fill('https://gitlab.com/a/b/blob/main/c.ts');
      await send();
      await expect(alert).toHaveText('Code can only be loaded from a file’s page on GitHub.');
      await address.fill(file);
      for (const [label, value, message] of [
        ['Start Line', 'one', 'Start Line must be a whole number, 1 or more.'],
        ['End Line', '2.5', 'End Line must be a whole number, 1 or more.'],
        ['End Line', '0', 'End Line must be a whole number, 1 or more.'],
      ] as const) {
        await form.getByLabel(label).fill(value);
        await send();
        await expect(alert).toHaveText(message);
        await expect(form.getByLabel(label)).toHaveAttribute('aria-invalid', 'true');
        await form.getByLabel(label).fill('');
      }
      await form.getByLabel('Start Line').fill('14');
      await form.getByLabel('End Line').fill('9');
      await send();
      await expect(alert).toHaveText('End Line comes before Start Line.');
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    });

    await test.step('a host that doesn’t respond is reported, and the form waits for one that does and shows its first error', async () => {
      await form.getByLabel('End Line').fill('16');
      await form.getByLabel('Code query').fill('.estimate');
      await send();
      await expect(alert).toHaveText('Sorry there was a problem. Please try again');
      const later = Promise.withResolvers<object>();
      const requests: object[] = [];
      harness.answers.remoteCode = (request) => {
        requests.push(request);
        return later.promise;
      };
      await form.getByLabel('Code query').press('Enter');
      await expect(form.getByRole('button', { name: 'Loading...' })).toBeVisible();
      await expect.poll(() => requests).toEqual([{ url: file, startLine: 14, endLine: 16, codeQuery: '.estimate' }]);
      later.resolve({ ...code(file), text: null, errors: ['There is no such file.', 'And another thing.'] });
      await expect(alert).toHaveText('There is no such file.');
      expect(await savedBlock(page, 'remoteCodeBlock')).toBeNull();
    });

    await test.step('the result is a read-only block with its source, which the form changes later', async () => {
      harness.answers.remoteCode = ({ url }) => code(url, { codeQuery: '.estimate' });
      await form.getByLabel('Code query').press('Enter');
      await expect(form).toBeHidden();
      await expect(text).toContainText('export function estimate() {');
      await expect
        .poll(() => savedBlock(page, 'remoteCodeBlock'))
        .toMatchObject({
          content: [
            {
              type: 'remoteCodeHeader',
              attrs: { url: file, filepath: 'src/estimate.ts', oid: 'a1b2c3d4e5f6a7b8', owner: 'newline-examples', name: 'planner' },
            },
            {
              type: 'codeBlock',
              attrs: {
                locality: 'remote',
                loading: false,
                readOnly: true,
                displayName: 'estimate.ts',
                startLine: 14,
                endLine: 16,
                codeQuery: '.estimate',
                mode: 'typescript',
              },
            },
          ],
        });
      harness.answers.remoteCode = ({ url }) => code(url, { text: 'const rows = 1;', startLine: 1, endLine: 1 });
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await expect(address).toHaveValue(file);
      await expect(form.getByLabel('Start Line')).toHaveValue('14');
      await form.getByRole('button', { name: 'Update' }).click();
      await expect(text).toContainText('const rows = 1;');
      await expect(text).not.toContainText('export function');
    });

    await test.step('a pasted URL loads in place and becomes its code; one undo removes the block', async () => {
      const later = Promise.withResolvers<object>();
      harness.answers.remoteCode = () => later.promise;
      await openEditor(page, harness);
      await text.locator('p').click();
      await paste(page, { 'text/plain': `${file}#L14-L16` });
      await expect(text.getByText('Loading...')).toBeVisible();
      await expect.poll(() => savedBlock(page, 'codeBlock')).toMatchObject({ attrs: { loading: true, startLine: 14, endLine: 16 } });
      later.resolve(code(`${file}#L14-L16`));
      await expect(text).toContainText('export function estimate() {');
      await expect(text.getByText('Loading...')).toHaveCount(0);
      await expect
        .poll(() => savedBlock(page, 'codeBlock'))
        .toMatchObject({
          attrs: { loading: false, readOnly: true, displayName: 'estimate.ts', startLine: 14, endLine: 16 },
          content: [{ type: 'text', text: 'export function estimate() {\n  return rows;\n}' }],
        });
      await page.keyboard.press('ControlOrMeta+z');
      await expect.poll(() => savedBlock(page, 'remoteCodeBlock')).toBeNull();
    });

    await test.step('a pasted URL whose host doesn’t respond becomes a comment of the language, and the failure is logged', async () => {
      harness.answers.remoteCode = () => null;
      for (const [ending, comment] of [
        ['ts', '// failed to load code from remote url'],
        ['py', '# failed to load code from remote url'],
        ['css', '/* failed to load code from remote url */'],
      ] as const) {
        await openEditor(page, harness);
        await text.locator('p').click();
        await paste(page, { 'text/plain': `https://github.com/a/b/blob/main/file.${ending}` });
        await expect.poll(() => savedBlock(page, 'codeBlock')).toMatchObject({ attrs: { loading: false }, content: [{ text: comment }] });
        await expect(text.getByText('Loading...')).toHaveCount(0);
        await expect(text.locator('[aria-busy=true]')).toHaveCount(0);
      }
      await expect.poll(() => page.evaluate(() => window.failures)).toContain('remote code');
    });

    await test.step('without a URL its header says so', async () => {
      const remote = { locality: 'remote', readOnly: true };
      const content = [{ type: 'remoteCodeHeader' }, { type: 'codeBlock', attrs: remote, content: [{ type: 'text', text: 'x' }] }];
      await openEditor(page, harness, [{ type: 'remoteCodeBlock', content }]);
      await expect(text.getByText('(unknown url)').first()).toBeVisible();
    });

    await test.step('Escape returns from the form to the text', async () => {
      await openEditor(page, harness);
      await text.locator('p').click();
      await insert(page, 'remote', 'Remote code');
      await expect(address).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(form).toBeHidden();
      await expect(text).toBeFocused();
    });
  });
});

test('@EDIT-07 embeds and iframes come only from listed sites, load, and are in a sandboxed frame', async ({ page, harness }) => {
  await stubPlayers(page);
  const text = await openEditor(page, harness);
  const form = page.getByRole('form', { name: 'Embed' });

  await test.step('an invalid or unlisted URL creates no embed and says why', async () => {
    await text.locator('p').click();
    await insert(page, 'embed', 'Embed');
    const alert = form.getByRole('alert');
    for (const [address, message] of [
      ['', 'Enter a URL.'],
      ['not an address', 'Enter a URL that starts with https://.'],
      ['javascript:alert(1)', 'Enter a URL that starts with https://.'],
      ['https://evil.example/watch', 'evil.example can’t be embedded. Link to it instead.'],
      ['https://youtube.com.evil.example/watch', 'youtube.com.evil.example can’t be embedded. Link to it instead.'],
    ] as const) {
      await form.getByLabel('URL').fill(address);
      await form.getByRole('button', { name: 'Insert' }).click();
      await expect(alert).toHaveText(message);
    }
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect(text).toBeFocused();
    await page.keyboard.type('Words.');
    await expectBlocks(page, ['paragraph(Words.)']);
  });

  await test.step('it loads, then has its sources, in a sandboxed frame, in each of its two positions', async () => {
    const later = Promise.withResolvers<object>();
    harness.answers.embed = () => later.promise;
    await openEditor(page, harness);
    await text.locator('p').click();
    await insert(page, 'embed', 'Embed');
    await form.getByLabel('URL').fill('https://www.youtube.com/watch?v=abc');
    await page.keyboard.press('Enter');
    await expect(text.getByText('Loading...')).toBeVisible();
    await expect
      .poll(() => savedBlock(page, 'embed'))
      .toMatchObject({ attrs: { loading: true, url: 'https://www.youtube.com/watch?v=abc' } });
    later.resolve({ ...video, scriptSrc: 'https://www.youtube.com/player.js' });
    const frame = text.locator('iframe');
    await expect(frame).toHaveAttribute('src', 'https://www.youtube-nocookie.com/embed/abc');
    await expect(frame).toHaveAttribute('title', 'A talk');
    await expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-forms allow-same-origin');
    await expect(frame).toHaveAttribute('referrerpolicy', 'strict-origin-when-cross-origin');
    await expect
      .poll(() => savedBlock(page, 'embed'))
      .toMatchObject({
        attrs: {
          loading: false,
          src: 'https://www.youtube-nocookie.com/embed/abc',
          scriptSrc: 'https://www.youtube.com/player.js',
          embedPosition: 'inline',
        },
      });
    // Not where the line was clicked a moment ago: that would be the second half of a double click.
    await text.getByText('A talk').click({ position: { x: 12, y: 8 } });
    const bar = page.getByRole('toolbar', { name: 'Selected block' });
    for (const [label, position] of [
      ['Wide', 'hang'],
      ['Center', 'inline'],
    ] as const) {
      await bar.getByRole('button', { name: label }).click();
      await expect.poll(async () => (await savedBlock(page, 'embed'))?.attrs?.['embedPosition']).toBe(position);
    }
    await expectNoSidewaysScroll(page);
  });

  await test.step('a pasted URL from the list becomes an embed on an empty line, and text elsewhere', async () => {
    harness.answers.embed = () => ({ ...video, iframeSrc: null, errors: ['The video is private.'] });
    await openEditor(page, harness, [words('See '), { type: 'paragraph' }]);
    await text.locator('p').first().click();
    await page.keyboard.press('End');
    await paste(page, { 'text/plain': 'https://vimeo.com/1' });
    await expect(text.locator('p').first()).toContainText('https://vimeo.com/1');
    await text.locator('p').last().click();
    await paste(page, { 'text/plain': 'http://Vimeo.com:80/2' });
    await expect(text.getByRole('alert')).toContainText('The video is private.');
    await expect.poll(async () => (await savedBlock(page, 'embed'))?.attrs?.['url']).toBe('https://vimeo.com/2');
  });

  await test.step('an iframe needs a listed URL', async () => {
    await openEditor(page, harness);
    await text.locator('p').click();
    await insert(page, 'iframe', 'Iframe');
    const iframe = page.getByRole('form', { name: 'Iframe' });
    await iframe.getByRole('button', { name: 'Insert' }).click();
    await expect(iframe.getByRole('alert')).toHaveText('Enter a URL.');
    await iframe.getByLabel('URL').fill('https://evil.example/calculator');
    await iframe.getByRole('button', { name: 'Insert' }).click();
    await expect(iframe.getByRole('alert')).toContainText('evil.example can’t be embedded');
    await iframe.getByLabel('URL').fill('https://www.desmos.com/calculator/abc');
    await iframe.getByLabel('Height').fill('12');
    await iframe.getByRole('button', { name: 'Insert' }).click();
    await expect(iframe.getByRole('alert')).toHaveText('Enter a height from 40 to 4000.');
    await iframe.getByLabel('Height').fill('500');
    await iframe.getByRole('button', { name: 'Insert' }).click();
    await expect(text.locator('iframe')).toHaveAttribute('height', '500');
    await expect
      .poll(() => savedBlock(page, 'iframeEmbed'))
      .toMatchObject({ attrs: { src: 'https://www.desmos.com/calculator/abc', height: 500 } });
  });
});

test('code in a language that runs can be marked runnable, and in others it can’t @EDIT-06', async ({ page, harness }) => {
  const text = await openEditor(page, harness, [
    { type: 'codeBlock', attrs: { mode: 'javascript' }, content: [{ type: 'text', text: 'let a;' }] },
  ]);
  const runnable = text.getByRole('button', { name: 'Runnable' });
  await expect(runnable).toHaveAttribute('aria-pressed', 'false');
  await runnable.click();
  await expect(runnable).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => savedBlock(page, 'codeBlock')).toMatchObject({ attrs: { runnable: true } });
  await text.getByLabel('Language').selectOption('rust');
  await expect(runnable).toBeHidden();
});
