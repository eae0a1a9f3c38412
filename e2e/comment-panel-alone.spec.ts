import type { DemoRole } from '@newline/db/demo/people';
import { begin, clipByTitle, commentWith, openPanel, panelOf, write } from './support/comment-journey.ts';
import { expect, expectAccessible, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/journey.ts';
import { isOperation, openTalkSite, type TalkSite, watchOperations } from './support/talk-site.ts';

// One site for the file: what is written in one test is read by nobody else.
test.describe.configure({ mode: 'default' });

let talk: TalkSite;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  talk = await openTalkSite();
});
test.afterAll(() => talk.close());

test('the panel slides in from the right over a veil, holds the focus and gives it back @DISC-01', async ({ browser }) => {
  const { context, page, said } = await talk.enter(browser, null);
  const clip = await clipByTitle(talk.asker, 'Composables, live');
  const panel = await openPanel(page, clip.id);
  const holdsFocus = () => panel.evaluate((element) => element.contains(document.activeElement));
  await expect.poll(holdsFocus).toBe(true);
  const box = await panel.boundingBox();
  expect(box).toMatchObject({ y: 0, height: 860 });
  await expect.poll(async () => Math.round(((await panel.boundingBox())?.x ?? 0) + ((await panel.boundingBox())?.width ?? 0))).toBe(1280);
  // The veil lies over the page, and behind the panel nothing can be reached.
  await expect.poll(() => page.evaluate(() => document.elementFromPoint(200, 400)?.closest('main, header') === null)).toBe(true);
  for (let press = 0; press < 12; press++) {
    await page.keyboard.press('Tab');
    // What stands at its ends hands the focus on.
    await expect.poll(holdsFocus).toBe(true);
  }
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page.getByRole('group', { name: 'What to do with this clip' }).getByRole('link', { name: 'Comments' })).toBeFocused();

  const moves = () => panelOf(page).evaluate((element) => getComputedStyle(element).transitionDuration);
  await page.evaluate(() => {
    const slid: string[] = [];
    document.addEventListener(
      'transitionrun',
      ({ target, propertyName }) =>
        target instanceof Element && target.role === 'dialog' && slid.push(`${propertyName} ${getComputedStyle(target).transform}`),
      true,
    );
    Object.assign(window, { slid });
  });
  await page.keyboard.press('Enter');
  await expect(panelOf(page)).toBeVisible();
  expect(await moves()).toBe('0.26s');
  // It comes from the right: it begins a panel's width away.
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { slid: string[] }).slid.join()))
    .toMatch(/^transform matrix\(1, 0, 0, 1, [1-9][\d.]*, 0\)/);
  await expect.poll(() => panelOf(page).evaluate((element) => getComputedStyle(element).transform)).toBe('none');
  await page.mouse.click(200, 400);
  await expect(panelOf(page)).toBeHidden();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('group', { name: 'What to do with this clip' }).getByRole('link', { name: 'Comments' }).click();
  expect(await moves()).toBe('0.001s');
  expect((await panelOf(page).boundingBox())?.width).toBe(360);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  expect(said).toEqual([]);
  await context.close();
});

test('the panel opens on load with parentId, or with commentText without from; what is no document is dropped @DISC-01', async ({
  browser,
}) => {
  const clip = await clipByTitle(talk.asker, 'The lexer, live');
  const { commentId } = await begin(talk.asker, clip.id, 'Where does the lexer keep its place?');
  const { context, page } = await talk.enter(browser, 'anotherLearner');
  const text = JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'carried here' }] }] });
  const carried = (more: Record<string, string>) => `/clips/${clip.id}?${new URLSearchParams(more)}`;

  await page.goto(carried({ parentId: commentId }));
  await expect(panelOf(page).getByRole('textbox', { name: 'Add your reply' })).toBeFocused();
  await expect(commentWith(panelOf(page), 'Where does the lexer keep its place?')).toBeVisible();

  await page.goto(carried({ commentText: text }));
  await expect(panelOf(page).getByRole('textbox', { name: 'Add your comment' })).toHaveText('carried here');

  await page.goto(carried({ parentId: commentId, commentText: text }));
  await expect(panelOf(page).getByRole('textbox', { name: 'Add your reply' })).toHaveText('carried here');

  // A text with a place in another text is not the panel's, and nothing at all opens nothing.
  for (const query of [{ commentText: text, from: '3', to: '9' }, { from: '3', to: '9' }, { parentId: 'no-id' }] as Record<
    string,
    string
  >[]) {
    await page.goto(carried(query));
    await expect(page.getByRole('button', { name: /^Play / })).toBeEnabled();
    await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
    await expect(panelOf(page)).toBeHidden();
  }

  const hostile = { type: 'doc', content: [{ type: 'script', text: 'top.hit = 1' }] };
  for (const dropped of ['{', JSON.stringify(hostile), '<img src=x onerror=alert(1)>']) {
    await page.goto(carried({ commentText: dropped }));
    await expect(panelOf(page)).toBeVisible();
    await expect(panelOf(page).getByRole('textbox', { name: 'Add your comment' })).toHaveText('');
  }
  await context.close();
});

