import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { archiveOf } from './support/archive-of.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/journey.ts';

const book = (title: string) => ({
  'book.toml': `[book]\ntitle = "${title}"`,
  'src/SUMMARY.md':
    '# Summary\n\n# Water\n\n- [Boiling](boil.md)\n- [Pouring](pour.md)\n\n# Leaves\n\n- [Green](green.md)\n- [Black](black.md)\n',
  'src/boil.md': '# Boiling\n\nHeat.\n',
  'src/pour.md': '# Pouring\n\nSlowly.\n\n## First\n\nA.\n\n## Second\n\nB.\n',
  'src/green.md': '# Green\n\nCool.\n',
  'src/black.md': '# Black\n\nHot.\n',
});

const titleOf = () => `Kettles ${randomUUID().slice(0, 8)}`;
const title = (page: Page, name: string) => page.getByLabel(`Title of src/${name}.md`);
const titles = (page: Page) =>
  page
    .getByRole('region', { name: 'Outline' })
    .getByRole('textbox')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));

/** Uploads an archive and waits for its preview. */
async function preview(page: Page, name: string): Promise<void> {
  await page.goto('/studio/import-export');
  await page.getByLabel('Archive').setInputFiles(archiveOf(book(name)));
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('heading', { name: 'Preview' })).toBeVisible();
}

test('an author arranges an import with the keyboard alone @STUDIO-01', { tag: '@desk' }, async ({ page, people }) => {
  await people.enter('author');
  await preview(page, titleOf());
  expect(await titles(page)).toEqual(['Water', 'Boiling', 'Pouring', 'Leaves', 'Green', 'Black']);

  await test.step('Alt with an arrow moves a line, also into another section, and keeps the focus', async () => {
    await title(page, 'pour').focus();
    await page.keyboard.press('Alt+ArrowUp');
    expect(await titles(page)).toEqual(['Water', 'Pouring', 'Boiling', 'Leaves', 'Green', 'Black']);
    await expect(title(page, 'pour')).toBeFocused();
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Alt+ArrowDown');
    expect(await titles(page)).toEqual(['Water', 'Boiling', 'Leaves', 'Pouring', 'Green', 'Black']);
    await expect(title(page, 'pour')).toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: '“Pouring” is now lesson 2 in “Leaves”.' })).toHaveCount(1);
  });

  await test.step('so do the arrow buttons', async () => {
    const up = page.getByRole('button', { name: 'Move “Pouring” up' });
    await up.focus();
    await page.keyboard.press('Enter');
    expect(await titles(page)).toEqual(['Water', 'Boiling', 'Pouring', 'Leaves', 'Green', 'Black']);
    await expect(up).toBeFocused();
    await page.keyboard.press('Enter');
    expect(await titles(page)).toEqual(['Water', 'Pouring', 'Boiling', 'Leaves', 'Green', 'Black']);
    await expect(up).toBeFocused();
  });

  await test.step('what can’t move further leaves the focus alone afterward', async () => {
    await title(page, 'black').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await title(page, 'green').fill('Green tea');
    await expect(title(page, 'green')).toBeFocused();
  });

  await test.step('a section can have no title, or that of another one, while it is renamed', async () => {
    const section = page.getByLabel('Title of section 2');
    await section.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await expect(section).toHaveValue('');
    await page.keyboard.type('Water');
    await expect(page.getByLabel(/^Title of section/u)).toHaveCount(2);
    await page.keyboard.type(' and leaves');
    await page.keyboard.press('Tab');
    expect(await titles(page)).toEqual(['Water', 'Pouring', 'Boiling', 'Water and leaves', 'Green tea', 'Black']);
  });

  await test.step('a long file is split at its headings, and a line is left out', async () => {
    await page.getByRole('button', { name: 'Split “Pouring” at its headings' }).press('Enter');
    await expect(page.getByText('3 lessons: Pouring · First · Second')).toBeVisible();
    await page.getByRole('button', { name: 'Leave out “Black”' }).press('Enter');
    await expect(title(page, 'black')).toBeDisabled();
    await expectAccessible(page);
  });

  await test.step('a line is dragged with the mouse, to the line that shows the place', async () => {
    const lines = page.getByRole('region', { name: 'Outline' }).getByRole('listitem');
    const grip = lines.filter({ has: title(page, 'boil') }).locator('[draggable=true]');
    await grip.dragTo(lines.filter({ has: title(page, 'green') }), { targetPosition: { x: 60, y: 4 } });
    expect(await titles(page)).toEqual(['Water', 'Pouring', 'Water and leaves', 'Boiling', 'Green tea', 'Black']);
  });

  await test.step('on a phone everything is in view', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    await expect(page.getByRole('button', { name: 'Import as a draft' })).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Import as a draft' }).click();
    await expect(page.getByRole('status').filter({ hasText: /^Created Kettles/u })).toBeVisible();
  });
});

