import { Button, buttonClass } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { Link } from '../../shared/link.tsx';
import { site } from '@newline/api/rules/site/site';
import { requestDocument } from '../../shared/request-document.ts';
import { LocalDate } from '../../shared/dates/local-date.tsx';
import { NarrowPage } from './narrow-page.tsx';
import { AcceptInvitationDocument, type Invitation } from './team-documents.ts';
import { leaveFor } from '../../shared/form/leave-for.ts';
import { useForm } from '../../shared/form/use-form.ts';

type Props = { invitation: Invitation | null; token: string; email: string | null; hasSeat: boolean };

/** The page of an invitation link: who invites the user to which team, and a button to accept. */
export function InvitationPage({ invitation, token, email, hasSeat }: Props) {
  const { busy, failure, run } = useForm();
  const path = `/invitations/${token}`;
  if (!invitation?.teamName || invitation.status === 'WITHDRAWN' || invitation.status === 'EXPIRED') {
    return (
      <NarrowPage title="This invitation has expired">
        <p className="lead">
          {invitation?.status === 'EXPIRED' ? (
            <span>
              It was valid for 14 days. Ask <bdi>{invitation.inviter ?? 'the sender'}</bdi> for a new one.
            </span>
          ) : invitation?.status === 'WITHDRAWN' ? (
            <span>
              <bdi>{invitation.inviter ?? 'The sender'}</bdi> withdrew this invitation.
            </span>
          ) : (
            'The link is wrong, or a newer one was sent. Use the link in the latest email, or ask for another.'
          )}
        </p>
        <p className="acts">
          <Link className={buttonClass({ variant: 'line' })} to="/">
            Go to the home page
          </Link>
        </p>
      </NarrowPage>
    );
  }
  if (invitation.status === 'ACCEPTED') {
    return (
      <NarrowPage title="This seat is taken">
        <p className="lead">
          {hasSeat ? `You already have a team seat.` : 'This invitation was already accepted. If it wasn’t you, ask for another.'}
        </p>
        <p className="acts">
          <Link className={buttonClass()} to={hasSeat ? '/account/team' : '/'}>
            {hasSeat ? 'Your team' : 'Go to the home page'}
          </Link>
        </p>
      </NarrowPage>
    );
  }
  const accept = () =>
    void run(async () => {
      await requestDocument(AcceptInvitationDocument, { token });
      // A full page load, so that everything on it is unlocked.
      await leaveFor('/account/team');
    });
  return (
    <NarrowPage
      title={
        <>
          Join <bdi>{invitation.teamName}</bdi>
        </>
      }
    >
      <p className="lead">
        <bdi>{invitation.inviter}</bdi> has a seat for you. It includes every book, guide and course of {site.name} Pro, and costs you
        nothing.
      </p>
      <p className="meta">
        <span>
          Sent to {invitation.email}
          {invitation.expiresAt && (
            <span>
              , open until <LocalDate of={invitation.expiresAt} look="longDay" />
            </span>
          )}
          <span>. </span>
        </span>
        {email && (
          <span>
            {email === invitation.email
              ? `You’re signed in with that email address.`
              : `You’re signed in as ${email}. The seat will belong to that account.`}
          </span>
        )}
      </p>
      {failure && <ErrorNote>{failure}</ErrorNote>}
      <p className="acts">
        {email ? (
          <Button isBusy={busy !== null} onClick={accept}>
            {busy ? 'One moment...' : 'Accept invitation'} <ReturnMark />
          </Button>
        ) : (
          <>
            <Link className={buttonClass()} to={`/sign-in?returnTo=${encodeURIComponent(path)}`}>
              Sign in to accept
            </Link>
            <Link className="link" to={`/sign-up?returnTo=${encodeURIComponent(path)}`}>
              Create an account
            </Link>
          </>
        )}
      </p>
    </NarrowPage>
  );
}
