import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './support/journey.ts';
import { suffix } from './support/people.ts';
import { makeCourse } from './support/things.ts';

const course = '/courses/rendering-without-regret';

test('the page of a course shows its data, and changes with it @STUDY-01 @SITE-01 @SITE-09', { tag: '@desk' }, async ({
  page,
  people,
  rows,
}) => {
  const outline = page.getByRole('region', { name: 'Line by line' });
  const item = page.getByRole('main');

  await test.step('a course shows its data', async () => {
    await page.goto(course);
    await expect(outline.getByRole('heading', { level: 3 }).first()).toBeVisible();
    // The change log is in the outline and doesn't count.
    await expect(outline.locator('.line__head')).toContainText(/^Line by line9 lessons/);
    await expect(outline.getByRole('listitem').locator('.ln')).toHaveText([...'123456789', '']);
    for (const [name, value] of [
      ['Lessons', '9'],
      ['Language', 'English'],
    ] as const)
      await expect(item.locator('dl div').filter({ hasText: name }).locator('dd')).toHaveText(value);
    await expect(outline.getByText('requires Pro').first()).toBeAttached();
    await expect(page.getByRole('link', { name: 'Get full access with newline Pro' })).toHaveAttribute('href', '/pricing');
    // It is in the cached page already: nothing moves once the user is known.
    expect(await (await page.request.get(course)).text()).toContain('Get full access with ');
    await expect(page.getByRole('link', { name: 'Start at lesson 1' })).toHaveAttribute('href', /^\/courses\/rendering-without-regret\//);
    await expect(page.getByRole('button', { name: 'Enroll' })).toHaveCount(0);
  });

  const author = await people.make('author');
  const editor = await people.make('learner', 'Noor');
  const made = await makeCourse(await people.at(author), {
    title: 'A course that changes',
    lessons: ['One', 'Two', 'Three', 'Four', 'Five'].map((title) => ({ title })),
  });
  const change = (assignments: string) => rows.run(`update app_public.courses set ${assignments} where id = $1`, [made.id]);
  const html = async () => (await (await page.request.get(made.path)).text()).replaceAll('<!-- -->', '');
  /** The image that the cached page names. */
  const image = async () => /property="og:image" content="([^"]*)"/.exec(await html())?.[1] ?? '';
  const get = (address: string) => page.request.get(address, { maxRedirects: 0 });
  await test.step('every change is on the page', async () => {
    expect(await html()).not.toContain('A part of its own');
    const lesson = made.lessons[3]?.id;
    await change(`primary_description_markdown = 'About ducks.', num_exercises = 1234, lesson_language = 'pt', pricing_features = array['A rubber duck'],
      syllabus = '- How to *duck*', faq = '[{"question": "Is it wet?", "answer": "Only \`twice\`."}]',
      resources = '[{"title": "Ducks, a history", "url": "https://ducks.example/"}, {"title": "Not a link", "url": "javascript:alert(1)"}]'`);
    await rows.run(`update app_public.lessons set title = 'A line of its own', video_duration = 725, is_free = true where id = $1`, [
      lesson,
    ]);
    await rows.run(`insert into app_public.contributions (title, user_id, course_id, position) values ('EDITOR', $1, $2, 9)`, [
      editor.id,
      made.id,
    ]);
    await rows.run(
      `with part as (insert into app_public.course_sections (title, course_id, position) values ('A part of its own', $1, 99) returning id)
       update app_public.course_lessons set course_section_id = part.id from part where lesson_id = $2`,
      [made.id, lesson],
    );
    await expect.poll(html).toContain('A part of its own');
    await page.goto(made.path);
    await expect(page.getByRole('heading', { level: 3, name: 'A part of its own' })).toBeVisible();
    const line = outline.getByRole('listitem').filter({ hasText: 'A line of its own' });
    await expect(line).toContainText('Free');
    await expect(line).toContainText('12:05');
    await expect(line.getByText('requires Pro')).toHaveCount(0);
    await expect(item.locator('dl')).toContainText('1,234');
    await expect(item.locator('dl')).toContainText('Portuguese');
    await expect(outline.getByText('A rubber duck')).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'What you’ll learn' }).locator('em')).toHaveText('duck');
    await expect(outline.getByRole('link', { name: 'Ducks, a history' })).toHaveAttribute('rel', 'noopener noreferrer nofollow');
    await expect(page.getByText('Not a link')).toHaveCount(0);
    await expect(outline.getByRole('heading', { name: 'Edited by' })).toBeVisible();
    await expect(outline.getByRole('link', { name: editor.name })).toHaveAttribute('href', `/@${editor.username}`);
    await page.getByText('Is it wet?').click();
    await expect(page.getByText('Only twice.')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('a single purchase says so', async () => {
    await rows.run(`insert into app_public.item_prices (course_id, amount_cents, currency) values ($1, 3900, 'USD')`, [made.id]);
    await change('is_masterclass = true');
    await expect.poll(html).toContain('Buy for $39');
    await page.goto(made.path);
    await expect(page.getByRole('link', { name: 'Buy for $39' })).toHaveAttribute(
      'href',
      `/checkout?course=${made.slug}&returnTo=${encodeURIComponent(made.path)}`,
    );
    await expect(outline.getByText('requires a purchase').first()).toBeAttached();
  });

  await test.step('its price and the link to the checkout follow the currency that was selected @PAY-01', async () => {
    await rows.run(`insert into app_public.item_prices (course_id, amount_cents, currency, is_default) values ($1, 3550, 'EUR', false)`, [
      made.id,
    ]);
    await expect.poll(html).toContain('€35.50');
    // The pricing page and the checkout store the selected currency here.
    await page.evaluate(() => localStorage.setItem('newline.currency', 'EUR'));
    await page.goto(made.path);
    const buy = page.getByRole('link', { name: 'Buy for €35.50' });
    await expect(buy).toHaveAttribute('href', `/checkout?course=${made.slug}&currency=EUR&returnTo=${encodeURIComponent(made.path)}`);
    await expectAccessible(page);
  });

  await test.step('a free course offers nothing to buy, except for the advanced package', async () => {
    await rows.run('update app_public.lessons set is_advanced_package_lesson = true where id = $1', [made.lessons[4]?.id]);
    await change('is_masterclass = false, is_free = true');
    await expect.poll(html).not.toContain('Buy for');
    await page.goto(made.path);
    await expect(page.getByRole('link', { name: 'Start at lesson 1' })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Buy for|^Open it all/ })).toHaveCount(0);
    await expect(outline.getByText(/requires/)).toHaveCount(1);
  });

  await test.step('the link preview image changes with the title, and disappears with the page', async () => {
    const before = await image();
    const bytes = await (await get(before)).body();
    await change(`title = 'Another title altogether'`);
    await expect.poll(html).toContain('Another title altogether');
    const after = await image();
    expect(after).not.toBe(before);
    expect((await (await get(after)).body()).equals(bytes)).toBe(false);
    const moved = await get(before);
    expect([moved.status(), moved.headers()['location']]).toEqual([302, new URL(after).pathname]);
    await change('is_published = false');
    for (const address of [before, after, after.replace('.png', '.svg')])
      await expect.poll(async () => (await get(address)).status(), address).toBe(404);
    // Not for its author either, who sees the page.
    await signIn(page, author);
    await expect.poll(html).toContain('Draft: hidden from');
    await page.goto(made.path);
    await expect(page.getByText('Draft: hidden from readers')).toBeVisible();
    // What isn't published isn't new, and has no date.
    await expect(page.getByText('New Release')).toHaveCount(0);
    await expect(page.getByText('Published', { exact: true })).toHaveCount(0);
    await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', 'Another title altogether');
    await expect(page.locator('meta[property="og:image"]')).toHaveCount(0);
    expect((await get(after)).status()).toBe(404);
  });
});

