import { signInAt } from './support/api-client.ts';
import { expect, expectAccessible, expectAccessibleInBothThemes, expectNoSidewaysScroll, signIn, test } from './support/journey.ts';
import { prepareSite, type SiteProcess } from './support/site-process.ts';

// What is published here stands in the lists of the whole site: it has one of its own.
test.describe.configure({ mode: 'serial' });

let site: SiteProcess;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  site = await prepareSite();
  await site.start();
});
test.afterAll(() => site.remove());

test('an author makes a course from nothing to published without leaving the studio @STUDIO-01 @desk', async ({ browser }) => {
  const open = async (role: 'author' | 'learner' | null) => {
    const context = await browser.newContext({ baseURL: site.origin, viewport: { width: 1280, height: 860 } });
    const opened = await context.newPage();
    if (role !== null) await signIn(opened, site.person(role));
    return opened;
  };
  const page = await open('author');
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto('/studio');
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Course' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Queues that hold');
  await page.getByRole('button', { name: 'Begin the course' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Queues that hold' })).toBeVisible();
  await expect(page.getByText('Draft', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'At least one lesson' })).toBeVisible();
  const studioUrl = page.url();

  // Sections and lessons, each added where it stands.
  for (const title of ['First part', 'Second part']) {
    await page.getByRole('textbox', { name: 'New section' }).fill(title);
    await page.getByRole('textbox', { name: 'New section' }).press('Enter');
    await expect(page.getByRole('heading', { level: 3, name: title })).toBeVisible();
  }
  for (const [title, part] of [
    ['One', 'First part'],
    ['Two', 'First part'],
    ['Three', 'Second part'],
  ] as const) {
    const field = page.getByRole('textbox', { name: `New lesson in “${part}”` });
    await field.fill(title);
    await field.press('Enter');
    await expect(page.getByRole('list', { name: part }).getByRole('link', { name: title })).toBeVisible();
  }
  await expectAccessibleInBothThemes(page);
  await expectNoSidewaysScroll(page);

  // Order by keyboard: the button keeps the focus, and each move is announced.
  const said = page.getByRole('status').filter({ hasText: /is now|place|Added/ });
  const lessons = (part: string) => page.getByRole('list', { name: part }).getByRole('link');
  const down = page.getByRole('button', { name: 'Move “One” down' });
  await down.focus();
  await page.keyboard.press('Enter');
  await expect(said).toHaveText('“One” is now 2 of 2 in “First part”.');
  await expect(lessons('First part')).toHaveText(['Two', 'One']);
  await expect(down).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(said).toHaveText('“One” is now 1 of 2 in “Second part”.');
  await expect(lessons('Second part')).toHaveText(['One', 'Three']);
  await expect(down).toBeFocused();
  await page.getByRole('link', { name: 'Three', exact: true }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(lessons('Second part')).toHaveText(['Three', 'One']);
  await expect(page.getByRole('link', { name: 'Three', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Move the section “Second part” up' }).press('Enter');
  await expect(said).toHaveText('Section “Second part” is now 1 of 2.');
  // By the pointer: before the only lesson of the other section.
  await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: 'One', exact: true }) })
    .locator('[draggable="true"]')
    .dragTo(page.getByRole('link', { name: 'Two', exact: true }), { targetPosition: { x: 4, y: 2 } });
  await expect(lessons('First part')).toHaveText(['One', 'Two']);
  await page.getByRole('button', { name: 'More for “Three”' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Title of “Three”' }).fill('Begin here');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Begin here' })).toBeVisible();
  await page.reload();
  await page.waitForLoadState('networkidle');
  await expect(lessons('Second part')).toHaveText(['Begin here']);
  await expect(lessons('First part')).toHaveText(['One', 'Two']);

  // Details, with what is wrong said at its field.
  await page.getByRole('link', { name: 'Details' }).click();
  const details = page.getByRole('form', { name: 'Details' });
  await details.getByRole('textbox', { name: 'Summary' }).fill('A queue that loses nothing.');
  await details.getByRole('textbox', { name: 'Address' }).first().fill('No address');
  await details.getByRole('button', { name: 'Save details' }).click();
  await expect(details.getByText(/^Expected lower-case words joined by single hyphens/)).toBeVisible();
  await expect(details.getByRole('textbox', { name: 'Address' }).first()).toHaveAttribute('aria-invalid', 'true');
  await details.getByRole('textbox', { name: 'Address' }).first().fill('queues-that-hold');
  await details.getByRole('textbox', { name: 'Language of its code' }).fill('TypeScript');
  await details.getByRole('button', { name: 'Add what it is built with' }).click();
  await details.getByRole('textbox', { name: 'Name 1' }).fill('pg-boss');
  await details.getByRole('textbox', { name: 'Version 1' }).fill('11.1');
  await details.getByRole('textbox', { name: 'Address of 1' }).fill('pg-boss');
  await details.getByRole('button', { name: 'Save details' }).click();
  await expect(details.getByText(/^Link expected an http or https address/)).toBeVisible();
  await details.getByRole('textbox', { name: 'Address of 1' }).fill('https://example.com/pg-boss');
  await details.getByRole('button', { name: 'Save details' }).click();
  await expect(details.getByText('Saved.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Access and prices' }).click();
  const access = page.getByRole('form', { name: 'Access and prices' });
  await access.getByRole('radio', { name: 'Everybody: it is free' }).check();
  await access.getByRole('textbox', { name: 'Price' }).fill('dear');
  await access.getByRole('button', { name: 'Save access and prices' }).click();
  await expect(access.getByText('Expected an amount such as 39 or 39.50.')).toBeVisible();
  await access.getByRole('textbox', { name: 'Price' }).fill('');
  await access.getByRole('button', { name: 'Save access and prices' }).click();
  await expect(access.getByText('Saved.')).toBeVisible();
  await expectAccessible(page);

  // A second writer, who may not publish.
  await page.getByRole('link', { name: 'People' }).click();
  await page.getByRole('textbox', { name: 'Username' }).fill('nobody-of-this-name');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Nobody here is called nobody-of-this-name.')).toBeVisible();
  const reader = await signInAt(site.origin, site.person('learner'));
  const { data } = await reader.run<{ viewer: { username: string; displayName: string } }>('{ viewer { username displayName } }', {});
  const editor = data?.viewer ?? { username: '', displayName: '' };
  await page.getByRole('textbox', { name: 'Username' }).fill(editor.username);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('combobox', { name: `What ${editor.displayName} is` })).toHaveValue('EDITOR');
  await expectAccessible(page);
  const other = await open('learner');
  await other.goto(studioUrl);
  await expect(other.getByText('You are an editor: publishing is up to its authors.')).toBeVisible();
  await expect(other.getByRole('textbox', { name: 'New section' })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Publish…' })).toHaveCount(0);
  await expect(other.getByRole('link', { name: 'Access and prices' })).toHaveCount(0);
  const id = studioUrl.slice(-36);
  const refused = await reader.run('mutation p($id: UUID!) { publishCourse(input: { id: $id }) { course { id } } }', { id });
  expect(refused.errors?.[0]?.extensions?.['code']).toBe('FORBIDDEN');
  await other.close();

  // Published: in the list and at its address at once, whose copies were kept before.
  const visitor = await open(null);
  await visitor.goto('/courses');
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(visitor.getByRole('link', { name: /Queues that hold/ })).toHaveCount(0);
  expect((await visitor.goto('/courses/queues-that-hold'))?.status()).toBe(404);
  await page.getByRole('button', { name: 'Publish…' }).click();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByText('Published', { exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(async () => {
    await visitor.goto('/courses');
    await expect(visitor.getByRole('link', { name: /Queues that hold/ }).first()).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(async () => expect((await visitor.goto('/courses/queues-that-hold'))?.status()).toBe(200)).toPass();
  await expect(visitor.getByText('Begin here').first()).toBeVisible();
  await expect(visitor.getByText('TypeScript').first()).toBeVisible();

  // Of what is published the dialog asks only which readers come.
  await page.getByRole('button', { name: 'Publication…' }).click();
  const publication = page.getByRole('dialog', { name: 'Publication of “Queues that hold”' });
  await expect(publication.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  await expect(publication.getByRole('radio')).toHaveCount(0);
  await expect(publication.getByRole('button', { name: /Publish/ })).toHaveCount(0);
  await publication.getByRole('checkbox', { name: 'Early access: only those who bought it or have Pro read it' }).check();
  await expectAccessible(page);
  await publication.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(publication).toHaveCount(0);
  await expect(page.getByText('Early access', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Publication…' }).click();
  await expect(publication.getByRole('checkbox')).toBeChecked();
  await publication.getByRole('checkbox').uncheck();
  await publication.getByRole('button', { name: 'Cancel' }).click();
  await expect(publication).toHaveCount(0);
  await expect(page.getByText('Early access', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Publication…' }).click();
  await publication.getByRole('checkbox').uncheck();
  await publication.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Published', { exact: true })).toBeVisible();
  await expect(publication).toHaveCount(0);

  // Another address: the old one of the course and of its lessons lead there.
  await page.goto(`${studioUrl}?show=details`);
  await page.waitForLoadState('networkidle');
  await page.getByRole('form', { name: 'Details' }).getByRole('textbox', { name: 'Address' }).first().fill('lasting-queues');
  await page.getByRole('button', { name: 'Save details' }).click();
  await expect(page.getByText('/courses/lasting-queues')).toBeVisible();
  await expect(async () => {
    await visitor.goto('/courses/queues-that-hold');
    await expect(visitor).toHaveURL(/\/courses\/lasting-queues$/, { timeout: 500 });
  }).toPass();
  await visitor.goto('/courses/queues-that-hold/one');
  await expect(visitor).toHaveURL(/\/courses\/lasting-queues\/one$/);
  await visitor.close();

  // Withdrawn, and found in the studio's list.
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(page.getByText('Archived', { exact: true })).toBeVisible();
  await page.goto('/studio?status=archived');
  await expect(page.getByRole('link', { name: /Queues that hold/ })).toBeVisible();
  await expectAccessible(page);
  expect(errors).toEqual([]);
});
