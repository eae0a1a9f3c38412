import type { Locator } from '@playwright/test';
import { answer, begin } from './support/comment-journey.ts';
import { expect, expectNoSidewaysScroll, test } from './support/journey.ts';
import { makeArticle, makeClip, makeCourse } from './support/things.ts';

const markdown = [
  'פסקה ראשונה.',
  '## כותרת משנה',
  '| שם | ערך |\n|---|---|\n| אחת | שתיים |',
  'An English paragraph.',
  '## An English heading',
].join('\n\n');

/** The edges of an element's text, in the window. */
function edgesOfText(element: Locator): Promise<{ left: number; right: number }> {
  return element.evaluate((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, right } = range.getBoundingClientRect();
    return { left: Math.round(left), right: Math.round(right) };
  });
}

/** Expects the last character of an element's text, or of a part of it, to the left of its first one. */
async function expectEndOnLeft(element: Locator, part = ''): Promise<void> {
  const [end, start] = await element.evaluate((node, wanted) => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    let text = walker.nextNode() as Text;
    while (!text.data.includes(wanted)) text = walker.nextNode() as Text;
    const first = text.data.indexOf(wanted);
    return [first + (wanted || text.data).length - 1, first].map((at) => {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return range.getBoundingClientRect().left;
    });
  }, part);
  expect(end, part).toBeLessThan(start ?? 0);
}

test('a right-to-left text is aligned to the right: headings and tables as well as paragraphs @SITE-08', { tag: '@desk' }, async ({
  page,
  people,
}) => {
  const api = await people.at(await people.enter('author'));
  const { path } = await makeArticle(api, { title: 'מאמר', markdown });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(path);
    const text = page.locator('.text.prose');
    const { right } = await edgesOfText(text.getByText('פסקה ראשונה.'));
    const { left } = await edgesOfText(text.getByText('An English paragraph.'));
    expect((await edgesOfText(text.getByRole('heading', { name: 'כותרת משנה' }))).right).toBe(right);
    expect((await edgesOfText(text.getByRole('heading', { name: 'An English heading' }))).left).toBe(left);
    const [head, cell] = [text.getByRole('columnheader', { name: 'שם' }), text.getByRole('cell', { name: 'אחת' })];
    expect((await edgesOfText(cell)).right).toBe((await edgesOfText(head)).right);
    await expectNoSidewaysScroll(page);
  }

  // The exclamation mark is to the left of the text, where it ends.
  const course = await makeCourse(api, { lessons: [{ title: 'שיעור!' }], isDraft: true });
  await page.goto(`/studio/courses/${course.id}`);
  await expectEndOnLeft(page.getByRole('link', { name: 'שיעור!' }));
});

test('a summary and the excerpt of a notification have the direction of their own text @SITE-08 @DISC-12', { tag: '@desk' }, async ({
  page,
  people,
  rows,
}) => {
  const author = await people.enter('author');
  const api = await people.at(author);
  const { path } = await makeArticle(api, { title: 'כותרת של מאמר', markdown: 'פסקה.', details: { summary: 'תקציר בעברית!' } });
  await page.goto(path);
  const lead = page.getByText('תקציר בעברית!');
  await expectEndOnLeft(lead);
  // Title, summary and text share one edge; these scripts have no italics.
  const { right } = await edgesOfText(page.getByText('פסקה.'));
  for (const element of [lead, page.getByRole('heading', { level: 1 })])
    expect(Math.abs((await edgesOfText(element)).right - right)).toBeLessThan(8);
  await expect(lead).toHaveCSS('font-style', 'normal');

  const clip = await makeClip(rows);
  const { discussionId, commentId } = await begin(api, clip.id, 'A question.');
  await answer(await people.at(await people.make('learner')), discussionId, commentId, 'תשובה בעברית!');
  const excerpt = page.getByRole('main').getByText('תשובה בעברית!');
  // Notifications are created by a job.
  await expect(async () => {
    await page.goto('/notifications');
    expect(await excerpt.isVisible()).toBe(true);
  }).toPass();
  await expectEndOnLeft(excerpt);
});

/** Ends with a character that belongs to no direction: beside English words it's on the left only if the name is isolated. */
const [name, job, company] = ['ליאת!', 'מנהלת!', 'חברה!'];

test('a name from right to left keeps its order in the lines that it is a part of @SITE-08 @AUTH-04 @DISC-12 @ADMIN-01', {
  tag: '@desk',
}, async ({ page, people, rows }) => {
  const writer = await people.enter('author', 'Liat');
  const [other, reader, admin] = [await people.make('author'), await people.make('pro', 'Rae'), await people.make('admin')];
  const api = await people.at(writer);

  await test.step('in the fields of the account', async () => {
    await page.goto('/account');
    const profile = page.getByRole('form', { name: 'Profile' });
    for (const [label, text] of [
      [/^Name/, name],
      ['Job title', job],
      ['Employer', company],
    ] as const) {
      const field = profile.getByLabel(label);
      await field.fill(text);
      await expect(field).toHaveCSS('direction', 'rtl');
    }
    await profile.getByRole('button', { name: 'Save profile' }).click();
    await expect(profile.getByRole('status')).toContainText('Profile saved.');
  });

  const written = await makeCourse(api, { lessons: [{ title: 'One', markdown: 'Words.' }] });
  const reviewed = await makeCourse(await people.at(other), { lessons: [{ title: 'One', markdown: 'Words.' }] });
  await rows.run(`insert into app_public.testimonials (user_id, course_id, rating, quote_md) values ($1, $2, 5, 'Short.')`, [
    writer.id,
    reviewed.id,
  ]);
  await rows.run('insert into app_public.enrollments (user_id, course_id) values ($1, $2)', [reader.id, written.id]);
  await rows.run(
    `insert into app_public.subscriptions (user_id, plan_id, kind, period_ends_at)
     select $1, id, kind, now() + interval '1 year' from app_public.plans where kind = 'PRO' and billing_interval = 'MONTH'`,
    [writer.id],
  );
  const clip = await makeClip(rows);
  await rows.run(`update app_public.clips set title = 'קליפ!' where id = $1`, [clip.id]);
  const { discussionId, commentId } = await begin(await people.at(reader), clip.id, 'A question.');
  await answer(api, discussionId, commentId, 'An answer.');

  for (const { who, pages } of [
    {
      who: reader,
      pages: [
        [`/@${writer.username}`, [name, job, company]],
        [written.path, [name, job, company]],
        [reviewed.path, [name, job, company]],
        [`/discussions/${discussionId}`, [name, 'קליפ!']],
        ['/notifications', [name, 'קליפ!']],
        ['/library', [name]],
      ],
    },
    {
      who: admin,
      pages: [
        [`/admin/people?q=${writer.username}`, [name]],
        [`/admin/people/${writer.id}`, [name]],
        [`/admin/reviews?person=${writer.username}`, [name]],
        [`/admin/subscriptions?person=${writer.username}`, [name]],
      ],
    },
  ] as const) {
    const browser = await people.open(who);
    for (const [path, texts] of pages)
      await test.step(`${who.kind}: ${path}`, async () => {
        const main = browser.getByRole('main');
        // Notifications are created by a job, and a cached page may be shown once more.
        await expect(async () => {
          await browser.goto(path);
          for (const text of texts) expect(await main.getByText(text).filter({ visible: true }).count()).toBeGreaterThan(0);
        }).toPass();
        for (const text of texts) await expectEndOnLeft(main.getByText(text).filter({ visible: true }).first(), text);
        await expectNoSidewaysScroll(browser);
      });
  }
});
