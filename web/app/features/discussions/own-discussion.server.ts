import type { FillSlot, OwnPart, StudyPage } from '@newline/api/page-copy';
import type { OwnDiscussionQuery } from '../../../.documents/graphql.ts';
import { followWord } from '../../shared/discussions/discussion.ts';
import { fillHeader } from '../../shared/shell/fill-header.server.ts';
import { OwnDiscussionDocument } from './discussion-documents.ts';
import type { OwnDiscussion } from './discussion-facts.ts';

/** The pages of discussions. */
export const discussionStudyPages: readonly StudyPage[] = [
  {
    path: /^\/discussions\/(?<id>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/,
    document: String(OwnDiscussionDocument),
    read: (data) => {
      const { discussionById: node } = data as OwnDiscussionQuery;
      if (!node) return null;
      const { access, pageVersion: version, mayResolve, isFollowed, mails, reactions } = node.reader;
      if (access === 'EDITOR') return null;
      const discussion: OwnDiscussion = {
        id: node.id,
        mayResolve,
        follow: isFollowed === null && mails === null ? null : { isFollowed, mails },
        reactions: reactions.map(({ commentId, kind }) => `${commentId}:${kind}`),
      };
      return { access, version, own: { discussion } };
    },
  },
];

/** Returns what the slots of a discussion's copy contain for a reader. */
export function fillDiscussion(own: OwnPart): FillSlot {
  const { reactions, follow } = own['discussion'] as OwnDiscussion;
  const pressed = new Set(reactions);
  const word = followWord(follow);
  const fillShell = fillHeader(own);
  return (name, neutral) => {
    if (name === 'follow') return word === '' ? '' : ' data-on=""';
    if (name === 'follow-word') return word;
    if (name.startsWith('reaction:')) return pressed.has(name.slice('reaction:'.length)) ? ' aria-pressed="true"' : '';
    return fillShell(name, neutral);
  };
}
