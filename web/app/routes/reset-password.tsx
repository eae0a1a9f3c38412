import { ErrorNote } from '@newline/ui/components/error-note';
import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/reset-password';
import { formPassword, formText } from '../shared/form/form-text.ts';
import { faultsOfLinkEmail, requestPasswordReset, resetPassword } from '../shared/login/auth-requests.ts';
import { takeAuthForm } from '../shared/login/take-auth-form.server.ts';
import { NewPasswordForm, RequestResetForm } from '../features/sign-in/reset-forms.tsx';
import { SignInFrame } from '../features/sign-in/sign-in-frame.tsx';

export async function loader({ url }: Route.LoaderArgs) {
  const parameters = url.searchParams;
  return { token: parameters.get('token'), hasFailed: parameters.has('error') };
}

/** Handles the forms when they're sent without JavaScript. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData();
  const token = url.searchParams.get('token');
  return takeAuthForm(context, form, async (post) => {
    if (token) {
      await resetPassword(token, formPassword(form, 'password'), post);
      return { goTo: '/sign-in?reset=done' };
    }
    const email = formText(form, 'email');
    const faults = faultsOfLinkEmail(email);
    if (faults !== null) return { faults };
    await requestPasswordReset(email, post);
    return { sentTo: email };
  });
}

export const meta: Route.MetaFunction = () => [
  { title: `New password · ${site.name}` },
  { name: 'robots', content: 'noindex' },
  // The URL contains the token until it's used. With `no-referrer` browsers would send `Origin: null` with the form, which is refused.
  { name: 'referrer', content: 'same-origin' },
];

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { token, hasFailed } = loaderData;
  if (token) {
    return (
      <SignInFrame title="Choose a new password">
        <NewPasswordForm token={token} sent={actionData} />
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title="Forgot your password?" lead="Enter your email address and we’ll send you a link to set a new one.">
      {hasFailed && <ErrorNote>That link has been used or has expired. Request another one.</ErrorNote>}
      <RequestResetForm sent={actionData} />
    </SignInFrame>
  );
}
