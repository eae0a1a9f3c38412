import type { Discussion, Follow } from '../../shared/discussions/discussion.ts';
import type { DiscussionsState } from '../../shared/discussions/discussions-state.ts';
import type { DiscussedItem } from './discussed-item.ts';

/** What a discussion's page shows. */
export type DiscussionFacts = DiscussedItem & {
  discussion: Discussion;
  /** The cursor of the next comments, for a page without JavaScript; null at the end. */
  after: string | null;
  /** False for a later page of a long discussion. */
  isFromStart: boolean;
  /** True on a copy that all readers with this access get: what belongs to the reader (`OwnDiscussion`) comes beside it. */
  isCopy: boolean;
};

/** The discussions of an item, for their own page. */
export type DiscussionListFacts = DiscussedItem & { state: DiscussionsState; isFromStart: boolean };

/** What belongs to the reader of a discussion's page. */
export type OwnDiscussion = {
  id: string;
  mayResolve: boolean;
  follow: Follow | null;
  /** Their reactions, as '{comment}:{kind}'. */
  reactions: readonly string[];
};