test('a visitor is asked to log in, nothing is sent, and the form comes back as it was @DISC-02', async ({ browser }) => {
  const clip = await clipByTitle(talk.asker, 'Ten thousand rows');
  const { commentId } = await begin(talk.author, clip.id, 'Ask me about windows.');
  const { context, page, said } = await talk.enter(browser, null);
  const sent = watchOperations(page, 'writing');
  const logIn = async (role: DemoRole) => {
    const prompt = page.getByRole('dialog', { name: 'Please login to comment' });
    await expect(prompt).toBeVisible();
    await expect(prompt).toContainText('Ten thousand rows');
    expect(sent).toEqual([]);
    const { email, password } = talk.site.person(role);
    await prompt.getByLabel('Email').fill(email);
    await prompt.getByLabel('Password').fill(password);
    await prompt.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('button', { name: /^Account of/, includeHidden: true })).toBeVisible();
  };

  // An answer, short: all of it stands in the address.
  let panel = await openPanel(page, clip.id);
  await commentWith(panel, 'Ask me about windows.').getByRole('button', { name: 'Reply' }).click();
  await write(panel, 'Add your reply', 'How **high** is a row?');
  await page.keyboard.press('Control+Enter');
  await logIn('learner');
  await expect(page).toHaveURL((url) => {
    const carried = JSON.parse(url.searchParams.get('commentText') ?? 'null') as { type: string } | null;
    return url.pathname === `/clips/${clip.id}` && url.searchParams.get('parentId') === commentId && carried?.type === 'doc';
  });
  const reply = panelOf(page).getByRole('textbox', { name: 'Add your reply' });
  await expect(reply).toHaveText('How high is a row?');
  await expect(reply.locator('strong')).toHaveText('high');
  expect(sent).toEqual([]);
  await panelOf(page).getByRole('form', { name: 'Add your reply' }).getByRole('button', { name: 'Send' }).click();
  await expect(commentWith(panelOf(page), 'How high is a row?')).toBeVisible();
  expect(sent).toHaveLength(1);

  // A new one, far too long for an address.
  await context.clearCookies();
  sent.length = 0;
  panel = await openPanel(page, clip.id);
  const words = 'A row is as high as its longest line. '.repeat(600).trim();
  await panel.getByRole('button', { name: 'Add your comment' }).click();
  await expect(panel.getByRole('textbox', { name: 'Add your comment' })).toBeFocused();
  await page.keyboard.insertText(words);
  await panel.getByRole('button', { name: 'Send' }).click();
  await logIn('learner');
  await expect(page).toHaveURL(/[?&]commentText=local/);
  expect(page.url().length).toBeLessThan(8192);
  await expect(panelOf(page).getByRole('textbox', { name: 'Add your comment' })).toHaveText(words);
  expect(sent).toEqual([]);
  expect(said).toEqual([]);
  await context.close();
});

