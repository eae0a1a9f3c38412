import { answer, begin, commentWith, panelOf, write } from './support/comment-journey.ts';
import { expect, expectAccessible, test } from './support/journey.ts';
import { selectWords } from './support/select-words.ts';
import { makeClip, makeCourse } from './support/things.ts';

type Mail = { to: string; subject: string; text: string };

const sentence = 'The distance is what makes it expensive.';

test('a question about a sentence is in the inbox, answered and saved as a note; its author is notified unless muted @DISC-01 @DISC-09 @DISC-10 @DISC-12', async ({
  page,
  people,
  rows,
  baseURL,
}) => {
  const mailsTo = async (address: string): Promise<Mail[]> => {
    const { messages } = (await (await fetch(`${baseURL}/dev/mailbox.json`)).json()) as { messages: Mail[] };
    return messages.filter(({ to }) => to === address);
  };
  // The author writes a course and another one with a clip, on which a question was answered just now.
  const [learner, writer] = [await people.enter('learner'), await people.make('author')];
  const address = learner.email;
  const [asking, authoring] = [await people.at(learner), await people.at(writer)];
  const markdown = `A fault is found far from where it was made.\n\n${sentence}`;
  const course = await makeCourse(authoring, { lessons: [{ title: 'Why it is far', markdown, isFree: true }] });
  const lesson = { path: course.lessons[0]?.path ?? '', title: 'Why it is far' };
  const clip = await makeClip(rows);
  await rows.run(
    `insert into app_public.contributions (course_id, book_id, user_id, title) select course_id, book_id, $2, 'AUTHOR' from app_public.clips where id = $1`,
    [clip.id, writer.id],
  );
  const listening = page.waitForRequest((request) => request.url().includes('/events?'));
  await page.goto(lesson.path);
  await listening;
  await selectWords(page, sentence);
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  const panel = panelOf(page);
  await expect(panel.getByText(sentence)).toBeVisible();
  await write(panel, 'Add your comment', 'Who says that?');
  await page.keyboard.press('Control+Enter');
  await expect(commentWith(panel, 'Who says that?')).toBeVisible();
  const onLesson = await rows.run(
    'select lesson_id from app_public.comments c join app_public.discussions d on d.id = c.discussion_id where c.user_id = $1',
    [learner.id],
  );
  expect(onLesson).toEqual([{ lesson_id: course.lessons[0]?.id }]);
  const { discussionId, commentId } = await begin(asking, clip.id, 'Answered already?');
  await answer(authoring, discussionId, commentId, 'It is.');

  // Waiting questions come first, however old they are; they can be filtered by item and by status.
  const author = await people.open(writer);
  await author.goto('/studio/inbox');
  const questions = author.getByRole('article', { name: /^Discussion in / });
  const question = questions.filter({ hasText: 'Who says that?' });
  const other = questions.filter({ hasText: 'Answered already?' });
  await expect(question).toBeVisible();
  await expect(question.getByText(sentence)).toBeVisible();
  await expect(question.getByText('Unanswered', { exact: true })).toBeVisible();
  await expect(other.getByText('Answered', { exact: true })).toBeVisible();
  const states = (await questions.locator('header').allInnerTexts()).map((words) => words.trim().endsWith('Unanswered'));
  expect(states).toEqual(states.toSorted((a, b) => Number(b) - Number(a)));
  expect(states).toContain(false);
  await author.getByRole('combobox', { name: 'About' }).selectOption({ label: course.title });
  await author.getByRole('button', { name: 'Show' }).click();
  await expect(author).toHaveURL(/[?&]item=course/);
  await expect(other).toHaveCount(0);
  await author.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Answered' });
  await author.getByRole('button', { name: 'Show' }).click();
  await expect(author).toHaveURL(/state=answered/);
  await expect(question).toHaveCount(0);
  await author.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Unanswered' });
  await author.getByRole('button', { name: 'Show' }).click();
  await expect(author).toHaveURL(/state=open/);
  await expect(question).toBeVisible();

  await rows.run(`update app_public.notices set read_at = now() where user_id = $1`, [learner.id]);
  // The asker is on another page meanwhile; its bell shows the answer automatically.
  const bell = await people.open(learner);
  await bell.clock.install();
  await bell.goto('/library');
  await expect(bell.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible();
  const firstComment = question.getByRole('article').filter({ hasText: 'Who says that?' });
  await firstComment.getByRole('button', { name: 'Reply' }).click();
  await write(question, 'Add your reply', 'Whoever ran it.');
  await author.keyboard.press('Control+Enter');
  await expect(question.getByText('Answered', { exact: true })).toBeVisible();
  await bell.clock.fastForward(31_000);
  await expect(bell.getByRole('link', { name: 'Notifications, 1 unread' })).toBeVisible();
  // Read notifications aren't emailed anymore: the email comes first.
  await expect.poll(async () => (await mailsTo(address)).filter(({ text }) => text.includes('Whoever ran it.')).length).toBe(1);
  await bell.getByRole('link', { name: 'Notifications, 1 unread' }).click();
  const line = bell.getByRole('listitem').filter({ hasText: 'Whoever ran it.' });
  await expect(line).toContainText(`replied in ${lesson.title}`);
  await expect(line).toContainText('(unread)');
  // The bell counts the rest, even if the comment appeared before the server recorded it as read.
  await bell.route('**/graphql', async (route) => {
    if (/"ids":\[/.test(route.request().postData() ?? '')) await counted;
    await route.fallback();
  });
  const counted = bell.waitForResponse(
    (response) => response.url().endsWith('/graphql') && /"variables":\{\}/.test(response.request().postData() ?? ''),
  );
  await line.getByRole('link').click();
  const highlighted = bell.getByRole('article', { name: /^Comment by / }).and(bell.locator('[aria-current]'));
  await expect(highlighted).toContainText('Whoever ran it.');
  await expect(highlighted).toBeInViewport();
  await expect(bell.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible();

  // The email says the same, links there, and is sent once.
  const mail = (await mailsTo(address)).find(({ text }) => text.includes('Whoever ran it.'));
  expect((await mailsTo(address)).filter(({ text }) => text.includes('Whoever ran it.'))).toHaveLength(1);
  expect(mail?.subject).toContain(`replied in “${lesson.title}”`);
  expect(mail?.text).toContain(new URL(bell.url()).pathname);

  // Once accepted, it is resolved and can become a note in the lesson; it is reopened, and resolved manually.
  const reply = question.getByRole('article').filter({ hasText: 'Whoever ran it.' });
  await reply.getByRole('button', { name: 'More about this comment' }).click();
  await author.getByRole('menuitem', { name: 'Accept as answer' }).click();
  await expect(reply.getByText('Accepted', { exact: true })).toBeVisible();
  await expect(question.locator('header').getByText('Resolved', { exact: true })).toBeVisible();
  for (const [perform, state] of [
    ['Reopen', 'Answered'],
    ['Mark resolved', 'Resolved'],
  ] as const) {
    await firstComment.getByRole('button', { name: 'More about this comment' }).click();
    await author.getByRole('menuitem', { name: perform }).click();
    await expect(question.locator('header').getByText(state, { exact: true })).toBeVisible();
  }
  await question.getByRole('button', { name: 'Add the answer to the lesson as a note' }).click();
  await expect(question.getByText(/has been added to the end of the lesson/)).toBeVisible();
  await page.goto(lesson.path);
  await expect(page.locator('.text.prose')).toContainText('Whoever ran it.');

  // Once muted, the discussion says so, and neither notifies nor emails; another one still does.
  await bell.reload();
  await bell
    .getByRole('article', { name: /^Comment by / })
    .filter({ hasText: 'Who says that?' })
    .getByRole('button', { name: 'More about this comment' })
    .click();
  await bell.getByRole('menuitem', { name: 'Follow or mute' }).click();
  const dialog = bell.getByRole('dialog', { name: 'Follow or mute' });
  await expect(dialog.getByRole('radio', { name: 'Default: replies and mentions' })).toBeChecked();
  await expectAccessible(bell);
  await dialog.getByRole('radio', { name: 'Mute: nothing' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const thread = bell.locator('[data-discussion-id]');
  await expect(thread.getByText('Muted', { exact: true })).toBeVisible();
  await bell.reload();
  await expect(thread.getByText('Muted', { exact: true })).toBeVisible();
  const muted = (await thread.getAttribute('data-discussion-id')) ?? '';
  await answer(authoring, muted, (await highlighted.getAttribute('id')) ?? '', 'Said to nobody.');
  // A discussion is emailed about at most once in a quarter of an hour.
  await rows.run(`update app_private.notice_mails set created_at = created_at - interval '15 minutes' where user_id = $1`, [learner.id]);
  await answer(authoring, discussionId, commentId, 'Said to its asker.');
  await expect.poll(async () => (await mailsTo(address)).some(({ text }) => text.includes('Said to its asker.'))).toBe(true);
  expect((await mailsTo(address)).filter(({ text }) => text.includes('Said to nobody.'))).toEqual([]);
  await bell.goto('/notifications');
  await expect(bell.getByRole('listitem').filter({ hasText: 'Said to its asker.' })).toBeVisible();
  await expect(bell.getByRole('listitem').filter({ hasText: 'Said to nobody.' })).toHaveCount(0);
  await expect(bell.getByRole('link', { name: /^Notifications, \d+ unread$/ })).toBeVisible();
  await bell.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(bell.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible();

  // The frequency of emails is set on the account page.
  await expect(bell.getByRole('link', { name: 'Email settings' })).toHaveAttribute('href', '/account');
  await page.goto('/account');
  const settings = page.getByRole('form', { name: 'Settings' });
  const rhythm = settings.getByRole('combobox', { name: 'Email notifications' });
  await expect(rhythm).toHaveValue('AT_ONCE');
  for (const [words, value] of [
    ['Once a day', 'DAILY'],
    ['Once a week', 'WEEKLY'],
    ['Never', 'NONE'],
  ] as const) {
    await rhythm.selectOption({ label: words });
    await settings.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(async () => (await rows.run('select mail_notices from app_public.user_settings where user_id = $1', [learner.id]))[0])
      .toEqual({ mail_notices: value });
  }
  await page.reload();
  await expect(rhythm).toHaveValue('NONE');
});
