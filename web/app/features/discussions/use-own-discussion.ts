import { useMemo } from 'react';
import { useOwn } from '../../shared/own/use-own.ts';
import type { DiscussionFacts, OwnDiscussion } from './discussion-facts.ts';

/** Returns the page with what belongs to its reader, which comes beside a copy; during hydration, the copy. */
export function useOwnDiscussion(facts: DiscussionFacts): DiscussionFacts {
  const own = useOwn();
  return useMemo(() => {
    const ownDiscussion = own?.['discussion'] as OwnDiscussion | undefined;
    return facts.isCopy && ownDiscussion?.id === facts.discussion.id ? withOwn(facts, ownDiscussion) : facts;
  }, [facts, own]);
}

/** Returns the page of a copy with what belongs to its reader. */
function withOwn(copy: DiscussionFacts, { mayResolve, follow, reactions: own }: OwnDiscussion): DiscussionFacts {
  const pressed = new Set(own);
  const comments = copy.discussion.comments.map((comment) => ({
    ...comment,
    reactions: comment.reactions.map((reaction) => ({ ...reaction, isMine: pressed.has(`${comment.id}:${reaction.kind}`) })),
  }));
  return { ...copy, discussion: { ...copy.discussion, mayResolve, follow, comments } };
}
