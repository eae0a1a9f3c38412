import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { sayIfOffline } from '../connection.ts';
import { reveal } from '../focus/reveal.ts';
import { lazyComponent } from '../lazy-component.ts';
import type { ViewerFacts } from '../viewer-facts.ts';
import type { CommentAbilities } from './comment-abilities.ts';
import type { Comment, Discussion } from './discussion.ts';
import type { DiscussionSource } from './discussion-source.ts';
import type { AskWho } from './use-comment-login.ts';
import { editDraftKey, readDraft, sendDraft, writeDraft } from './stored-drafts.ts';

const DeleteDialog = lazyComponent(() => import('./question-dialogs.tsx').then((module) => module.DeleteDialog));
const FollowDialog = lazyComponent(() => import('./follow-dialog.tsx').then((module) => module.FollowDialog));
const ReportDialog = lazyComponent(() => import('./question-dialogs.tsx').then((module) => module.ReportDialog));

/** The part of the signed-in person that decides what they may do. */
export type CommentViewer = Pick<ViewerFacts, 'id' | 'isAdmin'>;

type Options = {
  source: DiscussionSource;
  /** Null for a visitor. */
  viewer: CommentViewer | null;
  /** Opens the login prompt for a reaction; null where nobody has to log in. */
  onLogin: AskWho | null;
  /** The page's data may have changed with a comment: after one was deleted. */
  onChanged?: (() => void) | undefined;
};

type Question = { kind: 'delete' | 'report'; comment: Comment } | { kind: 'follow'; discussion: Pick<Discussion, 'id'> };

/** What the viewer may do with comments, and the questions that are asked on the way. What fails is logged and says nothing (DISC-11). */
export function useCommentAbilities({ source, viewer, onLogin, onChanged }: Options): {
  abilities: CommentAbilities;
  questions: ReactNode;
} {
  const [question, setQuestion] = useState<Question | null>(null);
  const viewerId = viewer?.id ?? null;
  const isAdmin = viewer?.isAdmin ?? false;
  const abilities = useMemo<CommentAbilities>(() => {
    const isOwn = ({ user }: Comment) => viewerId !== null && user?.id === viewerId;
    // A tombstone has nothing left to be done with.
    const isWhole = ({ deleted, bodyDelta }: Comment) => !deleted && bodyDelta !== null;
    const canEdit = (comment: Comment) => source.edit !== null && isWhole(comment) && isOwn(comment);
    const canDelete = (comment: Comment) => source.remove !== null && isWhole(comment) && (isAdmin || isOwn(comment));
    const canReport = (comment: Comment) => source.report !== null && isWhole(comment) && viewerId !== null && !isOwn(comment);
    const keyOf = ({ id }: Comment) => editDraftKey(id);
    return {
      canReact: source.react !== null,
      canEdit,
      canDelete,
      canReport,
      hasMenu: (comment) => canEdit(comment) || canDelete(comment) || canReport(comment),
      react: (comment, kind) => {
        if (viewerId === null && onLogin !== null)
          return onLogin(null, null, { discussionId: comment.discussionId, commentId: comment.id, kind });
        source.react?.(comment, kind).catch((error: unknown) => tellOf('We couldn’t save your reaction.', error));
      },
      edit: (comment, document) =>
        sendDraft(keyOf(comment), async () => {
          try {
            await source.edit?.(comment, document);
            return true;
          } catch (error) {
            tellOf('We couldn’t save your comment.', error);
            return false;
          }
        }),
      accept:
        source.accept &&
        ((comment, isAccepted) => {
          source.accept?.(comment, isAccepted).catch((error: unknown) => tellOf('We couldn’t accept the answer.', error));
        }),
      resolve:
        source.resolve &&
        ((discussion, isResolved) => {
          source.resolve?.(discussion, isResolved).catch((error: unknown) => tellOf('We couldn’t resolve the discussion.', error));
        }),
      canFollow: source.follow !== null && viewerId !== null,
      askToFollow: (discussion) => setQuestion({ kind: 'follow', discussion }),
      askToDelete: (comment) => setQuestion({ kind: 'delete', comment }),
      askToReport: (comment) => setQuestion({ kind: 'report', comment }),
      draftOf: (comment) => readDraft(keyOf(comment))?.document ?? null,
      keepDraft: (comment, document) => writeDraft(keyOf(comment), document === null ? null : { document }),
    };
  }, [source, viewerId, isAdmin, onLogin]);

  const close = () => setQuestion(null);
  const attempt = async (what: string, work: Promise<void> | undefined) => {
    try {
      await work;
      onChanged?.();
    } catch (error) {
      tellOf(what, error);
    }
  };
  const questions = question && (
    <Suspense>
      {question.kind === 'follow' ? (
        source.follow && <FollowDialog discussionId={question.discussion.id} follow={source.follow} onClose={close} />
      ) : question.kind === 'delete' ? (
        <DeleteDialog
          onDelete={async () => {
            await attempt('We couldn’t delete the comment.', source.remove?.(question.comment));
            // Its menu, which opened the dialog, may be gone.
            reveal(question.comment.id);
          }}
          onClose={close}
        />
      ) : (
        <ReportDialog
          onReport={(reason) => attempt('We couldn’t send your report.', source.report?.(question.comment, reason))}
          onClose={close}
        />
      )}
    </Suspense>
  );
  return { abilities, questions };
}

/** Logs a press that failed, and says so when that's because the browser is offline. */
function tellOf(what: string, error: unknown): void {
  console.error(what, error);
  sayIfOffline();
}
