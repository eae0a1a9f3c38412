import { data, type RouterContextProvider } from 'react-router';
import { runDocument } from '../../shared/run-document.server.ts';
import { DiscussionDocument, type CommentNode, type DiscussionNode } from './discussion-documents.ts';

/** What the page of a discussion shows. */
export type DiscussionFacts = {
  id: string;
  /** The second of the video it is about. */
  second: number | null;
  /** The passage it is about, as far as the reader may read it. */
  quote: string | null;
  /** What it hangs on, and the item that is part of; a path is null where no page of it exists yet. */
  about: { heading: string; headingPath: string | null; item: string; itemPath: string | null };
  comments: CommentNode[];
};

/** Pages of 100 comments that one page shows at most. */
const maxPages = 20;

/** A discussion with its comments, oldest first; throws 404 when there is none the reader may see. */
export async function loadDiscussion(context: Readonly<RouterContextProvider>, id: string): Promise<DiscussionFacts> {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) throw data(null, { status: 404 });
  let after: string | null = null;
  let discussion: DiscussionNode | null = null;
  const comments: CommentNode[] = [];
  for (let page = 0; page < maxPages; page += 1) {
    const discussionById: DiscussionNode | null = (await runDocument(context, DiscussionDocument, { id, after })).discussionById;
    if (!discussionById) throw data(null, { status: 404 });
    discussion = discussionById;
    comments.push(...discussionById.comments.nodes);
    if (!discussionById.comments.pageInfo.hasNextPage) break;
    after = discussionById.comments.pageInfo.endCursor;
  }
  if (!discussion) throw data(null, { status: 404 });
  return {
    id: discussion.id,
    second: discussion.timecodeStart === null ? null : Number(discussion.timecodeStart),
    quote: discussion.selection?.text ?? null,
    about: aboutOf(discussion),
    comments,
  };
}

function aboutOf({ clip, lesson, article }: DiscussionNode): DiscussionFacts['about'] {
  const item = clip?.course ?? clip?.book ?? lesson?.course ?? lesson?.book;
  const itemPath = item?.permalink ?? null;
  if (clip) return { heading: clip.title, headingPath: `/clips/${clip.id}`, item: item?.title ?? 'Clip', itemPath };
  if (lesson) return { heading: lesson.title, headingPath: null, item: item?.title ?? 'Lesson', itemPath };
  return { heading: article?.title ?? 'Discussion', headingPath: null, item: 'Article', itemPath };
}
