import { charactersOf, charactersWithin, viewOfDocument } from '@newline/document/annotations/anchor-view';
import { createAnchor } from '@newline/document/annotations/text-anchor';
import type { DocumentNode } from '@newline/document/document-node';
import { deriveBody } from '@newline/document/derive';
import { demoId } from './demo-id.ts';
import { findPassage } from './find-passage.ts';
import { clipId } from './load-clips.ts';
import { insertRows, lessonId, type LoadContext, type Row, userId } from './load-context.ts';
import { articleId, type DemoTexts } from './load-texts.ts';
import type { DemoContent } from './read-content.ts';
import { readDocument } from './read-document.ts';
import { seededRandom } from '@newline/db/seeded-random';
import { shuffle } from './shuffle.ts';

type Discussion = DemoContent['discussions'][number];
type Comment = Discussion['comments'][number];

/** Loads discussions with the passages they are about, their comments and reactions. Deleted comments are written, then deleted. */
export async function loadDiscussions(context: LoadContext, texts: DemoTexts): Promise<void> {
  const { client, content, daysAgo } = context;
  const { discussions } = content;
  await insertRows(
    context,
    'app_public.discussions',
    discussions.map((discussion) => ({
      id: discussionId(discussion),
      ...subjectColumns(content, discussion),
      timecode_start: discussion.timecodeStart,
      created_at: daysAgo(discussion.createdDaysAgo),
      updated_at: daysAgo(discussion.createdDaysAgo),
    })),
  );
  await insertRows(
    context,
    'app_public.discussion_selections',
    discussions.flatMap((discussion) => (discussion.quote === null ? [] : [selectionRow(content, discussion, discussion.quote, texts)])),
  );
  const comments = discussions.flatMap((discussion) => discussion.comments.map((comment) => ({ discussion, comment })));
  await insertRows(
    context,
    'app_public.comments',
    comments.map(({ discussion, comment }) => commentRow(context, discussion, comment)),
  );
  await insertRows(
    context,
    'app_public.comment_reactions',
    comments.flatMap(({ discussion, comment }) => reactionRows(context, discussion, comment)),
  );
  const deleted = comments.filter(({ comment }) => comment.deleted).map(({ comment }) => commentId(comment.id));
  await client.query('update app_public.comments set deleted = true where id = any($1)', [deleted]);
}

function discussionId({ comments }: Discussion): string {
  return demoId('discussion', comments[0]?.id ?? '');
}

function commentId(id: number): string {
  return demoId('comment', id);
}

/** Returns `clip:{slug}`, `lesson:{item slug}/{lesson}` or `article:{slug}` as three columns, one of which is set. */
function subjectColumns(
  content: DemoContent,
  { on }: Discussion,
): { clip_id: string | null; lesson_id: string | null; article_id: string | null } {
  const [kind = '', ...rest] = on.split(':');
  const key = rest.join(':');
  return {
    clip_id: kind === 'clip' ? clipId(key) : null,
    lesson_id: kind === 'lesson' ? requireLesson(content, key, on) : null,
    article_id: kind === 'article' ? articleId(key) : null,
  };
}

function requireLesson(content: DemoContent, key: string, on: string): string {
  const [itemSlug, slug] = key.split('/').slice(-2);
  const item = content.items.find((one) => one.slug === itemSlug && one.lessons.some((lesson) => lesson.slug === slug));
  if (item === undefined || slug === undefined)
    throw new Error(`db/demo: discussions.json: on: expected an item and a lesson of it, got ${on}`);
  return lessonId(item.key, slug);
}

function selectionRow(content: DemoContent, discussion: Discussion, quote: string, texts: DemoTexts): Row {
  const { lesson_id: lesson, article_id: article } = subjectColumns(content, discussion);
  const text = texts.get(lesson ?? article ?? '');
  const passage = text && findPassage(text, quote);
  if (!passage) throw new Error(`db/demo: discussions.json, ${discussion.on}: quote: expected a passage of the text, got "${quote}"`);
  const view = viewOfDocument(text);
  const anchor = createAnchor(view, charactersWithin(view, passage.from, passage.to));
  if (!anchor) throw new Error(`db/demo: discussions.json, ${discussion.on}: quote: expected words in a block with an id, got "${quote}"`);
  return {
    discussion_id: discussionId(discussion),
    range_from: passage.from,
    range_to: passage.to,
    delta: passage.delta,
    text: passage.text,
    node: passage.node,
    block_id: passage.blockId,
    end_block_id: anchor.endBlockId,
    occurrence: anchor.occurrence,
    prefix: anchor.prefix,
    suffix: anchor.suffix,
    quoted_letters: charactersOf(anchor.text).length,
    kept_letters: charactersOf(anchor.text).length,
  };
}

function commentRow(context: LoadContext, discussion: Discussion, comment: Comment): Row {
  const document: DocumentNode = readDocument(comment.md, 'comment', `discussions.json, comment ${comment.id}`);
  const body = deriveBody(document, { siteOrigin: context.siteOrigin, hasHeadingIds: false });
  const writtenDaysAgo = writtenAt(discussion, comment);
  const editedAt = comment.edited ? context.daysAgo(writtenDaysAgo * 0.9) : null;
  return {
    id: commentId(comment.id),
    discussion_id: discussionId(discussion),
    user_id: userId(comment.by),
    parent_id: comment.replyTo === null ? null : commentId(comment.replyTo),
    body_delta: body.bodyDelta,
    body_markdown: body.bodyMarkdown,
    body_html: body.bodyHtml,
    edited: comment.edited,
    edited_at: editedAt,
    created_at: context.daysAgo(writtenDaysAgo),
    updated_at: editedAt ?? context.daysAgo(writtenDaysAgo),
  };
}

function writtenAt(discussion: Discussion, comment: Comment): number {
  return Math.max(0, discussion.createdDaysAgo - comment.hoursAfter / 24);
}

function reactionRows({ content, daysAgo }: LoadContext, discussion: Discussion, comment: Comment): Row[] {
  const others = content.people.filter(({ username }) => username !== comment.by);
  const random = seededRandom(`reactions to ${comment.id}`);
  return shuffle(others, `readers of ${comment.id}`)
    .slice(0, comment.reactions)
    .map(({ username }) => {
      const kind = random();
      return {
        id: demoId('reaction', `${comment.id} ${username}`),
        comment_id: commentId(comment.id),
        user_id: userId(username),
        kind: kind < 0.7 ? 'THANKS' : kind < 0.92 ? 'AGREE' : 'LAUGH',
        created_at: daysAgo(writtenAt(discussion, comment) * random()),
      };
    });
}