test('an import that waits is found again, and one that failed is as it was arranged @STUDIO-01', { tag: '@desk' }, async ({
  page,
  people,
  rows,
}) => {
  const author = await people.enter('author');
  const name = titleOf();
  const change = (values: string) => rows.run(`update app_private.imports set ${values} where user_id = $1`, [author.id]);
  await preview(page, name);
  await title(page, 'boil').fill('Boiling water');
  await expect
    .poll(async () =>
      rows.run(`select choice::text like '%Boiling water%' as saved from app_private.imports where user_id = $1`, [author.id]),
    )
    .toEqual([{ saved: true }]);

  await test.step('the page is closed during the job', async () => {
    await change(`status = 'queued', action = 'write', due_at = now() + interval '1 day'`);
    await page.reload();
    const progress = page.getByRole('progressbar', { name: 'Progress of the import' });
    await expect(progress).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'You can leave this page and come back.' })).toBeVisible();
    await expect(page.getByLabel('Archive')).toHaveCount(0);
    await expectAccessible(page);
    await page.goto('/studio');
    await page.goto('/studio/import-export');
    await expect(progress).toBeVisible();
  });

  await test.step('it failed: the reason says what to do, and what was arranged is still there', async () => {
    const reason = 'The import was interrupted several times. Nothing was changed. Try again later.';
    await change(`status = 'failed', due_at = now(), reason = '${reason}'`);
    await expect(page.getByRole('alert').filter({ hasText: reason })).toBeVisible();
    await expect(title(page, 'boil')).toHaveValue('Boiling water');
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('status').filter({ hasText: `Created ${name}.` })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Outline' })).toContainText('Boiling water');
  });
});

test('an author imports a folder, and drops files; others are refused before they are sent @STUDIO-01', { tag: '@desk' }, async ({
  page,
  people,
}) => {
  await people.enter('author');
  await page.goto('/studio/import-export');
  const look = page.getByRole('button', { name: 'Preview' });
  const drop = (files: Readonly<Record<string, string>>) =>
    page.locator('form', { has: page.getByLabel('Archive') }).evaluate((form, entries) => {
      const dataTransfer = new DataTransfer();
      for (const [name, text] of Object.entries(entries)) dataTransfer.items.add(new File([text], name));
      for (const type of ['dragover', 'drop']) form.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }, files);

  await test.step('what isn’t text is refused immediately', async () => {
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
    await page.getByLabel('Archive').setInputFiles({ name: 'tea.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') });
    await expect(page.getByRole('alert')).toHaveText(
      'tea.pdf can’t be imported. Choose a folder, a ZIP or TAR archive, a Markdown file or a notebook.',
    );
    await look.click();
    await expect(page.getByRole('alert')).toHaveText('Choose an archive first.');
    expect(sent).not.toContain('/api/imports');
  });

  await test.step('dropped texts', async () => {
    await drop({ 'one.md': '# One\n\nA.\n', 'two.md': '# Two\n\nB.\n' });
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByText('one: 2 files, 3 kB')).toBeVisible();
    await look.click();
    await expect(page.getByRole('heading', { name: 'Preview' })).toBeVisible();
    expect(await titles(page)).toEqual(['One', 'Two']);
    await page.getByRole('button', { name: 'Choose another archive' }).click();
  });

  await test.step('a folder', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'import-'));
    try {
      await mkdir(join(directory, 'guide/more'), { recursive: true });
      await writeFile(join(directory, 'guide/README.md'), '# The guide\n\nWords.\n');
      await writeFile(join(directory, 'guide/more/水.md'), '# Water\n\nWords.\n');
      await page.locator('input[webkitdirectory]').setInputFiles(join(directory, 'guide'));
      await expect(page.getByText(/^guide: 2 files/u)).toBeVisible();
      await look.click();
      await expect(page.getByRole('heading', { name: 'Preview' })).toBeVisible();
      await expect(page.getByLabel('Title of more/水.md')).toHaveValue('Water');
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
