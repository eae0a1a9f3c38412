import { expect, type Locator, type Page } from '@playwright/test';
import type { ApiClient } from './api-client.ts';

/** The panel of comments. */
export function panelOf(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Comments' });
}

/** A clip by its title, as the API has it. */
export async function clipByTitle(api: ApiClient, title: string): Promise<{ id: string; commentsCount: number }> {
  const { data } = await api.run<{ clips: { nodes: { id: string; title: string; commentsCount: number }[] } }>(
    '{ clips(first: 90) { nodes { id title commentsCount } } }',
  );
  const clip = data?.clips.nodes.find((candidate) => candidate.title === title);
  if (!clip) throw new Error(`clipByTitle: expected a clip ‘${title}’, got none`);
  return clip;
}

/** Begins a discussion on a clip over the API; gives its id and that of its first comment. */
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

/** Answers a comment over the API; gives the reply's id. */
export async function answer(api: ApiClient, discussionId: string, parentId: string, bodyMarkdown: string): Promise<string> {
  const { data, errors } = await api.run<{ replyToComment: { comment: { id: string } } }>(
    'mutation answer($comment: NewReplyInput!) { replyToComment(input: { comment: $comment }) { comment { id } } }',
    { comment: { discussionId, parentId, bodyMarkdown } },
  );
  if (!data) throw new Error(`answer: ${JSON.stringify(errors)}`);
  return data.replyToComment.comment.id;
}

/** Opens the panel by the comment control of a clip's page. */
export async function openPanel(page: Page, clipId: string): Promise<Locator> {
  await page.goto(`/clips/${clipId}`);
  // The control is a link until the page has taken over; then it opens the panel.
  await expect(page.getByRole('button', { name: /^Play / })).toBeEnabled();
  await page.getByRole('group', { name: 'What to do with this clip' }).getByRole('link', { name: 'Comments' }).click();
  await expect(panelOf(page)).toBeVisible();
  return panelOf(page);
}

/** Opens the form of a new comment, or takes the one that is open, and types. */
export async function write(scope: Locator, placeholder: string, text: string): Promise<Locator> {
  const closed = scope.getByRole('button', { name: placeholder, exact: true });
  const field = scope.getByRole('textbox', { name: placeholder });
  await expect(closed.or(field)).toBeVisible();
  if (await closed.isVisible()) await closed.click();
  await expect(field).toBeFocused();
  await field.pressSequentially(text);
  return field;
}

/** The comment with these words. */
export function commentWith(scope: Locator | Page, text: string | RegExp): Locator {
  return scope.getByRole('article', { name: /^Comment of / }).filter({ hasText: text });
}
