import { expect, type Locator, type Page } from '@playwright/test';
import type { ApiClient } from './api-client.ts';

/** Returns the panel of comments. */
export function panelOf(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Comments' });
}

/** Starts a discussion on a clip through the API; returns its ID and that of its first comment. */
export async function begin(
  api: ApiClient,
  clipId: string,
  bodyMarkdown: string,
  timecodeStart: number | null = null,
): Promise<{ discussionId: string; commentId: string }> {
  const { data, errors } = await api.run<{ createDiscussionWithComment: { comment: { id: string; discussionId: string } } }>(
    `mutation begin($comment: NewCommentInput!, $discussion: NewDiscussionInput!) {
      createDiscussionWithComment(input: { comment: $comment, discussion: $discussion }) { comment { id discussionId } }
    }`,
    { comment: { bodyMarkdown }, discussion: { clipId, timecodeStart } },
  );
  if (!data) throw new Error(`begin: ${JSON.stringify(errors)}`);
  const { comment } = data.createDiscussionWithComment;
  return { discussionId: comment.discussionId, commentId: comment.id };
}

/** Replies to a comment through the API; returns the reply's ID. */
export async function answer(api: ApiClient, discussionId: string, parentId: string, bodyMarkdown: string): Promise<string> {
  const { data, errors } = await api.run<{ replyToComment: { comment: { id: string } } }>(
    'mutation answer($comment: NewReplyInput!) { replyToComment(input: { comment: $comment }) { comment { id } } }',
    { comment: { discussionId, parentId, bodyMarkdown } },
  );
  if (!data) throw new Error(`answer: ${JSON.stringify(errors)}`);
  return data.replyToComment.comment.id;
}

/** Opens the panel with the comment control of a clip's page. */
export async function openPanel(page: Page, clipId: string): Promise<Locator> {
  await page.goto(`/clips/${clipId}`);
  return openPanelHere(page);
}

/** Opens the panel of the clip that the page shows, unless a reload has opened it where it was left. */
export async function openPanelHere(page: Page): Promise<Locator> {
  const panel = panelOf(page);
  // The control is a link until the page has hydrated; then it opens the panel.
  await expect(page.locator('html[data-hydrated]')).toBeAttached();
  const control = page.getByRole('group', { name: 'Clip actions' }).getByRole('link', { name: 'Comments' });
  await expect(async () => {
    if (!(await panel.isVisible())) await control.click({ timeout: 5000 });
    await expect(panel).toBeVisible({ timeout: 5000 });
  }).toPass();
  return panel;
}

/** Opens the form of a new comment, or uses the open one, and types. */
export async function write(scope: Locator, placeholder: string, text: string): Promise<Locator> {
  const closed = scope.getByRole('button', { name: placeholder, exact: true });
  const field = scope.getByRole('textbox', { name: placeholder });
  await expect(closed.or(field)).toBeVisible();
  if (await closed.isVisible()) await closed.click();
  await expect(field).toBeFocused();
  // A plain field accepts typing until the editor is loaded; most tests are about the editor's shortcuts.
  await expect(field).toHaveAttribute('contenteditable', 'true');
  await field.pressSequentially(text);
  return field;
}

/** Returns the comment with this text. */
export function commentWith(scope: Locator | Page, text: string | RegExp): Locator {
  return scope.getByRole('article', { name: /^Comment by / }).filter({ hasText: text });
}

/** Records the operations of a kind that the page sends from now on. */
export function watchOperations(page: Page, name: OperationKind): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const body = request.url().endsWith('/graphql') ? (request.postData() ?? '') : '';
    if (isOperation(body, name)) sent.push(body);
  });
  return sent;
}

/** The kinds of operations. Queries are sent by hash, so an operation is recognized by its variables. */
export type OperationKind = keyof typeof variablesOf;

const variablesOf = {
  writing: /"comment":\{"bodyDelta"/,
  deleting: /"patch":\{"deleted":true/,
  reacting: /"kind":"(?:THANKS|AGREE|LAUGH|CONFUSED)"/,
};
/** Returns true if a request's body is an operation of a kind. */
export const isOperation = (body: string, name: OperationKind): boolean => variablesOf[name].test(body);

/** Fails the operations of a kind, like an unavailable server. */
export async function failOperations(page: Page, name: OperationKind): Promise<void> {
  await page.route('**/graphql', (route) =>
    isOperation(route.request().postData() ?? '', name)
      ? route.fulfill({ status: 503, json: { errors: [{ message: 'Away.' }] } })
      : route.fallback(),
  );
}
