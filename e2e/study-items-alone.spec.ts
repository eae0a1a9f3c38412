import { demoPerson, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './support/journey.ts';
import { prepareSite, type SiteProcess } from './support/site-process.ts';
import { openSiteRows, type SiteRows } from './support/site-rows.ts';

let site: SiteProcess;
let rows: SiteRows;
const course = '/courses/rendering-without-regret';

test.beforeAll(async () => {
  test.setTimeout(240_000);
  site = await prepareSite({ ASSETS_URL: 'https://assets.newline.example' });
  await site.start();
  rows = await openSiteRows(site);
});
test.afterAll(async () => {
  await rows.close();
  await site.remove();
});
test.describe.configure({ mode: 'serial' });

test('the page of a course shows its rows, and changes with them @STUDY-01 @SITE-01', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site.origin });
  const page = await context.newPage();
  await page.goto(course);
  const outline = page.getByRole('region', { name: 'Line by line' });
  const item = page.getByRole('main');
  await expect(outline.getByRole('heading', { level: 3 }).first()).toBeVisible();
  // The changelog stands in the outline and does not count.
  await expect(outline.locator('.line__head')).toContainText(/^Line by line9 lessons/);
  await expect(outline.getByRole('listitem').locator('.ln')).toHaveText([...'123456789', '']);
  for (const [name, value] of [
    ['Lessons', '9'],
    ['Language', 'English'],
  ] as const)
    await expect(item.locator('dl div').filter({ hasText: name }).locator('dd')).toHaveText(value);
  await expect(outline.getByText('opens with Pro').first()).toBeAttached();
  await expect(page.getByRole('link', { name: 'Open it all with newline Pro' })).toHaveAttribute('href', '/pricing');
  // It is in the kept page already: nothing moves when it is known who reads.
  expect(await (await context.request.get(course)).text()).toContain('Open it all with ');
  await expect(page.getByRole('link', { name: 'Start at lesson 1' })).toHaveAttribute('href', /^\/courses\/rendering-without-regret\//);
  await expect(page.getByRole('button', { name: 'Enroll' })).toHaveCount(0);
  await expectAccessible(page);

  await rows.run(`update app_public.courses set num_exercises = 1234, lesson_language = 'pt', pricing_features = array['A rubber duck'],
      syllabus = '- How to *duck*', faq = '[{"question": "Is it wet?", "answer": "Only \`twice\`."}]',
      resources = '[{"title": "Ducks, a history", "url": "https://ducks.example/"}, {"title": "Not a link", "url": "javascript:alert(1)"}]'
    where permalink = '${course}'`);
  await rows.run(`update app_public.lessons set title = 'A line of its own', video_duration = 725, is_free = true
    where id = (select lesson_id from app_public.course_lessons c join app_public.courses x on x.id = c.course_id where x.permalink = '${course}' and c.position = 4)`);
  await rows.run(`update app_public.course_sections set title = 'A part of its own' where id = (select course_section_id from app_public.course_lessons c
    join app_public.courses x on x.id = c.course_id where x.permalink = '${course}' and c.position = 4)`);
  await rows.run(`insert into app_public.contributions (title, user_id, course_id, position) select 'EDITOR', u.id, c.id, 9 from app_public.users u, app_public.courses c
    where u.username = 'noor' and c.permalink = '${course}'`);
  await expect(async () => {
    await page.goto(course);
    await expect(page.getByRole('heading', { level: 3, name: 'A part of its own' })).toBeVisible({ timeout: 500 });
  }).toPass();
  const line = outline.getByRole('listitem').filter({ hasText: 'A line of its own' });
  await expect(line).toContainText('Free');
  await expect(line).toContainText('12:05');
  await expect(line.getByText('opens with Pro')).toHaveCount(0);
  await expect(item.locator('dl')).toContainText('1,234');
  await expect(item.locator('dl')).toContainText('Portuguese');
  await expect(outline.getByText('A rubber duck')).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'What you learn' }).locator('em')).toHaveText('duck');
  await expect(outline.getByRole('link', { name: 'Ducks, a history' })).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await expect(page.getByText('Not a link')).toHaveCount(0);
  await expect(outline.getByRole('heading', { name: 'Edited by' })).toBeVisible();
  await expect(outline.getByRole('link', { name: /Noor Haddadin/ })).toHaveAttribute('href', '/@noor');
  await page.getByText('Is it wet?').click();
  await expect(page.getByText('Only twice.')).toBeVisible();

  // What is bought by itself says so, and what is free offers nothing to buy.
  await rows.run(`update app_public.courses set is_masterclass = true where permalink = '${course}'`);
  await expect(async () => {
    await page.goto(course);
    await expect(page.getByRole('link', { name: 'Buy for $39' })).toHaveAttribute(
      'href',
      `/checkout?course=rendering-without-regret&returnTo=${encodeURIComponent(course)}`,
      { timeout: 500 },
    );
  }).toPass();
  await expect(outline.getByText('opens with a purchase').first()).toBeAttached();
  await rows.run(`update app_public.courses set is_masterclass = false, is_free = true where permalink = '${course}'`);
  // But for what needs the advanced grant, whatever the course costs.
  const [advanced] = await rows.run(
    `select count(*)::int as count from app_public.lessons l join app_public.courses c on c.id = l.course_id where c.permalink = $1 and l.is_advanced_package_lesson`,
    [course],
  );
  await expect(async () => {
    await page.goto(course);
    await expect(page.getByRole('link', { name: 'Start at lesson 1' })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Buy for|^Open it all/ })).toHaveCount(0, { timeout: 500 });
    await expect(outline.getByText(/opens with/)).toHaveCount(Number(advanced?.['count']), { timeout: 500 });
  }).toPass();
  await rows.run(`update app_public.courses set is_free = false where permalink = '${course}'`);
  await context.close();
});

