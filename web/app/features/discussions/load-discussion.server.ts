import { discussionLimits } from '@newline/api/rules/limits/discussion';
import { isId } from '@newline/api/rules/is-id';
import { data, type RouterContextProvider } from 'react-router';
import { discussionOf, DiscussionsDocument, ThreadDocument } from '../../shared/discussions/discussion-documents.ts';
import type { Discussion } from '../../shared/discussions/discussion.ts';
import type { DiscussionsState } from '../../shared/discussions/discussions-state.ts';
import { handOverViewer } from '../../shared/hand-over-viewer.server.ts';
import { runDocument } from '../../shared/run-document.server.ts';
import { type DiscussedItem, discussedItem } from './discussed-item.ts';
import { DiscussedItemDocument, DiscussionAboutDocument } from './discussion-documents.ts';

type Context = Readonly<RouterContextProvider>;

/** What a discussion's page shows. */
export type DiscussionFacts = DiscussedItem & {
  discussion: Discussion;
  /** The cursor of the next comments, for a page without JavaScript; null at the end. */
  after: string | null;
  /** False for a later page of a long discussion. */
  isFromStart: boolean;
};

/** The discussions of an item, for their own page. */
export type DiscussionListFacts = DiscussedItem & { state: DiscussionsState; isFromStart: boolean };

const discussionsOfPage = 20;

/** Loads a discussion with its comments, oldest first; throws 404 when there is none that the reader may see. */
export async function loadDiscussion(context: Context, url: URL, id: string): Promise<DiscussionFacts> {
  if (!isId(id)) throw data(null, { status: 404 });
  const after = url.searchParams.get('after');
  const [{ discussionById }, { discussionById: about, viewer }] = await Promise.all([
    runDocument(context, ThreadDocument, { id, first: discussionLimits.threadPage, after, of: {} }),
    runDocument(context, DiscussionAboutDocument, { id }),
  ]);
  const item = about && discussedItem(about);
  if (viewer) handOverViewer(context, viewer);
  if (!discussionById || !item) throw data(null, { status: 404 });
  const discussion = discussionOf(discussionById);
  return { ...item, discussion, after: discussion.after, isFromStart: after === null };
}

/** Loads the discussions of the item in the query, newest first; throws 404 when there is none that the reader may see. */
export async function loadDiscussionList(context: Context, url: URL): Promise<DiscussionListFacts> {
  const { searchParams } = url;
  const kind = (['clip', 'lesson', 'article'] as const).find((name) => searchParams.has(name));
  const id = kind ? (searchParams.get(kind) ?? '') : '';
  if (!kind || !isId(id)) throw data(null, { status: 404 });
  const which = { id, isClip: kind === 'clip', isLesson: kind === 'lesson', isArticle: kind === 'article' };
  const after = searchParams.get('after');
  const [list, about] = await Promise.all([
    runDocument(context, DiscussionsDocument, { ...which, first: discussionsOfPage, after }),
    runDocument(context, DiscussedItemDocument, which),
  ]);
  const subject = list.clipById ?? list.lessonById ?? list.articleById;
  const item = discussedItem({ clip: about.clipById ?? null, lesson: about.lessonById ?? null, article: about.articleById ?? null });
  if (about.viewer) handOverViewer(context, about.viewer);
  if (!subject || !item) throw data(null, { status: 404 });
  const { nodes, pageInfo } = subject.discussions;
  const state: DiscussionsState = {
    phase: 'ready',
    pages: [[], nodes.map((node) => discussionOf(node))],
    total: subject.commentsCount,
    after: pageInfo.hasNextPage ? pageInfo.endCursor : null,
  };
  return { ...item, state, isFromStart: after === null };
}
