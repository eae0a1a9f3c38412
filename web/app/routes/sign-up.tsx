import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/sign-up';
import { SignInFrame } from '../features/sign-in/sign-in-frame.tsx';
import { SignUpForm } from '../features/sign-in/sign-up-form.tsx';
import { faultsOfAccount } from '../features/sign-in/faults-of-account.ts';
import { formPassword, formText } from '../shared/form/form-text.ts';
import { signUp, startSignInElsewhere } from '../shared/login/auth-requests.ts';
import { returnToOf } from '../shared/login/return-to.server.ts';
import { takeAuthForm } from '../shared/login/take-auth-form.server.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  return { returnTo: returnToOf(context, url) };
}

/** Handles the form when it's sent without JavaScript. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const returnTo = returnToOf(context, url);
  const form = await request.formData();
  const account = { name: formText(form, 'name'), email: formText(form, 'email'), password: formPassword(form, 'password') };
  return takeAuthForm(context, form, async (post) => {
    const provider = formText(form, 'method');
    if (provider !== '') return { continueAt: await startSignInElsewhere(provider, returnTo, post), provider };
    const faults = faultsOfAccount(account);
    if (Object.keys(faults).length > 0) return { faults };
    await signUp({ ...account, returnTo }, post);
    return { sentTo: account.email };
  });
}

export const meta: Route.MetaFunction = () => [{ title: `Create an account · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function SignUp({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SignInFrame title="Create an account" lead="Keep your likes, bookmarks and progress.">
      <SignUpForm returnTo={loaderData.returnTo} sent={actionData} />
    </SignInFrame>
  );
}
