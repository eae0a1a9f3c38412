import { buttonClass } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { Link } from '../shared/link.tsx';
import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/verify';
import { SignInFrame } from '../features/sign-in/sign-in-frame.tsx';
import { returnToOf } from '../shared/login/return-to.server.ts';

/** The target of the link in the verification email: redirects signed-in users immediately; otherwise the page explains what to do. */
export async function loader({ context, url }: Route.LoaderArgs) {
  return { returnTo: returnToOf(context, url), hasFailed: url.searchParams.has('error') };
}

export const meta: Route.MetaFunction = () => [
  { title: `Confirm your email address · ${site.name}` },
  { name: 'robots', content: 'noindex' },
];

export default function Verify({ loaderData }: Route.ComponentProps) {
  const query = `?returnTo=${encodeURIComponent(loaderData.returnTo)}`;
  return (
    <SignInFrame title="Confirm your email address" lead="Use the link in the email we sent you.">
      {loaderData.hasFailed && <ErrorNote>That link has been used or has expired. Sign in and we’ll send another one.</ErrorNote>}
      <p className="acts" style={{ marginTop: 'var(--x-4)' }}>
        <Link className={buttonClass()} to={`/sign-in${query}`}>
          Sign in
        </Link>
        <Link className="link" to={`/sign-up${query}`}>
          Create an account
        </Link>
      </p>
    </SignInFrame>
  );
}
