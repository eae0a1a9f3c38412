import type { OperationName } from '../persisted-query.ts';
import { idOf, wordOf } from './seeded.ts';
import type { Reader } from './pages.ts';
import type { World } from './world.ts';

/** A query that the pages send from the browser, when a user scrolls, types or opens a panel. */
export type MeasuredOperation = { who: Reader; name: string; operation: OperationName; variables: Record<string, unknown> };

/** Returns the queries whose database time is measured, beside those of whole pages. */
export function measuredOperations(world: World): MeasuredOperation[] {
  const { counts, existing } = world;
  const lesson = { id: idOf('lesson', 0), isArticle: false, isClip: false, isLesson: true };
  const discussion = idOf('discussion', 0);
  const both = (name: string, operation: OperationName, variables: Record<string, unknown>): MeasuredOperation[] =>
    (['visitor', 'learner'] as const).map((who) => ({ who, name, operation, variables }));
  return [
    ...both('clips, the next 30', 'clips', { first: 30, offset: 30 }),
    ...both('clips, far down', 'clips', { first: 30, offset: Math.floor(counts.clips / 2) }),
    {
      who: 'learner',
      name: 'clips with what the user did',
      operation: 'clips',
      variables: { first: 30, offset: 0, userId: existing.learnerId },
    },
    ...both('number of clips', 'clipTotals', {}),
    ...both('comments of a clip', 'clipComments', { id: idOf('clip', 0) }),
    ...both('discussions of a lesson', 'discussions', { first: 20, ...lesson }),
    ...both('number of comments of a lesson', 'commentsCount', lesson),
    ...both('marks of a lesson', 'marks', { lessonId: idOf('lesson', 0) }),
    ...both('a long discussion', 'thread', { id: discussion, first: 50, of: { parentId: null } }),
    ...both('replies', 'replies', { id: idOf('comment', 0) }),
    ...both('search while typing', 'search', { words: wordOf(0).slice(0, 3), kinds: null, atMost: 8, isTyping: true }),
    ...both('search while typing more', 'search', {
      words: `${wordOf(0)} ${wordOf(7).slice(0, 4)}`,
      kinds: null,
      atMost: 8,
      isTyping: true,
    }),
    { who: 'learner', name: 'unread notifications', operation: 'unreadNotices', variables: {} },
    { who: 'learner', name: 'the viewer', operation: 'viewer', variables: {} },
    { who: 'learner', name: 'progress in a course', operation: 'courseProgress', variables: { slug: 'scale-course-0' } },
    { who: 'admin', name: 'comments to moderate', operation: 'moderationQueue', variables: { first: 20 } },
    { who: 'admin', name: 'reviews to choose', operation: 'reviewsToChoose', variables: { person: 'reader-7' } },
    { who: 'admin', name: 'numbers on the home page', operation: 'countedFacts', variables: {} },
  ];
}
