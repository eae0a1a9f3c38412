import { ErrorNote } from '@newline/ui/components/error-note';
import { site } from '../../../site.config.ts';
import type { Route } from './+types/reset-password';
import { NewPasswordForm, RequestResetForm } from '../features/sign-in/reset-forms.tsx';
import { SignInFrame } from '../features/sign-in/sign-in-frame.tsx';

export async function loader({ url }: Route.LoaderArgs) {
  const parameters = url.searchParams;
  return { token: parameters.get('token'), hasFailed: parameters.has('error') };
}

export const meta: Route.MetaFunction = () => [
  { title: `New password · ${site.name}` },
  { name: 'robots', content: 'noindex' },
  // The address holds the token until it is used.
  { name: 'referrer', content: 'no-referrer' },
];

export default function ResetPassword({ loaderData }: Route.ComponentProps) {
  const { token, hasFailed } = loaderData;
  if (token) {
    return (
      <SignInFrame title="Choose a new password">
        <NewPasswordForm token={token} />
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title="Forgot the password?" lead="Enter your address; a link to a new one goes there.">
      {hasFailed && <ErrorNote>That link has been used or is too old. Ask for another one.</ErrorNote>}
      <RequestResetForm />
    </SignInFrame>
  );
}