test('a learner enrolls, resumes, and sees a reason for each suggestion @STUDY-01 @LIB-03', { tag: '@desk' }, async ({
  page,
  people,
  rows,
  request,
}) => {
  const { id: learner } = await people.enter('learner');
  const outline = page.getByRole('region', { name: 'Line by line' });
  await page.goto(course);

  await test.step('they enroll', async () => {
    await outline.getByText('How progress is counted').click();
    await expect(outline.getByText(/^Not Started: 0 of 9 lessons done\. A lesson is done when/)).toBeVisible();
    await expect(outline.getByText('Changelogs don’t count.')).toBeVisible();
    await page.getByRole('button', { name: 'Enroll' }).click();
    await expect(page.getByRole('link', { name: 'Start at lesson 1' })).toBeVisible();
    const enrolled = () =>
      rows.run(
        `select true from app_public.enrollments e join app_public.courses c on c.id = e.course_id where e.user_id = $1 and c.permalink = $2`,
        [learner, course],
      );
    await expect.poll(enrolled).toHaveLength(1);
  });

  // One lesson by watching, one by reading, one manually, and the change log, which doesn't count; then half of the fifth is watched.
  const lessons = await rows.run(
    `select p.id as place, l.id, l.role, l.permalink from (select *, app_public.lessons_permalink(l) as permalink from app_public.lessons l) l
    join app_public.course_lessons p on p.lesson_id = l.id join app_public.courses c on c.id = p.course_id where c.permalink = $1 order by p.position`,
    [course],
  );
  const reasons = ['WATCHED', 'READ', 'BY_HAND'];
  for (const [at, lesson] of [...lessons.slice(0, 3), ...lessons.filter(({ role }) => role === 'CHANGELOG')].entries())
    await rows.run('insert into app_public.user_progresses (user_id, course_lesson_id, reason) values ($1, $2, $3)', [
      learner,
      lesson['place'],
      reasons[at] ?? 'BY_HAND',
    ]);
  await rows.run('insert into app_public.lesson_activities (user_id, lesson_id, position_seconds) values ($1, $2, 7)', [
    learner,
    lessons[4]?.['id'],
  ]);

  await test.step('they resume, and see the reason', async () => {
    await page.goto(course);
    await expect(page.getByRole('link', { name: 'Continue at lesson 5' })).toHaveAttribute('href', String(lessons[4]?.['permalink']));
    await expect(page.getByText(/^You left off at: .*, at 0:07$/)).toBeVisible();
    await expect(outline.getByText(/3 of 9 done/).first()).toBeVisible();
    await outline.getByText('How progress is counted').click();
    await expect(
      outline.getByText(
        /^In Progress: 3 of 9 lessons done, 1 by watching 90 percent of the video, 1 by reading the text to the end, 1 by pressing Done\./,
      ),
    ).toBeVisible();
    await expect(outline.locator('[aria-current=step]')).toHaveCount(1);
    await expect(outline.getByRole('link', { name: /, done$/ })).toHaveCount(3);
    await expectAccessible(page);
    for (const width of [320, 768]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
    }
  });

  await test.step('the paid rest stays locked until they have Pro', async () => {
    await expect(outline.getByText('requires Pro').first()).toBeAttached();
    await rows.run(`insert into app_public.entitlements (user_id, kind, source) values ($1, 'PRO', 'grant')`, [learner]);
    await page.goto(course);
    await expect(outline.getByText(/3 of 9 done/).first()).toBeVisible();
    await expect(outline.getByText('requires Pro')).toHaveCount(0);
    // None of this is in the cached page.
    expect(await (await request.get(course)).text()).not.toContain('3 of 9 done');
  });
});

