import { begin, commentWith, isOperation, openPanel, panelOf, watchOperations, write, openPanelHere } from './support/comment-journey.ts';
import { expect, expectAccessibleInBothThemes, test } from './support/journey.ts';
import type { Person } from './support/people.ts';
import { makeClip } from './support/things.ts';

test('a visitor is asked to log in, nothing is sent, and the form is restored @DISC-02', async ({ page, people, rows }) => {
  const [learner, author] = [await people.make('learner'), await people.make('author')];
  const clip = await makeClip(rows);
  const { commentId } = await begin(await people.at(author), clip.id, 'Ask me about windows.');
  const sent = watchOperations(page, 'writing');
  const logIn = async ({ email, password }: Person) => {
    const prompt = page.getByRole('dialog', { name: 'Please login to comment' });
    await expect(prompt).toBeVisible();
    await expect(prompt).toContainText(clip.title);
    expect(sent).toEqual([]);
    await prompt.getByLabel('Email').fill(email);
    await prompt.getByLabel('Password').fill(password);
    await prompt.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('button', { name: /^Account of/, includeHidden: true })).toBeVisible();
  };

  await test.step('a short reply is completely in the URL', async () => {
    const panel = await openPanel(page, clip.id);
    await commentWith(panel, 'Ask me about windows.').getByRole('button', { name: 'Reply' }).click();
    await write(panel, 'Add your reply', 'How **high** is a row?');
    await expectAccessibleInBothThemes(page);
    await page.keyboard.press('Control+Enter');
    await logIn(learner);
    await expect(page).toHaveURL((url) => {
      const carried = JSON.parse(url.searchParams.get('commentText') ?? 'null') as { type: string } | null;
      return url.pathname === clip.path && url.searchParams.get('parentId') === commentId && carried?.type === 'doc';
    });
    const reply = panelOf(page).getByRole('textbox', { name: 'Add your reply' });
    await expect(reply).toHaveText('How high is a row?');
    await expect(reply.locator('strong')).toHaveText('high');
    expect(sent).toEqual([]);
    await panelOf(page).getByRole('form', { name: 'Add your reply' }).getByRole('button', { name: 'Send' }).click();
    await expect(commentWith(panelOf(page), 'How high is a row?')).toBeVisible();
    expect(sent).toHaveLength(1);
  });

  await test.step('a new comment that is far too long for a URL', async () => {
    await page.context().clearCookies();
    sent.length = 0;
    const panel = await openPanel(page, clip.id);
    const words = 'A row is as high as its longest line. '.repeat(600).trim();
    await panel.getByRole('button', { name: 'Add your comment' }).click();
    await expect(panel.getByRole('textbox', { name: 'Add your comment' })).toBeFocused();
    await page.keyboard.insertText(words);
    await panel.getByRole('button', { name: 'Send' }).click();
    await logIn(learner);
    await expect(page).toHaveURL(/[?&]commentText=local/);
    expect(page.url().length).toBeLessThan(8192);
    await expect(panelOf(page).getByRole('textbox', { name: 'Add your comment' })).toHaveText(words);
    expect(sent).toEqual([]);
  });
});

