import { safeReturnTo } from '@newline/api/rules/return-path';
import { site } from '../../../site.config.ts';
import type { Route } from './+types/second-step';
import { SecondStepForm } from '../features/sign-in/second-step-form.tsx';
import { SignInFrame } from '../features/sign-in/sign-in-frame.tsx';
import { formText } from '../shared/form/form-text.ts';
import { verifySecondStep } from '../shared/login/auth-requests.ts';
import { takeAuthForm } from '../shared/login/take-auth-form.server.ts';

const returnToOf = (url: URL) => safeReturnTo(url.searchParams.get('returnTo') ?? '/');

export async function loader({ url }: Route.LoaderArgs) {
  return { returnTo: returnToOf(url) };
}

/** Handles the form without scripts. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData();
  return takeAuthForm(context, form, async (post) => {
    await verifySecondStep(formText(form, 'code'), post);
    return { goTo: returnToOf(url) };
  });
}

export const meta: Route.MetaFunction = () => [{ title: `Two-step sign-in · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function SecondStep({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SignInFrame title="Enter your code">
      <SecondStepForm returnTo={loaderData.returnTo} sent={actionData} />
    </SignInFrame>
  );
}
