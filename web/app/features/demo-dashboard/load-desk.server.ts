import type { RouterContextProvider } from 'react-router';
import { discussionOf, type DiscussionNode } from '../../shared/discussions/discussion-documents.ts';
import type { Discussion } from '../../shared/discussions/discussion.ts';
import type { Clip } from '../../shared/learning-space/clip.ts';
import { dependsOn, runDocument } from '../../shared/run-document.server.ts';
import { type DeskData, sampleCounts } from './desk-data.ts';
import { type DeskClipNode, DeskDiscussionsDocument, DeskDocument, type DeskItemNode } from './desk-documents.ts';
import { sampleOf } from './sample-of.ts';

/** The number of thumbnails of each length in the grid: three rows, and two. */
const maxShorts = 9;
const maxFull = 6;

/** Loads the data of the demo dashboard from the site's content; the same for everyone. */
export async function loadDesk(context: Readonly<RouterContextProvider>): Promise<DeskData> {
  dependsOn(context, ['clips', 'courses', 'books', 'lessons', 'tags', 'contributions', 'users']);
  const { clips, coursesByTag, booksByTag } = await runDocument(context, DeskDocument, {});
  const playable = (clips?.nodes ?? []).map(clipOf).filter((clip) => clip !== null);
  const shorts = playable.filter(({ isShort }) => isShort).slice(0, maxShorts);
  // SHORTS are the initial mode, so there are never fewer of them.
  const full = playable.filter(({ isShort }) => !isShort).slice(0, shorts.length === 0 ? maxFull : Math.min(maxFull, shorts.length));
  const selected = [...shorts, ...full];
  const discussions = await Promise.all(
    selected.map(async ({ id }): Promise<[string, Discussion[]]> => {
      const { clipById } = await runDocument(context, DeskDiscussionsDocument, { id });
      return [id, (clipById?.discussions.nodes ?? []).map(wholeDiscussionOf)];
    }),
  );
  return {
    clips: selected.map((clip) => ({ ...clip, commentsCount: countOf(discussions.find(([id]) => id === clip.id)?.[1] ?? []) })),
    discussions: Object.fromEntries(discussions),
    samples: interleave(coursesByTag.nodes, booksByTag.nodes).map((node, index, { length }) => sampleOf(node, index, length)),
  };
}

function clipOf(node: DeskClipNode): Clip | null {
  const item = node.course ?? node.book;
  if (node.videoUrl === null || item === null) return null;
  const { course: _course, book: _book, videoUrl, ...rest } = node;
  return {
    ...rest,
    videoUrl,
    item,
    likes: { count: sampleCounts.likes, isOn: false },
    shares: { count: sampleCounts.shares, isOn: false },
    isBookmarked: false,
    commentsCount: 0,
    discussionId: null,
    positionSeconds: null,
  };
}

/** Converts a discussion of which nothing more can be loaded. */
function wholeDiscussionOf(node: DiscussionNode): Discussion {
  const { comments, ...discussion } = discussionOf(node);
  return {
    ...discussion,
    mayResolve: false,
    follow: null,
    after: null,
    commentsCount: comments.length,
    comments: comments.map((comment) => ({ ...comment, repliesCount: comments.filter(({ parentId }) => parentId === comment.id).length })),
  };
}

function countOf(discussions: readonly Discussion[]): number {
  return discussions.reduce((sum, { comments }) => sum + comments.length, 0);
}

/** Alternates courses and books, followed by the remaining items. */
function interleave(courses: readonly DeskItemNode[], books: readonly DeskItemNode[]): DeskItemNode[] {
  return Array.from({ length: Math.max(courses.length, books.length) }, (_, index) => [courses[index], books[index]])
    .flat()
    .filter((node) => node !== undefined);
}
