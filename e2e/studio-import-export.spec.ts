import { readFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { unzip } from '../api/tests/book-export/unzip.ts';
import { generatedMdBook, onePixel } from '../api/tests/import-export/generated-mdbook.ts';
import { archiveOf } from './support/archive-of.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/journey.ts';

test('an author imports a book from an archive after reading what it will create, and exports it again @STUDIO-01', {
  tag: '@desk',
}, async ({ page, people, playwright, baseURL, expectedErrors }) => {
  expectedErrors.push(/400/);
  const title = `Kettles ${randomUUID().slice(0, 8)}`;
  const slug = title.toLowerCase().replace(' ', '-');
  const book = {
    'book.toml': `[book]\ntitle = "${title}"`,
    'src/SUMMARY.md': '# Summary\n\n# Water\n\n- [Boiling](boil.md)\n- [Pouring](pour.md)\n',
    'src/boil.md': '# Boiling\n\n## Heat\n\nThen [pour](pour.md#slowly).\n\n![Kettle](dot.png)\n\n[gone](gone.md)\n',
    'src/pour.md': '# Pouring\n\n## Slowly\n\nBack to [heat](boil.html#heat).\n',
    'src/dot.png': onePixel,
  };
  await people.enter('author');
  await page.goto('/studio');
  await page.getByRole('link', { name: 'Import and export' }).click();
  await expect(page.getByRole('heading', { name: 'Import and export', level: 1 })).toBeVisible();
  const look = page.getByRole('button', { name: 'Preview' });
  const archive = page.getByLabel('Archive');

  await look.click();
  await expect(page.getByRole('alert')).toHaveText('Choose an archive first.');
  await archive.setInputFiles(archiveOf({ '../evil.md': 'x' }));
  await look.click();
  await expect(page.getByRole('alert')).toHaveText('"../evil.md": expected a path within the folder, got one outside it.');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.getByRole('button', { name: 'Choose another archive' }).click();

  // The preview is shown before anything is created.
  await archive.setInputFiles(archiveOf(book));
  await look.click();
  await expect(page.getByRole('heading', { name: 'Preview' })).toBeVisible();
  await expect(page.getByText(`A new book, ${title}: 2 chapters, 1 image.`)).toBeVisible();
  // It is still there after a reload.
  await page.reload();
  await expect(page.getByText(`A new book, ${title}: 2 chapters, 1 image.`)).toBeVisible();
  const outline = page.getByRole('region', { name: 'Outline' });
  await expect(outline.getByLabel('Title of section 1')).toHaveValue('Water');
  await expect(outline.getByLabel('Title of src/boil.md')).toHaveValue('Boiling');
  const losses = page.getByRole('region', { name: 'What changes in the import' });
  await expect(losses.getByRole('term')).toHaveText('src/boil.md:9');
  await expect(losses.getByRole('definition')).toHaveText('The link to "gone.md" is removed, and its text is kept: there is no such file.');
  await expectAccessible(page);
  expect((await page.request.get(`/books/${slug}`)).status()).toBe(404);

  // The author arranges it: a section and a chapter are renamed, and one goes first.
  await outline.getByLabel('Title of section 1').fill('Hot water');
  await outline.getByLabel('Title of src/pour.md').fill('Pouring it');
  await outline.getByRole('button', { name: 'Move “Pouring it” up' }).click();
  // What is arranged is still there after a reload.
  type SavedImport = { choice: { outline: { lessons: { title: string }[] } } | null } | null;
  const savedTitles = async () =>
    ((await (await page.request.get('/api/imports')).json()) as SavedImport)?.choice?.outline.lessons.map((each) => each.title);
  await expect.poll(savedTitles).toEqual(['Pouring it', 'Boiling']);
  await page.reload();
  await expect(outline.getByLabel('Title of section 1')).toHaveValue('Hot water');
  await expect(outline.getByLabel(/^Title of src/u).first()).toHaveValue('Pouring it');
  await page.getByRole('button', { name: 'Import as a draft' }).click();
  await expect(page.getByRole('status').filter({ hasText: `Created ${title}.` })).toBeVisible();
  await page.getByRole('link', { name: title, exact: true }).click();
  await expect(page).toHaveURL(`/books/${slug}`);
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  // A draft isn't new, and has no date.
  await expect(page.getByText('Draft: hidden from readers')).toBeVisible();
  await expect(page.getByText('New Release')).toHaveCount(0);
  await expect(page.getByText('Published', { exact: true })).toHaveCount(0);
  // Its internal links work.
  await page.goto(`/books/${slug}/boil`);
  await page.getByRole('link', { name: 'pour', exact: true }).click();
  await expect(page).toHaveURL(`/books/${slug}/pour#slowly`);
  const visitor = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  expect((await visitor.get(`/books/${slug}`)).status()).toBe(404);
  expect((await visitor.get(`/api/import-export?of=/books/${slug}`)).status()).toBe(401);
  await visitor.dispose();

  // Exported again, complete.
  await page.goto('/studio/import-export');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: `Download ${title}` }).click()]);
  expect(download.suggestedFilename()).toBe(`${slug}.zip`);
  const files = unzip(await readFile(await download.path()));
  expect(files.map(({ path }) => path.replace(/-[a-z2-7]{8}\.webp$/u, '.webp'))).toEqual([
    `${slug}/manifest.json`,
    `${slug}/lessons/01-pour.md`,
    `${slug}/lessons/02-boil.md`,
    `${slug}/media/dot.webp`,
  ]);

  // And imported again without a chapter: it is listed, and deleted only on request.
  const exported = Object.fromEntries(files.map(({ path, bytes }) => [path, bytes]));
  const manifest = JSON.parse(exported[`${slug}/manifest.json`]?.toString() ?? '') as { lessons: object[] };
  await archive.setInputFiles(
    archiveOf({ ...exported, [`${slug}/manifest.json`]: JSON.stringify({ ...manifest, lessons: manifest.lessons.slice(0, 1) }) }),
  );
  await look.click();
  // The image is in the chapter that is left out.
  await expect(page.getByText(`Changes to the book at /books/${slug}, ${title}: 1 chapter, 0 images.`)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Outline' })).toHaveText(/Not in the archiveBoiling$/);
  await page.getByRole('checkbox', { name: /^Also delete lessons that aren’t in the archive/ }).check();
  await page.getByRole('button', { name: 'Import changes' }).click();
  await expect(page.getByRole('status').filter({ hasText: `Updated ${title}.` })).toBeVisible();
  expect((await page.request.get(`/books/${slug}/pour`)).status()).toBe(200);
  expect((await page.request.get(`/books/${slug}/boil`)).status()).toBe(404);

  // A long report fits a narrow window.
  await page.setViewportSize({ width: 360, height: 780 });
  await archive.setInputFiles(archiveOf({ ...generatedMdBook(), 'book.toml': `[book]\ntitle = "${title} 2"` }));
  await look.click();
  await expect(page.getByText(/: 101 chapters, 1 image\.$/)).toBeVisible();
  await expectNoSidewaysScroll(page);
});
