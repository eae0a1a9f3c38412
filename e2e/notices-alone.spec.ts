import { signInAt } from './support/api-client.ts';
import { answer, begin, clipByTitle, commentWith, panelOf, write } from './support/comment-journey.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/journey.ts';
import { selectWords } from './support/select-words.ts';
import { openTalkSite, type TalkSite } from './support/talk-site.ts';

// One site for the file: its author answers nobody else.
test.describe.configure({ mode: 'default' });

let talk: TalkSite;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  talk = await openTalkSite();
});
test.afterAll(() => talk.close());

const lesson = { path: '/courses/types-that-tell-the-truth/why-types-lie', title: 'Why types lie' };
const sentence = 'The distance is what makes it expensive.';

type Mail = { to: string; subject: string; text: string };
const mailsTo = async (address: string): Promise<Mail[]> => {
  const { messages } = (await (await fetch(`${talk.site.origin}/dev/mailbox.json`)).json()) as { messages: Mail[] };
  return messages.filter(({ to }) => to === address);
};

test('deleted words are in no page, nor in the data behind one, in the search, a feed or a notice, for anybody but staff @DISC-07', async () => {
  const clip = await clipByTitle(talk.asker, 'Composables, live');
  await talk.rows.run(
    `insert into app_public.contributions (course_id, book_id, user_id, title) select course_id, book_id, $2, 'AUTHOR' from app_public.clips where id = $1
     on conflict do nothing`,
    [clip.id, talk.site.person('author').id],
  );
  const { discussionId, commentId } = await begin(
    talk.asker,
    clip.id,
    `Zanzibarquux and a quillfeather, @${talk.site.person('anotherLearner').username}`,
  );
  await answer(talk.author, discussionId, commentId, 'A reply that stays.');
  const paths = [
    `/discussions/${discussionId}`,
    `/discussions/${discussionId}.data`,
    `/discussions?clip=${clip.id}`,
    `/discussions.data?clip=${clip.id}`,
    `/@${talk.site.person('learner').username}`,
    `/@${talk.site.person('learner').username}.data`,
    '/search?q=quillfeather',
    '/notices',
    '/notices.data',
    '/studio/inbox',
    '/studio/inbox.data',
    '/admin/comments',
    `/clips/${clip.id}`,
    `/clips/${clip.id}.data`,
    '/feeds/clips.atom',
    '/llms.txt',
    '/sitemap.xml',
    '/api/own-data',
  ];
  const cookies: Record<string, string> = { visitor: '', author: talk.author.cookie };
  for (const role of ['anotherLearner', 'proLearner'] as const)
    cookies[role] = (await signInAt(talk.site.origin, talk.site.person(role))).cookie;
  const told = async (): Promise<string[]> => {
    const open: string[] = [];
    for (const [who, cookie] of Object.entries(cookies))
      for (const path of paths) {
        const page = await fetch(`${talk.site.origin}${path}`, { redirect: 'manual', headers: { cookie } });
        if (/zanzibarquux/i.test(await page.text())) open.push(`${who} ${path}`);
      }
    return open;
  };
  // The control: while it is there, it is read at every door that is anybody's of these.
  const before = await told();
  for (const door of [
    `visitor ${paths[0]}`,
    `visitor ${paths[1]}`,
    `visitor ${paths[2]}`,
    `visitor ${paths[4]}`,
    'visitor /search?q=quillfeather',
    'anotherLearner /notices',
    'author /studio/inbox',
  ])
    expect(before).toContain(door);
  const { errors } = await talk.asker.run(
    'mutation a($id: UUID!, $patch: CommentPatch!) { updateCommentById(input: { id: $id, patch: $patch }) { comment { id } } }',
    { id: commentId, patch: { deleted: true } },
  );
  expect(errors).toBeUndefined();
  expect(await told()).toEqual([]);
  const still = await (await fetch(`${talk.site.origin}/discussions/${discussionId}`)).text();
  expect(still).toContain('A reply that stays.');
});

