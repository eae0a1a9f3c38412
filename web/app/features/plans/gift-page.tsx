import { Button, buttonClass } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { leaveFor } from '../../shared/form/leave-for.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { Link } from '../../shared/link.tsx';
import { requestDocument } from '../../shared/request-document.ts';
import { type GiftView, RedeemGiftDocument } from './gift-documents.ts';
import { NarrowPage } from './narrow-page.tsx';
import styles from './plans.module.css';

type Props = { gift: GiftView | null; token: string; email: string | null };

/** The page of a gift's link: who gives which title, and a button to redeem it. */
export function GiftPage({ gift, token, email }: Props) {
  const { busy, failure, run } = useForm();
  if (!gift?.path) {
    return (
      <Ended title="This link doesn’t work">
        The gift isn’t there, or it was sent to another email address since. Ask the person who gave it to you for a new link.
      </Ended>
    );
  }
  const { title, path, giver, recipientName, message, state, isOwn } = gift;
  if (isOwn && state === 'REDEEMED') {
    return (
      <NarrowPage title={<bdi>{title}</bdi>}>
        <p className="lead">You redeemed this gift, and it’s yours for good.</p>
        <p className="acts">
          <Link className={buttonClass()} to={path}>
            Open it <ReturnMark />
          </Link>
          <Link className="link" to="/library">
            Go to your library
          </Link>
        </p>
      </NarrowPage>
    );
  }
  if (state !== 'OPEN') {
    return (
      <Ended title={state === 'REDEEMED' ? 'This gift was redeemed' : 'This gift was withdrawn'}>
        {state === 'REDEEMED'
          ? 'A gift can be redeemed once. If it wasn’t you, ask the person who gave it to you.'
          : 'Its payment was returned. Ask the person who gave it to you.'}
      </Ended>
    );
  }
  const returnTo = encodeURIComponent(`/checkout/gifts/${token}`);
  const redeem = () =>
    void run(async () => {
      await requestDocument(RedeemGiftDocument, { token });
      // A full page load, so that everything on it is unlocked.
      await leaveFor(path);
    });
  return (
    <NarrowPage
      title={
        <>
          A gift for <bdi>{recipientName ?? 'you'}</bdi>
        </>
      }
    >
      <p className="lead">
        <bdi>{giver ?? 'Someone'}</bdi> gives you <bdi>{title}</bdi>. It’s yours for good, and costs you nothing.
      </p>
      {message !== null && (
        <blockquote className={styles.message} dir="auto">
          {message}
        </blockquote>
      )}
      {email && <p className="meta">{`You’re signed in as ${email}. The gift will belong to that account.`}</p>}
      {failure && <ErrorNote>{failure}</ErrorNote>}
      <p className="acts">
        {email ? (
          <Button isBusy={busy !== null} onClick={redeem}>
            {busy ? 'One moment...' : 'Redeem gift'} <ReturnMark />
          </Button>
        ) : (
          <>
            <Link className={buttonClass()} to={`/sign-in?returnTo=${returnTo}`}>
              Sign in to redeem
            </Link>
            <Link className="link" to={`/sign-up?returnTo=${returnTo}`}>
              Create an account
            </Link>
          </>
        )}
        <Link className="link" to={path}>
          See what it is
        </Link>
      </p>
    </NarrowPage>
  );
}

function Ended({ title, children }: { title: string; children: string }) {
  return (
    <NarrowPage title={title}>
      <p className="lead">{children}</p>
      <p className="acts">
        <Link className={buttonClass({ variant: 'line' })} to="/">
          Go to the home page
        </Link>
      </p>
    </NarrowPage>
  );
}