test('the page of a book offers its preview, and its chapters @STUDY-01 @SITE-01', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site.origin });
  const page = await context.newPage();
  const [book] = await rows.run(
    `select permalink, preview_pdf_url from app_public.books where preview_pdf_url is not null and is_published order by slug limit 1`,
  );
  await page.goto(String(book?.['permalink']));
  const preview = page.getByRole('link', { name: 'Read a preview (PDF)' });
  await expect(preview).toHaveAttribute('href', String(book?.['preview_pdf_url']));
  const pdf = await context.request.get(String(book?.['preview_pdf_url']));
  expect(pdf.headers()['content-type']).toBe('application/pdf');
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');
  await expect(page.getByRole('heading', { name: 'Chapter by chapter' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Start at chapter 1' })).toBeVisible();
  await rows.run(`update app_public.books set preview_pdf_url = null where permalink = $1`, [book?.['permalink']]);
  await expect(async () => {
    await page.goto(String(book?.['permalink']));
    await expect(preview).toHaveCount(0, { timeout: 500 });
  }).toPass();
  await context.close();
});

test('a learner enrolls, goes on where they left, and reads why @STUDY-01 @LIB-03', async ({ browser }) => {
  test.slow();
  const context = await browser.newContext({ baseURL: site.origin });
  const page = await context.newPage();
  await rows.run(`delete from app_public.enrollments where user_id = (select id from app_public.users where username = 'marit')`);
  await rows.run(`delete from app_public.lesson_activities where user_id = (select id from app_public.users where username = 'marit')`);
  await rows.run(`delete from app_public.user_progresses where user_id = (select id from app_public.users where username = 'marit')`);
  await signIn(page, demoPerson('anotherLearner'));
  await page.goto(course);
  const outline = page.getByRole('region', { name: 'Line by line' });
  await outline.getByText('How this is counted').click();
  await expect(outline.getByText(/^Not Started: 0 of 9 lessons done\. A lesson is done when/)).toBeVisible();
  await expect(outline.getByText('it does not count')).toBeVisible();
  await page.getByRole('button', { name: 'Enroll' }).click();
  await expect(page.getByRole('link', { name: 'Start at lesson 1' })).toBeVisible();
  expect(
    await rows.run(
      `select true from app_public.enrollments e join app_public.courses c on c.id = e.course_id join app_public.users u on u.id = e.user_id
      where u.username = 'marit' and c.permalink = $1`,
      [course],
    ),
  ).toHaveLength(1);

  // One by watching, one by reading, one by hand, and the changelog, which counts for nothing; then the fifth is half watched.
  const lessons = await rows.run(
    `select p.id as place, l.id, l.role, l.permalink from (select *, app_public.lessons_permalink(l) as permalink from app_public.lessons l) l
    join app_public.course_lessons p on p.lesson_id = l.id join app_public.courses c on c.id = p.course_id where c.permalink = $1 order by p.position`,
    [course],
  );
  const reasons = ['WATCHED', 'READ', 'BY_HAND'];
  for (const [at, lesson] of [...lessons.slice(0, 3), ...lessons.filter(({ role }) => role === 'CHANGELOG')].entries())
    await rows.run(
      `insert into app_public.user_progresses (user_id, course_lesson_id, reason) select u.id, $1, $2 from app_public.users u where u.username = 'marit'`,
      [lesson['place'], reasons[at] ?? 'BY_HAND'],
    );
  await rows.run(
    `insert into app_public.lesson_activities (user_id, lesson_id, position_seconds) select u.id, $1, 7 from app_public.users u where u.username = 'marit'`,
    [lessons[4]?.['id']],
  );
  await page.goto(course);
  await expect(page.getByRole('link', { name: 'Continue at lesson 5' })).toHaveAttribute('href', String(lessons[4]?.['permalink']));
  await expect(page.getByText(/^Where you left: .*, at 0:07$/)).toBeVisible();
  await expect(outline.getByText(/3 of 9 done/).first()).toBeVisible();
  await outline.getByText('How this is counted').click();
  await expect(
    outline.getByText(
      /^In Progress: 3 of 9 lessons done, 1 by watching 90 percent of the video, 1 by reaching the end of the text, 1 because you said so\./,
    ),
  ).toBeVisible();
  await expect(outline.locator('[aria-current=step]')).toHaveCount(1);
  await expect(outline.getByRole('link', { name: /, done$/ })).toHaveCount(3);
  await expectAccessible(page);
  for (const width of [320, 768]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
  }
  // The paid rest stays locked for them, and its repository too; Pro has both.
  await expect(outline.getByText('opens with Pro').first()).toBeAttached();
  await expect(page.getByRole('link', { name: 'Get the code of this course' })).toHaveCount(0);
  await rows.run(
    `insert into app_public.entitlements (user_id, kind, source) select id, 'PRO', 'grant' from app_public.users where username = 'marit'`,
  );
  await page.goto(course);
  await expect(outline.getByText(/3 of 9 done/).first()).toBeVisible();
  await expect(outline.getByText('opens with Pro')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Get the code of this course' })).toHaveAttribute(
    'href',
    /^https:\/\/assets\.newline\.example\/courses\/rendering-without-regret\?expires=\d{10}&signature=[\w-]{43}$/,
  );
  // Nothing of this is in the kept page.
  const kept = await (await context.request.get(course, { headers: { cookie: '' } })).text();
  expect(kept).not.toContain('signature=');
  expect(kept).not.toContain('3 of 9 done');
  await context.close();
});

test('an author has a page at an address of their own @SITE-01 @HOME-06', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site.origin });
  const page = await context.newPage();
  for (const [path, name, title] of [
    ['/fullstack-d3', 'Signe Halloran', 'Fullstack D3'],
    ['/vue', 'Hassan Delacroix', 'Vue, Line by Line'],
  ] as const) {
    expect((await page.goto(path))?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${site.origin}${path}`);
    await expect(page.getByRole('region', { name: 'Writing here' }).locator('blockquote')).not.toBeEmpty();
    await expect(page.getByRole('region', { name: 'Biography' })).toContainText(name.split(' ')[0] ?? '');
    await expect(page.getByRole('region', { name: 'Courses and books' }).getByRole('link', { name: new RegExp(title) })).toBeVisible();
    const data = JSON.parse((await page.locator('script[data-head][type="application/ld+json"]').textContent()) ?? '{}') as Record<
      string,
      unknown
    >;
    expect(data).toMatchObject({ '@type': 'ProfilePage', url: `${site.origin}${path}`, mainEntity: { '@type': 'Person', name } });
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 700 });
    await expectNoSidewaysScroll(page);
  }
  await rows.run(
    `update app_public.author_pages set quote_md = 'I draw *ducks*.' where user_id = (select id from app_public.users where username = 'signe')`,
  );
  await rows.run(`update app_public.permalinks set path = '/ducks' where path = '/fullstack-d3'`);
  await expect(async () => expect((await page.goto('/fullstack-d3'))?.status()).toBe(404)).toPass();
  await expect(async () => expect((await page.goto('/ducks'))?.status()).toBe(200)).toPass();
  await expect(page.locator('blockquote em')).toHaveText('ducks');
  await context.close();
});

test('a page is a book page when its path contains /books; on a top-level permalink the resolved item decides @SITE-04', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: site.origin });
  const page = await context.newPage();
  await rows.run(`update app_public.courses set permalink = '/types-in-short' where slug = 'types-that-tell-the-truth'`);
  await expect(async () => expect((await page.goto('/types-in-short'))?.status()).toBe(200)).toPass();
  const words = { Book: 'Chapters', Course: 'Lessons' } as const;
  for (const [path, kind, other] of [
    ['/books/postgres-slowly', 'Book', 'Course'],
    ['/courses/rendering-without-regret', 'Course', 'Book'],
    ['/fullstack-graphql', 'Book', 'Course'],
    ['/types-in-short', 'Course', 'Book'],
  ] as const) {
    expect((await page.goto(path))?.status(), path).toBe(200);
    const label = page.getByRole('main').locator('p').first();
    await expect(label.getByText(kind, { exact: true }), path).toBeVisible();
    await expect(label.getByText(other, { exact: true }), path).toHaveCount(0);
    await expect(page.getByRole('main').locator('dl dt').first(), path).toHaveText(words[kind]);
  }
  // Under /books only books are asked for, under /courses only courses.
  const status = async (path: string) => (await page.request.get(path, { maxRedirects: 0 })).status();
  expect(await status('/books/rendering-without-regret')).toBe(404);
  expect(await status('/courses/postgres-slowly')).toBe(404);
  await context.close();
});

test('the picture of a link changes with the title, and goes when the page goes @SITE-09', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site.origin });
  const page = await context.newPage();
  const pictureOf = async () => {
    await page.goto(course);
    return (await page.locator('meta[property="og:image"]').getAttribute('content')) ?? '';
  };
  const get = (address: string) => page.request.get(address, { maxRedirects: 0 });
  const before = await pictureOf();
  const bytes = await (await get(before)).body();
  await rows.run(`update app_public.courses set title = 'Another title altogether' where permalink = '${course}'`);
  await expect(async () => expect(await pictureOf()).not.toBe(before)).toPass();
  const after = await pictureOf();
  expect((await (await get(after)).body()).equals(bytes)).toBe(false);
  const moved = await get(before);
  expect([moved.status(), moved.headers()['location']]).toEqual([302, new URL(after).pathname]);
  await rows.run(`update app_public.courses set is_published = false where permalink = '${course}'`);
  for (const address of [before, after, after.replace('.png', '.svg')]) expect((await get(address)).status(), address).toBe(404);
  // Not for its author either, who sees the page.
  await signIn(page, demoPerson('admin'));
  await expect(async () => {
    await page.goto(course);
    await expect(page.getByText('Draft: seen by its authors and staff')).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', 'Another title altogether');
  await expect(page.locator('meta[property="og:image"]')).toHaveCount(0);
  expect((await get(after)).status()).toBe(404);
  await context.close();
});