test('books and authors have pages of their own; the item decides what a page is called @STUDY-01 @SITE-01 @SITE-04 @HOME-06', {
  tag: '@desk',
}, async ({ page, people, rows, baseURL }) => {
  await test.step('the page of a book offers its preview, and its chapters', async () => {
    const path = '/books/postgres-slowly';
    const [book] = await rows.run('select preview_pdf_url from app_public.books where permalink = $1', [path]);
    const address = String(book?.['preview_pdf_url']);
    await page.goto(path);
    await expect(page.getByRole('link', { name: 'Read a preview (PDF)' })).toHaveAttribute('href', address);
    const pdf = await page.request.get(address);
    expect(pdf.headers()['content-type']).toBe('application/pdf');
    expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');
    await expect(page.getByRole('heading', { name: 'Chapter by chapter' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Start at chapter 1' })).toBeVisible();
    // A book without a preview offers none.
    const slug = `without-a-preview-${suffix()}`;
    await rows.run(
      `insert into app_public.books (title, slug, permalink, is_published, published_at, is_shown_publicly)
       values ('Without a preview', $1::text, '/books/' || $1::text, true, now() - interval '1 day', false)`,
      [slug],
    );
    const html = await (await page.request.get(`/books/${slug}`)).text();
    expect(html).toContain('Without a preview');
    expect(html).not.toContain('Read a preview');
  });

  await test.step('an author has a page at a URL of their own', async () => {
    for (const [path, name, title] of [
      ['/fullstack-d3', 'Signe Halloran', 'Fullstack D3'],
      ['/vue', 'Hassan Delacroix', 'Vue, Line by Line'],
    ] as const) {
      expect((await page.goto(path))?.status()).toBe(200);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}${path}`);
      await expect(page.getByRole('region', { name: 'Writing here' }).locator('blockquote')).not.toBeEmpty();
      await expect(page.getByRole('region', { name: 'Biography' })).toContainText(name.split(' ')[0] ?? '');
      await expect(page.getByRole('region', { name: 'Courses and books' }).getByRole('link', { name: new RegExp(title) })).toBeVisible();
      const data = await page.locator('script[data-head][type="application/ld+json"]').textContent();
      expect(JSON.parse(data ?? '{}')).toMatchObject({
        '@type': 'ProfilePage',
        url: `${baseURL}${path}`,
        mainEntity: { '@type': 'Person', name },
      });
    }
  });

  await test.step('a page is a book page when its path contains /books; on a top-level permalink the item decides', async () => {
    const made = await makeCourse(await people.at(await people.make('author')), { title: 'Types in short', lessons: [{ title: 'One' }] });
    const short = `/types-in-short-${suffix()}`;
    await rows.run('update app_public.courses set permalink = $2 where id = $1', [made.id, short]);
    await expect.poll(async () => (await page.request.get(short)).status()).toBe(200);
    const words = { Book: 'Chapters', Course: 'Lessons' } as const;
    for (const [path, kind, other] of [
      ['/books/postgres-slowly', 'Book', 'Course'],
      [course, 'Course', 'Book'],
      ['/fullstack-graphql', 'Book', 'Course'],
      [short, 'Course', 'Book'],
    ] as const) {
      expect((await page.goto(path))?.status(), path).toBe(200);
      const label = page.getByRole('main').locator('p').first();
      await expect(label.getByText(kind, { exact: true }), path).toBeVisible();
      await expect(label.getByText(other, { exact: true }), path).toHaveCount(0);
      await expect(page.getByRole('main').locator('dl dt').first(), path).toHaveText(words[kind]);
    }
    // Under /books only books are queried, under /courses only courses.
    const status = async (path: string) => (await page.request.get(path, { maxRedirects: 0 })).status();
    expect(await status('/books/rendering-without-regret')).toBe(404);
    expect(await status('/courses/postgres-slowly')).toBe(404);
  });
});

test('in early access, a lesson that will be free says what it requires, and not that it’s free @STUDY-01', { tag: '@desk' }, async ({
  page,
  people,
  rows,
}) => {
  const course = await makeCourse(await people.at(await people.make('author')), {
    lessons: [{ title: 'Free once it’s published', markdown: 'Text.', isFree: true }],
  });
  await rows.run('update app_public.courses set is_early_access = true where id = $1', [course.id]);
  await page.goto(course.path);
  const lesson = page.getByRole('region', { name: 'Line by line' }).getByRole('listitem');
  await expect(lesson).toContainText('requires Pro');
  await expect(lesson.getByText('Free', { exact: true })).toHaveCount(0);
});