test('the form checks on every change, says what it does, and the address is clean afterwards @DISC-03 @DISC-04', async ({ browser }) => {
  const clip = await clipByTitle(talk.asker, 'Transitions in practice');
  const { discussionId, commentId } = await begin(talk.author, clip.id, 'What is urgent?');
  const { context, page } = await talk.enter(browser, 'learner');
  const sent = watchOperations(page, 'writing');
  const address = `/clips/${clip.id}?t=3&${new URLSearchParams({ commentText: JSON.stringify({ type: 'doc', content: [{ type: 'paragraph' }] }), to: '4' })}`;
  await page.goto(address);
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  const form = panelOf(page).getByRole('form', { name: 'Add your comment' });
  const field = form.getByRole('textbox', { name: 'Add your comment' });
  const required = form.getByText('Comment required', { exact: true });
  await expect(field).toHaveAttribute('aria-placeholder', 'Add your comment');
  await expect(field).toBeFocused();
  await expect(required).toBeHidden();
  await page.keyboard.press('x');
  await expect(required).toBeHidden();
  await page.keyboard.press('Backspace');
  await expect(required).toBeVisible();
  for (const nothing of ['   ', '\u00a0\u200b']) {
    await page.keyboard.insertText(nothing);
    await expect(required).toBeVisible();
  }
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Enter');
  await form.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(required).toBeVisible();
  expect(sent).toEqual([]);

  await field.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Typing is.');
  await expect(required).toBeHidden();
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/graphql', async (route) => {
    if (isOperation(route.request().postData() ?? '', 'writing')) await held;
    await route.fallback();
  });
  await page.keyboard.press('Meta+Enter');
  const busy = form.getByRole('button', { name: 'Sending...' });
  await expect(busy).toHaveAttribute('aria-busy', 'true');
  await busy.click({ force: true });
  release();
  await expect(commentWith(panelOf(page), 'Typing is.')).toBeVisible();
  await expect(panelOf(page).getByRole('button', { name: 'Add your comment' })).toBeVisible();
  expect(sent).toHaveLength(1);
  // The four are gone, the rest stays, and it is the same page.
  await expect(page).toHaveURL(`/clips/${clip.id}?t=3`);
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true);

  // A discussion that has comments is answered, with both keys.
  const first = commentWith(panelOf(page), 'What is urgent?');
  await first.getByRole('button', { name: 'Reply' }).click();
  const reply = panelOf(page).getByRole('textbox', { name: 'Add your reply' });
  await expect(reply).toHaveAttribute('aria-placeholder', 'Add your reply');
  await expect(reply).toBeFocused();
  await page.keyboard.type('Whatever I look at.');
  await page.keyboard.press('Control+Enter');
  await expect(commentWith(panelOf(page), 'Whatever I look at.')).toBeVisible();
  expect(sent).toHaveLength(2);
  expect(JSON.parse(sent[1] ?? '{}')).toMatchObject({
    variables: { comment: { discussionId, parentId: commentId, bodyMarkdown: 'Whatever I look at.' } },
  });
  const refused = await talk.asker.run('mutation a($c: NewReplyInput!) { replyToComment(input: { comment: $c }) { comment { id } } }', {
    c: {
      discussionId,
      parentId: commentId,
      bodyDelta: JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x' }] }] }),
    },
  });
  expect(refused.errors?.[0]).toMatchObject({ message: expect.stringContaining('Comment required') });
  await context.close();
});

test('what was sent is not offered again, though its form was left before the answer came; what was not sent is @DISC-04 @DISC-11', async ({
  browser,
}) => {
  const clip = await clipByTitle(talk.asker, 'Transitions in practice');
  await begin(talk.author, clip.id, 'Who was first?');
  const { context, page, said } = await talk.enter(browser, 'learner');
  // The server hears of it and tells everybody, and the answer is long on its way.
  let answer: (isGiven: boolean) => void = () => undefined;
  const answers: Promise<void>[] = [];
  await page.route('**/graphql', async (route) => {
    if (!isOperation(route.request().postData() ?? '', 'writing')) return route.fallback();
    const given = new Promise<boolean>((resolve) => (answer = resolve));
    const response = route.fetch();
    answers.push(
      Promise.all([response, given]).then(([fetched, isGiven]) => (isGiven ? route.fulfill({ response: fetched }) : route.abort())),
    );
  });
  const panel = panelOf(page);
  const isListening = () => page.waitForResponse((response) => response.url().includes('/events?clip='));
  const open = async () => {
    await expect(page.getByRole('button', { name: /^Play / })).toBeEnabled();
    await page.getByRole('group', { name: 'What to do with this clip' }).getByRole('link', { name: 'Comments' }).click();
    await expect(commentWith(panel, 'Who was first?')).toBeVisible();
  };
  const leave = async () => {
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  };
  const settle = async (isGiven: boolean) => {
    answer(isGiven);
    await Promise.all(answers.splice(0));
  };

  await Promise.all([isListening(), openPanel(page, clip.id)]);
  await write(panel, 'Add your comment', 'It was me.');
  await page.keyboard.press('Control+Enter');
  await expect(commentWith(panel, 'It was me.')).toBeVisible();
  await leave();
  await open();
  await expect(panel.getByRole('button', { name: 'Add your comment' })).toBeVisible();
  await settle(true);
  // A page that goes away in the moment of the answer has not heard it.
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('comment:')));
  await expect.poll(kept).toEqual([]);
  await Promise.all([isListening(), page.reload()]);
  await open();
  await expect(panel.getByRole('button', { name: 'Add your comment' })).toBeVisible();

  const first = commentWith(panel, 'Who was first?');
  await first.getByRole('button', { name: 'Reply' }).click();
  await write(panel, 'Add your reply', 'You were.');
  await page.keyboard.press('Control+Enter');
  await expect(panel.getByRole('button', { name: '1 reply', exact: true })).toBeVisible();
  await leave();
  await settle(true);
  await open();
  await first.getByRole('button', { name: 'Reply' }).click();
  await expect(panel.getByRole('textbox', { name: 'Add your reply' })).toHaveText('');

  await write(panel, 'Add your comment', 'Was it she?');
  await page.keyboard.press('Control+Enter');
  await expect(commentWith(panel, 'Was it she?')).toBeVisible();
  await leave();
  await settle(false);
  await expect.poll(() => said.join('\n')).toContain('The comment could not be sent.');
  await open();
  await expect(panel.getByRole('textbox', { name: 'Add your comment' })).toHaveText('Was it she?');
  await context.close();
});

