import type { Page } from '@playwright/test';
import { tabTo } from './support/by-keyboard.ts';
import { expectQuestions } from './support/destructive-buttons.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/journey.ts';
import { makeCourse } from './support/things.ts';

const certificatePath = /\/certificates\/[0-9a-f-]{36}$/u;

/** Presses a control by keyboard, from wherever the focus is. */
async function pressByKeyboard(page: Page, name: string, role: 'button' | 'checkbox' | 'radio' = 'button'): Promise<void> {
  await tabTo(page.getByRole(role, { name, exact: true }));
  await page.keyboard.press(role === 'button' ? 'Enter' : 'Space');
}

test('an author offers a certificate, a learner earns it, and anyone verifies it @PRACTICE-03', { tag: '@phone' }, async ({
  page,
  people,
  baseURL,
}) => {
  const author = await people.make('author');
  const course = await makeCourse(await people.at(author), {
    title: 'Certified course',
    lessons: [{ title: 'One', markdown: 'A text.' }],
    details: { isFree: true },
  });
  const atDesk = await people.open(author);
  await test.step('the author sets what it needs, by keyboard', async () => {
    await atDesk.goto(`/studio/courses/${course.id}?show=certificate`);
    await expect(atDesk.locator('html[data-hydrated]')).toBeAttached();
    await pressByKeyboard(atDesk, 'Offer a certificate to those who complete this course', 'checkbox');
    await pressByKeyboard(atDesk, 'All lessons completed', 'checkbox');
    // The course has no exercises.
    await expect(atDesk.getByRole('checkbox', { name: 'All exercises passed' })).toHaveCount(0);
    await pressByKeyboard(atDesk, 'Save certificate');
    await expect(atDesk.getByText('Enter at least 1, or require all lessons.')).toBeVisible();
    await atDesk.getByRole('checkbox', { name: 'All lessons completed' }).check();
    await atDesk.getByRole('button', { name: 'Save certificate' }).click();
    await expect(atDesk.getByText('Saved.')).toBeVisible();
    await expectAccessible(atDesk);
  });

  const learner = await people.enter('learner');
  const client = await people.at(learner);
  await test.step('the page of the course says what is missing', async () => {
    await page.goto(course.path);
    await expect(page.getByText('Complete all lessons.')).toBeVisible();
    await expect(page.getByText('Still missing: 1 lesson.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Get your certificate' })).toBeHidden();
    await client.run(
      'mutation c($id: UUID!) { setLessonCompleted(input: { lessonId: $id, isCompleted: true }) { lessonProgress { isCompleted } } }',
      {
        id: course.lessons[0]?.id,
      },
    );
  });
  await test.step('the learner gets it by keyboard, after seeing the name', async () => {
    await page.reload();
    await expect(page.getByRole('button', { name: 'Get your certificate' })).toBeVisible();
    await pressByKeyboard(page, 'Get your certificate');
    const dialog = page.getByRole('dialog', { name: 'Get your certificate' });
    await expect(dialog.getByText(learner.name)).toBeVisible();
    await expectAccessible(page);
    await pressByKeyboard(page, 'Issue certificate');
    await expect(page).toHaveURL(certificatePath);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${learner.name} completed ${course.title}`);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });

  const path = new URL(page.url()).pathname;
  const visitor = await people.open(null);
  await test.step('anyone with the link verifies it, and gets its files', async () => {
    await visitor.goto(path);
    await expect(visitor.getByText(/^Valid certificate of/u)).toBeVisible();
    await expect(visitor.getByRole('img', { name: new RegExp(`^${learner.name} completed`) })).toBeVisible();
    await expect(visitor.getByRole('link', { name: 'Add to LinkedIn' })).toBeHidden();
    await expect(visitor.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    const get = (file: string) => visitor.request.get(file);
    const image = await get(`${path}/certificate.png`);
    expect(image.headers()['content-type']).toBe('image/png');
    expect((await image.body()).subarray(1, 4).toString()).toBe('PNG');
    const pdf = await get(`${path}/certificate.pdf`);
    expect(pdf.status(), await pdf.text()).toBe(200);
    expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');
    const badge = (await (
      await get((await visitor.getByRole('link', { name: 'Download badge' }).getAttribute('href')) ?? '')
    ).json()) as object;
    expect(badge).toMatchObject({ id: `${baseURL}${path}`, name: course.title });
    const shared = await visitor.locator('meta[property="og:image"]').getAttribute('content');
    expect((await get(shared ?? '')).headers()['content-type']).toBe('image/png');
  });
  await test.step('the holder adds it to LinkedIn, and shows it on the profile', async () => {
    const link = new URL((await page.getByRole('link', { name: 'Add to LinkedIn' }).getAttribute('href')) ?? '');
    expect(Object.fromEntries(link.searchParams)).toMatchObject({ name: course.title, certUrl: `${baseURL}${path}` });
    await visitor.goto(`/@${learner.username}`);
    await expect(visitor.getByRole('link', { name: course.title })).toBeHidden();
    const saved = page.waitForResponse((response) => (response.request().postData() ?? '').includes('"isOnProfile":true'));
    await pressByKeyboard(page, 'Show it on your profile', 'checkbox');
    await saved;
    await expect(async () => {
      await visitor.reload();
      await expect(visitor.getByRole('link', { name: course.title })).toHaveAttribute('href', path);
    }).toPass();
  });

  await test.step('an administrator revokes it: it says so, with nothing else, and can be restored', async () => {
    const administration = await people.open(await people.make('admin'));
    await administration.goto(`/admin/certificates?q=${baseURL}${path}`);
    await expect(administration.getByRole('link', { name: course.title })).toBeVisible();
    await administration.getByRole('textbox', { name: 'Reason, shown to the holder' }).fill('Two accounts');
    await administration.getByRole('button', { name: `Revoke the certificate of ${learner.name}` }).click();
    await expectAccessible(administration);
    await administration.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(administration.getByText('Two accounts')).toBeVisible();
    await expect(async () => {
      await visitor.goto(path);
      await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('This certificate was revoked');
    }).toPass();
    expect(await visitor.content()).not.toContain(course.title);
    for (const file of ['svg', 'png', 'pdf']) expect((await visitor.request.get(`${path}/certificate.${file}`)).status()).toBe(404);
    await page.goto('/account');
    await expect(page.getByRole('region', { name: 'Certificates' }).getByText('Two accounts')).toBeVisible();
    await administration.getByRole('button', { name: `Restore the certificate of ${learner.name}` }).click();
    await administration.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await expect(administration.getByText('Restored.')).toBeVisible();
  });

  await test.step('deleting the account asks what happens to it', async () => {
    await page.goto('/account');
    await expectQuestions(page, ['Delete'], page.getByRole('region', { name: 'Certificates' }));
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await expect(dialog.getByRole('radio', { name: /^Delete them/u })).toBeChecked();
    await dialog.getByRole('radio', { name: /^Keep them/u }).check();
    await expectAccessible(page);
    await dialog.getByLabel('Password').fill(learner.password);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await expect(page).toHaveURL(/\/$/u);
    await expect(async () => {
      await visitor.goto(path);
      await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(`${learner.name} completed ${course.title}`);
    }).toPass();
  });
});

const exercise = `
::::exercise
Return the sum.

\`\`\`js runnable displayName=index.js
export const sum = () => 0;
\`\`\`

:::part{type=tests}
\`\`\`js
import { sum } from './index.js';

test('adds', () => expect(sum(1, 2)).toBe(3));
\`\`\`
:::
::::
`;

test('a course with exercises can ask for all of them @PRACTICE-03', { tag: '@phone' }, async ({ page, people, rows }) => {
  const author = await people.make('author');
  const course = await makeCourse(await people.at(author), {
    title: 'Practiced course',
    lessons: [{ title: 'Sums', markdown: exercise }],
    details: { isFree: true },
  });
  const atDesk = await people.open(author);
  await atDesk.goto(`/studio/courses/${course.id}?show=certificate`);
  await atDesk.getByRole('checkbox', { name: 'Offer a certificate to those who complete this course' }).check();
  await atDesk.getByRole('checkbox', { name: 'All lessons completed' }).uncheck();
  await expect(atDesk.getByText('The course has 1 exercise. Exercises are tested in the learner’s browser.')).toBeVisible();
  await atDesk.getByRole('checkbox', { name: 'All exercises passed' }).check();
  await atDesk.getByRole('button', { name: 'Save certificate' }).click();
  await expect(atDesk.getByText('Saved.')).toBeVisible();
  await expectNoSidewaysScroll(atDesk);

  const client = await people.at(await people.enter('learner'));
  await page.goto(course.path);
  await expect(page.getByText('Pass all exercises.')).toBeVisible();
  await expect(page.getByText('Still missing: 1 exercise.')).toBeVisible();
  const lessonId = course.lessons[0]?.id;
  const [block] = await rows.run(
    `select body_delta -> 'content' -> 0 -> 'attrs' ->> 'id' as id from app_private.lesson_bodies where lesson_id = $1`,
    [lessonId],
  );
  await client.run(
    `mutation r($lessonId: UUID!, $exercise: String!) {
      recordAttempt(input: { lessonId: $lessonId, exercise: $exercise, isPassed: true }) { exerciseResult { id } } }`,
    { lessonId, exercise: block?.['id'] },
  );
  await page.reload();
  await page.getByRole('button', { name: 'Get your certificate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Issue certificate' }).click();
  await expect(page).toHaveURL(certificatePath);
  await expect(page.getByText('Passed the exercise.')).toBeVisible();
  await expect(page.getByText('It isn’t an exam')).toBeVisible();
});
