import { Badge } from '@newline/ui/components/badge';
import { Button } from '@newline/ui/components/button';
import { EmptyState } from '@newline/ui/components/empty-state';
import { ErrorNote } from '@newline/ui/components/error-note';
import { useState } from 'react';
import { ConfirmButton } from '../../shared/confirm/confirm-button.tsx';
import { CommentSaid } from '../../shared/discussions/comment-said.tsx';
import { CommentTime } from '../../shared/discussions/comment-time.tsx';
import said from '../../shared/discussions/comment.module.css';
import { nameOf } from '../../shared/discussions/discussion.ts';
import { CommentText } from '../../shared/reader/comment-text.tsx';
import { requestDocument } from '../../shared/request-document.ts';
import {
  ApproveCommentDocument,
  DeleteReportedDocument,
  EndSuspensionDocument,
  type ReportedComment,
  SuspendUserDocument,
} from './moderation-documents.ts';
import styles from './moderation-page.module.css';

/** The reported comments, for moderators. */
export function ModerationPage({ comments, onDecided }: { comments: readonly ReportedComment[]; onDecided: () => Promise<void> }) {
  const [busyId, setBusyId] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const decide = async (id: string, work: () => Promise<unknown>) => {
    setBusyId(id);
    setFailed(false);
    await work()
      .then(onDecided)
      .catch((error: unknown) => {
        setFailed(true);
        console.error('We couldn’t save the decision.', error);
      })
      .finally(() => setBusyId(null));
  };
  return (
    <>
      <h1>Reported comments</h1>
      {hasFailed && <ErrorNote>We couldn’t save that. Try again.</ErrorNote>}
      <h2 className="sr">Waiting</h2>
      {comments.length === 0 ? (
        <EmptyState level={3} title="No reported comments">
          Comments that users report appear here.
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {comments.map((comment) => (
            <li key={comment.id}>
              <Reported comment={comment} isBusy={busyId === comment.id} onDecide={(work) => decide(comment.id, work)} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const reasons: Readonly<Record<string, string>> = {
  SPAM: 'Spam',
  RUDE: 'Insults or threats',
  OFF_TOPIC: 'Off topic',
  OTHER: 'Something else',
};
const spans = [
  { span: 'for a day', days: 1 },
  { span: 'for a week', days: 7 },
  { span: 'permanently', days: null },
] as const;

/** Returns the time in a number of days; null for never. */
function instantIn(days: number | null): string | null {
  return days === null ? null : new Date(Date.now() + days * 86_400_000).toISOString();
}

type ReportedProps = { comment: ReportedComment; isBusy: boolean; onDecide: (work: () => Promise<unknown>) => Promise<void> };

function Reported({ comment, isBusy, onDecide }: ReportedProps) {
  const { id, user, discussion, reports } = comment;
  const name = nameOf(comment);
  const bodyDelta = comment.bodyDelta ?? comment.withheldBodyDelta;
  const title = (discussion?.clip ?? discussion?.lesson ?? discussion?.article)?.title ?? 'a discussion';
  return (
    <article className={said.comment} aria-label={`Comment by ${name}`} aria-busy={isBusy || undefined}>
      <CommentSaid
        comment={{ ...comment, bodyDelta }}
        more={
          <>
            {comment.hiddenAt !== null && <Badge look="line">Hidden</Badge>}
            {user?.suspension && <Badge>Suspended</Badge>}
            <span className="meta">
              in{' '}
              <a className="link" href={`/discussions/${comment.discussionId}#${id}`}>
                <bdi>{title}</bdi>
              </a>
              , <CommentTime instant={comment.createdAt} now={null} />
            </span>
          </>
        }
        text={<CommentText bodyDelta={bodyDelta} bodyDrawings={comment.bodyDrawings} headingLevel={1} />}
      >
        <ul className={styles.reports} aria-label="Reports">
          {reports.nodes
            .filter(({ decidedAt }) => decidedAt === null)
            .map((report) => (
              <li key={report.id} className="meta">
                <span>{reasons[report.reason] ?? report.reason}</span>
                {report.details && (
                  <span>
                    {': '}
                    <bdi>{report.details}</bdi>
                  </span>
                )}
                <span>
                  {' ('}
                  <bdi>{report.user?.displayName ?? 'Deleted user'}</bdi>)
                </span>
              </li>
            ))}
        </ul>
        <div className="acts">
          <Button
            size="small"
            isBusy={isBusy}
            aria-label={`Approve the comment of ${name}`}
            onClick={() => void onDecide(() => requestDocument(ApproveCommentDocument, { id }))}
          >
            Approve
          </Button>
          <ConfirmButton
            variant="danger"
            action="Delete"
            object={`the comment of ${name}`}
            consequence="Its text is deleted for everyone. Replies stay. You can’t undo this."
            isBusy={isBusy}
            onConfirm={() =>
              onDecide(() => requestDocument(DeleteReportedDocument, { id, patch: { deleted: true, deletedAt: new Date().toISOString() } }))
            }
          />
          {user?.suspension ? (
            <Button
              size="small"
              variant="line"
              onClick={() => void onDecide(() => requestDocument(EndSuspensionDocument, { userId: user.id }))}
            >
              End suspension of <bdi>{name}</bdi>
            </Button>
          ) : (
            user &&
            spans.map(({ span, days }) => (
              <ConfirmButton
                key={span}
                action={`Suspend ${span}`}
                object={`(${name})`}
                title={`Suspend ${name} ${span}?`}
                consequence="They can read but not post. You can end the suspension at any time."
                isBusy={isBusy}
                onConfirm={() => onDecide(() => requestDocument(SuspendUserDocument, { userId: user.id, endsAt: instantIn(days) }))}
              />
            ))
          )}
        </div>
      </CommentSaid>
    </article>
  );
}