test('older discussions load as their place comes near, also where it was away and near before anybody looked @DISC-05', async ({
  browser,
}) => {
  const clip = await clipByTitle(talk.asker, 'Errors you can carry');
  await talk.rows.run(
    `insert into app_public.discussions (clip_id, created_at) select $1, now() - interval '1 day' + n * interval '1 minute' from generate_series(1, 45) n`,
    [clip.id],
  );
  await talk.rows.run(
    `with d as (select id, created_at, row_number() over (order by created_at) as n from app_public.discussions where clip_id = $1 and comments_count = 0)
      insert into app_public.comments (discussion_id, user_id, body_delta, body_markdown, body_html, created_at)
      select id, $2, jsonb_build_object('type', 'doc', 'content', jsonb_build_array(jsonb_build_object('type', 'paragraph',
        'content', jsonb_build_array(jsonb_build_object('type', 'text', 'text', 'Question ' || n || '.'))))), 'Question ' || n || '.', '<p>x</p>', created_at from d`,
    [clip.id, talk.site.person('author').id],
  );
  const { context, page, said } = await talk.enter(browser, null);
  // As on a busy machine: what was seen of a place comes all at once, that it is away before that it is near.
  await page.addInitScript(() => {
    window.IntersectionObserver = class extends IntersectionObserver {
      constructor(told: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        let held: IntersectionObserverEntry[] = [];
        super((entries, observer) => {
          held.push(...entries);
          if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
          told(held, observer);
          held = [];
        }, options);
      }
    };
  });
  const panel = await openPanel(page, clip.id);
  // Newest first, twenty of them, and twenty more whenever the last of them is looked at.
  await expect(commentWith(panel, 'Question 45.')).toBeVisible();
  for (const [last, next] of [
    [26, 6],
    [6, 1],
  ] as const) {
    await expect(commentWith(panel, `Question ${next}.`)).toHaveCount(0);
    await expect(async () => {
      await commentWith(panel, `Question ${last}.`).scrollIntoViewIfNeeded();
      await expect(commentWith(panel, `Question ${next}.`)).toHaveCount(1, { timeout: 1000 });
    }).toPass();
  }
  await expect(panel.getByRole('article').getByText(/^Question \d+\.$/)).toHaveText(
    Array.from({ length: 45 }, (_, index) => `Question ${45 - index}.`),
  );
  expect(said).toEqual([]);
  await context.close();
});

for (const [kind, path] of [
  ['lesson', '/courses/types-that-tell-the-truth/state-you-cannot-reach'],
  ['chapter', '/books/postgres-slowly/reading-the-plan'],
  ['article', '/articles/the-retry-budget'],
] as const)
  test(`beside a ${kind} one asks as beside a clip @DISC-01 @DISC-09`, async ({ browser }) => {
    const { context, page, said } = await talk.enter(browser, 'proLearner');
    const listening = page.waitForRequest((request) => request.url().includes('/events?'));
    await page.goto(path);
    // The link opens the panel once the page has taken over.
    await listening;
    await page.getByRole('link', { name: 'Comments', exact: true }).click();
    const panel = panelOf(page);
    await write(panel, 'Add your comment', `Asked beside a ${kind}.`);
    await page.keyboard.press('Control+Enter');
    await expect(commentWith(panel, `Asked beside a ${kind}.`)).toBeVisible();
    const [stored] = await talk.rows.run(
      `select d.lesson_id is not null as lesson, d.article_id is not null as article from app_public.discussions d
        join app_public.comments c on c.discussion_id = d.id where c.body_markdown = $1`,
      [`Asked beside a ${kind}.`],
    );
    expect(stored).toEqual({ lesson: kind !== 'article', article: kind === 'article' });
    expect(said).toEqual([]);
    await context.close();
  });