test('the form opens as its URL says, checks on every change, and restores unsent text only @DISC-01 @DISC-03 @DISC-04 @DISC-11', async ({
  page,
  people,
  rows,
  expectedErrors,
}) => {
  expectedErrors.push(/couldn’t send/, /Failed to load resource/, /net::ERR/);
  const [learner, author] = [await people.enter('learner'), await people.make('author')];
  const [asking, authoring] = [await people.at(learner), await people.at(author)];
  const clip = await makeClip(rows);
  const { discussionId, commentId } = await begin(authoring, clip.id, 'What is urgent?');
  const panel = panelOf(page);
  const first = commentWith(panel, 'What is urgent?');
  const newComment = panel.getByRole('textbox', { name: 'Add your comment' });
  const newReply = panel.getByRole('textbox', { name: 'Add your reply' });
  const documentOf = (text: string) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] });
  const carried = (more: Record<string, string>) => `${clip.path}?${new URLSearchParams(more)}`;
  const text = JSON.stringify(documentOf('carried here'));

  await test.step('it opens on load with parentId, or with commentText without from; an invalid document is dropped', async () => {
    await page.goto(carried({ parentId: commentId }));
    await expect(newReply).toBeFocused();
    await expect(first).toBeVisible();
    await page.goto(carried({ commentText: text }));
    await expect(newComment).toHaveText('carried here');
    await page.goto(carried({ commentText: 'hello' }));
    await expect(newComment).toHaveText('hello');
    // A text stored elsewhere, which isn't the panel's own.
    await page.goto(carried({ commentText: text, from: '3', to: '9' }));
    await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
    await expect(panel).toBeHidden();
    await page.goto(carried({ commentText: JSON.stringify({ type: 'doc', content: [{ type: 'script', text: 'top.hit = 1' }] }) }));
    await expect(newComment).toHaveText('');
  });

  // From then on, other users' comments arrive.
  const isListening = () => page.waitForResponse((response) => response.url().includes('/events?clip='));
  const sent = watchOperations(page, 'writing');
  const form = panel.getByRole('form', { name: 'Add your comment' });
  await test.step('it says that the comment is empty on every change, and sends none', async () => {
    const nothing = JSON.stringify({ type: 'doc', content: [{ type: 'paragraph' }] });
    // Events for the previous page don't reach this one.
    await page.goto('about:blank');
    await Promise.all([isListening(), page.goto(carried({ t: '3', commentText: nothing, to: '4' }))]);
    await page.evaluate(() => Object.assign(window, { stayed: true }));
    const required = form.getByText('Comment required', { exact: true });
    await expect(newComment).toHaveAttribute('aria-placeholder', 'Add your comment');
    await expect(newComment).toBeFocused();
    await expect(required).toBeHidden();
    await page.keyboard.press('x');
    await expect(required).toBeHidden();
    await page.keyboard.press('Backspace');
    await expect(required).toBeVisible();
    for (const blank of ['   ', '\u00a0\u200b']) {
      await page.keyboard.insertText(blank);
      await expect(required).toBeVisible();
    }
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    await form.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(required).toBeVisible();
    expect(sent).toEqual([]);
    await newComment.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Typing is.');
    await expect(required).toBeHidden();
  });

  await test.step('it shows that it is sending, sends once, and cleans up the URL', async () => {
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
    await expect(commentWith(panel, 'Typing is.')).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Add your comment' })).toBeVisible();
    expect(sent).toHaveLength(1);
    // The four parameters are removed, the rest stays, and it is the same page.
    await expect(page).toHaveURL(`${clip.path}?t=3`);
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
    await page.unroute('**/graphql');
  });

  await test.step('a discussion with comments gets a reply, with both keys', async () => {
    await first.getByRole('button', { name: 'Reply' }).click();
    await expect(newReply).toHaveAttribute('aria-placeholder', 'Add your reply');
    await expect(newReply).toBeFocused();
    await page.keyboard.type('Whatever I look at.');
    await page.keyboard.press('Control+Enter');
    await expect(commentWith(panel, 'Whatever I look at.')).toBeVisible();
    expect(sent).toHaveLength(2);
    expect(JSON.parse(sent[1] ?? '{}')).toMatchObject({
      variables: { comment: { discussionId, parentId: commentId, bodyMarkdown: 'Whatever I look at.' } },
    });
    const refused = await asking.run('mutation a($c: NewReplyInput!) { replyToComment(input: { comment: $c }) { comment { id } } }', {
      c: { discussionId, parentId: commentId, bodyDelta: JSON.stringify(documentOf('x')) },
    });
    expect(refused.errors?.[0]).toMatchObject({ message: expect.stringContaining('Comment required') });
  });

  const refusal = { errors: [{ message: 'Something went wrong.', extensions: { code: 'INTERNAL_ERROR' } }] };
  // From here on the server receives it and notifies everyone, and the response is delayed.
  let give: (isGiven: boolean) => void = () => undefined;
  const answers: Promise<void>[] = [];
  await page.route('**/graphql', async (route) => {
    if (!isOperation(route.request().postData() ?? '', 'writing')) return route.fallback();
    const decision = new Promise<boolean>((resolve) => (give = resolve));
    const response = route.fetch();
    answers.push(
      Promise.all([response, decision]).then(([fetched, isGiven]) =>
        isGiven ? route.fulfill({ response: fetched }) : route.fulfill({ json: refusal }),
      ),
    );
  });
  /** Sends the response to the browser, or a refusal. What can't reach the site at all isn't refused: it waits. */
  const settle = async (isGiven: boolean) => {
    give(isGiven);
    await Promise.all(answers.splice(0));
  };
  const open = async () => {
    await openPanelHere(page);
    await expect(first).toBeVisible();
  };
  const leave = async () => {
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  };

  await test.step('a sent comment isn’t restored, even if the form was left before the response', async () => {
    await write(panel, 'Add your comment', 'It was me.');
    await page.keyboard.press('Control+Enter');
    await expect(commentWith(panel, 'It was me.')).toBeVisible();
    await leave();
    await open();
    await expect(panel.getByRole('button', { name: 'Add your comment' })).toBeVisible();
    await settle(true);
    // A page that closes at the moment of the response hasn't received it.
    const storedKeys = () => page.evaluate(() => Object.keys(localStorage).filter((key) => /^user-data .* comment /.test(key)));
    await expect.poll(storedKeys).toEqual([]);
    await Promise.all([isListening(), page.reload()]);
    await open();
    await expect(panel.getByRole('button', { name: 'Add your comment' })).toBeVisible();
  });

  await test.step('nor is a reply', async () => {
    await first.getByRole('button', { name: 'Reply' }).click();
    await write(panel, 'Add your reply', 'You were.');
    await page.keyboard.press('Control+Enter');
    await expect(panel.getByRole('button', { name: '2 replies', exact: true })).toBeVisible();
    await leave();
    await settle(true);
    await open();
    await first.getByRole('button', { name: 'Reply' }).click();
    await expect(newReply).toHaveText('');
  });

  await test.step('a refused comment is', async () => {
    const logged = page.waitForEvent('console', (message) => message.text().includes('We couldn’t send your comment.'));
    await write(panel, 'Add your comment', 'Was it she?');
    await page.keyboard.press('Control+Enter');
    await expect(commentWith(panel, 'Was it she?')).toBeVisible();
    await leave();
    await settle(false);
    await logged;
    await open();
    await expect(newComment).toHaveText('Was it she?');
  });
});

test('the editor’s toolbar at the bottom of a phone doesn’t cover the buttons of the form @DISC-03 @EDIT-02', { tag: '@phone' }, async ({
  page,
  people,
  rows,
}) => {
  await people.enter('learner');
  const clip = await makeClip(rows);
  const panel = await openPanel(page, clip.id);
  await write(panel, 'Add your comment', 'Written on a phone.');
  // The click fails while something covers the button.
  await panel.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(commentWith(panel, 'Written on a phone.')).toBeVisible();
});