test('a question on a sentence is found in the inbox, answered and kept as a note; its asker hears of it, or of nothing more @DISC-12 @DISC-10', async ({
  browser,
}) => {
  // The author writes that course and another, in which a question was answered already, just now.
  const learner = talk.site.person('learner');
  const address = learner.email;
  const clip = await clipByTitle(talk.asker, 'The night train');
  await talk.rows.run(`delete from app_public.contributions where user_id = $1`, [talk.site.person('author').id]);
  await talk.rows.run(
    `insert into app_public.contributions (course_id, book_id, user_id, title) select course_id, book_id, $2::uuid, 'AUTHOR'::app_public.contribution_title from app_public.clips where id = $1
     union all select id, null, $2::uuid, 'AUTHOR'::app_public.contribution_title from app_public.courses where permalink = '/courses/types-that-tell-the-truth'`,
    [clip.id, talk.site.person('author').id],
  );
  const asker = await talk.enter(browser, 'learner');
  const listening = asker.page.waitForRequest((request) => request.url().includes('/events?'));
  await asker.page.goto(lesson.path);
  await listening;
  await selectWords(asker.page, sentence);
  await asker.page.getByRole('button', { name: 'Comment', exact: true }).click();
  const panel = panelOf(asker.page);
  await expect(panel.getByText(sentence)).toBeVisible();
  await write(panel, 'Add your comment', 'Who says that?');
  await asker.page.keyboard.press('Control+Enter');
  await expect(commentWith(panel, 'Who says that?')).toBeVisible();
  const { discussionId, commentId } = await begin(talk.asker, clip.id, 'Answered already?');
  await answer(talk.author, discussionId, commentId, 'It is.');

  // What waits comes first, whatever is newer; it can be narrowed to an item and to what waits.
  const author = await talk.enter(browser, 'author');
  await author.page.goto('/studio/inbox');
  const questions = author.page.getByRole('article', { name: /^Discussion in / });
  const question = questions.filter({ hasText: 'Who says that?' });
  const other = questions.filter({ hasText: 'Answered already?' });
  await expect(question).toBeVisible();
  await expect(question.getByText(sentence)).toBeVisible();
  await expect(question.getByText('Unanswered', { exact: true })).toBeVisible();
  await expect(other.getByText('Answered', { exact: true })).toBeVisible();
  const states = (await questions.locator('header').allInnerTexts()).map((words) => words.trim().endsWith('Unanswered'));
  expect(states).toEqual(states.toSorted((a, b) => Number(b) - Number(a)));
  expect(states).toContain(false);
  await expectAccessible(author.page);
  await expectNoSidewaysScroll(author.page);
  await author.page.getByRole('combobox', { name: 'About' }).selectOption({ label: 'Types That Tell the Truth' });
  await author.page.getByRole('button', { name: 'Show' }).click();
  await expect(author.page).toHaveURL(/[?&]item=course/);
  await expect(other).toHaveCount(0);
  await author.page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'Answered' });
  await author.page.getByRole('button', { name: 'Show' }).click();
  await expect(author.page).toHaveURL(/state=answered/);
  await expect(question).toHaveCount(0);
  await author.page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'Unanswered' });
  await author.page.getByRole('button', { name: 'Show' }).click();
  await expect(author.page).toHaveURL(/state=open/);
  await expect(question).toBeVisible();

  await talk.rows.run(`update app_public.notices set read_at = now() where user_id = $1`, [learner.id]);
  // The asker looks at another page meanwhile; its bell tells of the answer by itself.
  const bell = await asker.context.newPage();
  await bell.clock.install();
  await bell.goto('/library');
  await expect(bell.getByRole('link', { name: 'Notices', exact: true })).toBeVisible();
  const asked = question.getByRole('article').filter({ hasText: 'Who says that?' });
  await asked.getByRole('button', { name: 'Reply' }).click();
  await write(question, 'Add your reply', 'Whoever ran it.');
  await author.page.keyboard.press('Control+Enter');
  await expect(question.getByText('Answered', { exact: true })).toBeVisible();
  await bell.clock.fastForward(31_000);
  await expect(bell.getByRole('link', { name: 'Notices, 1 unread' })).toBeVisible();
  // What was read is not sent any more: the mail comes first.
  await expect.poll(async () => (await mailsTo(address)).filter(({ text }) => text.includes('Whoever ran it.')).length).toBe(1);
  await bell.getByRole('link', { name: 'Notices, 1 unread' }).click();
  const line = bell.getByRole('listitem').filter({ hasText: 'Whoever ran it.' });
  await expect(line).toContainText(`wrote a reply in ${lesson.title}`);
  await expect(line).toContainText('(unread)');
  await expectAccessible(bell);
  // The bell counts what is left, also where it asked before the server had heard of the reading.
  await bell.route('**/graphql', async (route) => {
    if (/"ids":\[/.test(route.request().postData() ?? '')) await counted;
    await route.fallback();
  });
  const counted = bell.waitForResponse(
    (response) => response.url().endsWith('/graphql') && /"variables":\{\}/.test(response.request().postData() ?? ''),
  );
  await line.getByRole('link').click();
  const told = bell.getByRole('article', { name: /^Comment of / }).and(bell.locator('[aria-current]'));
  await expect(told).toContainText('Whoever ran it.');
  await expect(told).toBeInViewport();
  await expect(bell.getByRole('link', { name: 'Notices', exact: true })).toBeVisible();

  // The mail says the same, leads there, and is one.
  const mail = (await mailsTo(address)).find(({ text }) => text.includes('Whoever ran it.'));
  expect((await mailsTo(address)).filter(({ text }) => text.includes('Whoever ran it.'))).toHaveLength(1);
  expect(mail?.subject).toContain(`replied about “${lesson.title}”`);
  expect(mail?.text).toContain(new URL(bell.url()).pathname);

  // Accepted, it is resolved, and can become a note in the lesson; open again, and resolved by hand.
  const reply = question.getByRole('article').filter({ hasText: 'Whoever ran it.' });
  await reply.getByRole('button', { name: 'More about this comment' }).click();
  await author.page.getByRole('menuitem', { name: 'Accept as answer' }).click();
  await expect(reply.getByText('Accepted', { exact: true })).toBeVisible();
  await expect(question.locator('header').getByText('Resolved', { exact: true })).toBeVisible();
  for (const [act, state] of [
    ['Open again', 'Answered'],
    ['Mark resolved', 'Resolved'],
  ] as const) {
    await asked.getByRole('button', { name: 'More about this comment' }).click();
    await author.page.getByRole('menuitem', { name: act }).click();
    await expect(question.locator('header').getByText(state, { exact: true })).toBeVisible();
  }
  await question.getByRole('button', { name: 'Turn the answer into a note in the lesson' }).click();
  await expect(question.getByText(/stands at the end of the lesson now/)).toBeVisible();
  await asker.page.goto(lesson.path);
  await expect(asker.page.locator('.text.prose')).toContainText('Whoever ran it.');

  // Muted, the thread says so, tells nothing more and mails nothing; another one still does.
  await bell.reload();
  await bell
    .getByRole('article', { name: /^Comment of / })
    .filter({ hasText: 'Who says that?' })
    .getByRole('button', { name: 'More about this comment' })
    .click();
  await bell.getByRole('menuitem', { name: 'Follow or mute' }).click();
  const dialog = bell.getByRole('dialog', { name: 'Follow or mute' });
  await expect(dialog.getByRole('radio', { name: 'As usual: what concerns me' })).toBeChecked();
  await expectAccessible(bell);
  await dialog.getByRole('radio', { name: 'Mute: nothing' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const thread = bell.locator('[data-discussion-id]');
  await expect(thread.getByText('Muted', { exact: true })).toBeVisible();
  await bell.reload();
  await expect(thread.getByText('Muted', { exact: true })).toBeVisible();
  const muted = (await thread.getAttribute('data-discussion-id')) ?? '';
  await answer(talk.author, muted, (await told.getAttribute('id')) ?? '', 'Said to nobody.');
  await answer(talk.author, discussionId, commentId, 'Said to its asker.');
  await expect.poll(async () => (await mailsTo(address)).some(({ text }) => text.includes('Said to its asker.'))).toBe(true);
  expect((await mailsTo(address)).filter(({ text }) => text.includes('Said to nobody.'))).toEqual([]);
  await bell.goto('/notices');
  await expect(bell.getByRole('listitem').filter({ hasText: 'Said to its asker.' })).toBeVisible();
  await expect(bell.getByRole('listitem').filter({ hasText: 'Said to nobody.' })).toHaveCount(0);
  await expect(bell.getByRole('link', { name: /^Notices, \d+ unread$/ })).toBeVisible();
  await bell.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(bell.getByRole('link', { name: 'Notices', exact: true })).toBeVisible();

  // How often there are mails is set on the account's page.
  await expect(bell.getByRole('link', { name: 'How often we mail' })).toHaveAttribute('href', '/account');
  await asker.page.goto('/account');
  const settings = asker.page.getByRole('form', { name: 'Settings' });
  const rhythm = settings.getByRole('combobox', { name: 'Mail me notices' });
  await expect(rhythm).toHaveValue('AT_ONCE');
  for (const [words, value] of [
    ['Once a day', 'DAILY'],
    ['Once a week', 'WEEKLY'],
    ['Never', 'NONE'],
  ] as const) {
    await rhythm.selectOption({ label: words });
    await settings.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(async () => (await talk.rows.run('select mail_notices from app_public.user_settings where user_id = $1', [learner.id]))[0])
      .toEqual({ mail_notices: value });
  }
  await asker.page.reload();
  await expect(rhythm).toHaveValue('NONE');
  expect([...asker.said, ...author.said]).toEqual([]);
  await asker.context.close();
  await author.context.close();
});
