import type { PageTag } from '@newline/api/page-tags';
import { requestContext } from '@newline/api/request-context';
import { discussionLimits } from '@newline/api/rules/limits/discussion';
import { isId } from '@newline/api/rules/is-id';
import { data, type RouterContextProvider } from 'react-router';
import { discussionOf, DiscussionsDocument } from '../../shared/discussions/discussion-documents.ts';
import type { DiscussionsState } from '../../shared/discussions/discussions-state.ts';
import { handOverViewer } from '../../shared/hand-over-viewer.server.ts';
import { dependsOn, runDocument } from '../../shared/run-document.server.ts';
import { discussedItem } from './discussed-item.ts';
import type { DiscussionFacts, DiscussionListFacts } from './discussion-facts.ts';
import { type AboutNode, DiscussedItemDocument, DiscussionPageDocument } from './discussion-documents.ts';
import { fillDiscussion } from './own-discussion.server.ts';

type Context = Readonly<RouterContextProvider>;

const discussionsOfPage = 20;

/** Loads a discussion with its comments, oldest first; throws 404 when there is none that the reader may see. */
export async function loadDiscussion(context: Context, url: URL, id: string): Promise<DiscussionFacts> {
  if (!isId(id)) throw data(null, { status: 404 });
  const after = url.searchParams.get('after');
  const { copy } = context.get(requestContext);
  const isCopy = copy !== null;
  const { discussionById: node, viewer } = await runDocument(context, DiscussionPageDocument, {
    id,
    first: discussionLimits.threadPage,
    after,
    isCopy,
  });
  const item = node && discussedItem(node);
  if (viewer) handOverViewer(context, viewer);
  if (!node || !item) throw data(null, { status: 404 });
  const discussion = discussionOf(node);
  if (copy !== null && node.reader !== undefined) {
    dependsOn(context, [`comments:${item.target.id}`, 'contributions', 'permalinks', ...tagsOf(node)]);
    copy.describe({ version: node.reader.pageVersion, fill: fillDiscussion });
  }
  return { ...item, discussion, after: discussion.after, isFromStart: after === null, isCopy };
}

/** Returns the tags of what a discussion is about, whose titles are on its page. */
function tagsOf({ clip, lesson, article }: AboutNode): readonly PageTag[] {
  const { course, book } = clip ?? lesson ?? { course: null, book: null };
  return [
    ...(clip ? (['clips'] as const) : []),
    ...(course ? [`course:${course.id}` as const] : []),
    ...(book ? [`book:${book.id}` as const] : []),
    ...(article ? [`article:${article.id}` as const] : []),
  ];
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
