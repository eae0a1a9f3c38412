import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { showIfOffline } from '../connection.ts';
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

/** The fields of the signed-in user that determine what they may do. */
export type CommentViewer = Pick<ViewerFacts, 'id' | 'isAdmin'>;

type Options = {
  source: DiscussionSource;
  /** Null for a visitor. */
  viewer: CommentViewer | null;
  /** Opens the sign-in prompt for a reaction; null where no sign-in is needed. */
  onLogin: AskWho | null;
  /** Called when the page's data may have changed, after a comment was deleted. */
  onChanged?: (() => void) | undefined;
};

type Question = { kind: 'delete' | 'report'; comment: Comment } | { kind: 'follow'; discussion: Pick<Discussion, 'id'> };

/** Returns what the viewer may do with comments, and the dialogs that this needs. Failures are logged and not shown (DISC-11). */
export function useCommentAbilities({ source, viewer, onLogin, onChanged }: Options): {
  abilities: CommentAbilities;
  questions: ReactNode;
} {
  const [question, setQuestion] = useState<Question | null>(null);
  /** The comment that was just deleted; it gets the focus once the dialog is closed. */
  const deletedId = useRef<string | null>(null);
  useEffect(() => {
    if (question !== null || deletedId.current === null) return;
    reveal(deletedId.current);
    deletedId.current = null;
  }, [question]);
  const viewerId = viewer?.id ?? null;
  const isAdmin = viewer?.isAdmin ?? false;
  const abilities = useMemo<CommentAbilities>(() => {
    const isOwn = ({ user }: Comment) => viewerId !== null && user?.id === viewerId;
    // A deleted comment has no actions.
    const hasText = ({ deleted, bodyDelta }: Comment) => !deleted && bodyDelta !== null;
    const canEdit = (comment: Comment) => source.edit !== null && hasText(comment) && isOwn(comment);
    const canDelete = (comment: Comment) => source.remove !== null && hasText(comment) && (isAdmin || isOwn(comment));
    const canReport = (comment: Comment) => source.report !== null && hasText(comment) && viewerId !== null && !isOwn(comment);
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
        source.react?.(comment, kind).catch((error: unknown) => reportFailure('We couldn’t save your reaction.', error));
      },
      edit: (comment, document) =>
        sendDraft(keyOf(comment), async () => {
          try {
            await source.edit?.(comment, document);
            return true;
          } catch (error) {
            reportFailure('We couldn’t save your comment.', error);
            return false;
          }
        }),
      accept:
        source.accept &&
        ((comment, isAccepted) => {
          source.accept?.(comment, isAccepted).catch((error: unknown) => reportFailure('We couldn’t accept the answer.', error));
        }),
      resolve:
        source.resolve &&
        ((discussion, isResolved) => {
          source.resolve?.(discussion, isResolved).catch((error: unknown) => reportFailure('We couldn’t resolve the discussion.', error));
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
  const attempt = async (description: string, work: Promise<void> | undefined) => {
    try {
      await work;
      onChanged?.();
    } catch (error) {
      reportFailure(description, error);
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
            deletedId.current = question.comment.id;
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

/** Logs a failed action, and shows a message when the browser is offline. */
function reportFailure(description: string, error: unknown): void {
  console.error(description, error);
  showIfOffline();
}
