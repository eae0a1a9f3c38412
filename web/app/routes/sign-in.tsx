import { DoneNote, ErrorNote } from '@newline/ui/components/error-note';
import { site } from '@newline/api/rules/site/site';
import { requestContext } from '@newline/api/request-context';
import type { Route } from './+types/sign-in';
import { failureOfSignIn } from '../features/sign-in/failure-of-sign-in.ts';
import { SignInFrame } from '../features/sign-in/sign-in-frame.tsx';
import { faultsOfLinkEmail, sendMagicLink, signIn, startSignInElsewhere } from '../shared/login/auth-requests.ts';
import { providersOf } from '../shared/login/providers.ts';
import { returnToOf } from '../shared/login/return-to.server.ts';
import { takeAuthForm } from '../shared/login/take-auth-form.server.ts';
import { formPassword, formText } from '../shared/form/form-text.ts';
import { linkNeedsEmail, SignInForm } from '../shared/login/sign-in-form.tsx';

export async function loader({ context, url }: Route.LoaderArgs) {
  const parameters = url.searchParams;
  const providers = providersOf(context.get(requestContext).signInMethods);
  return {
    returnTo: returnToOf(context, url),
    failure: failureOfSignIn(parameters.get('error'), providers.find(({ id }) => id === parameters.get('provider'))?.name ?? null),
    isReset: parameters.get('reset') === 'done',
  };
}

/** Handles the form when it's sent without JavaScript. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const returnTo = returnToOf(context, url);
  const form = await request.formData();
  const email = formText(form, 'email');
  return takeAuthForm(context, form, async (post) => {
    if (form.get('method') === 'link') {
      const faults = faultsOfLinkEmail(email, linkNeedsEmail);
      if (faults !== null) return { faults };
      await sendMagicLink(email, returnTo, post);
      return { sentTo: email };
    }
    const provider = formText(form, 'method');
    if (provider !== '') return { continueAt: await startSignInElsewhere(provider, returnTo, post), provider };
    return { goTo: await signIn({ email, password: formPassword(form, 'password'), returnTo }, post) };
  });
}

export const meta: Route.MetaFunction = () => [{ title: `Sign in · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { returnTo, failure, isReset } = loaderData;
  return (
    <SignInFrame title="Sign in">
      {failure !== null && <ErrorNote>{failure}</ErrorNote>}
      {isReset && <DoneNote>Password changed. Sign in with your new password.</DoneNote>}
      <SignInForm returnTo={returnTo} sent={actionData} />
    </SignInFrame>
  );
}
