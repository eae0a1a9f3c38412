import { DoneNote, ErrorNote } from '@newline/ui/components/error-note';
import { site } from '../../../site.config.ts';
import type { Route } from './+types/sign-in';
import { SignInFrame } from '../features/sign-in/sign-in-frame.tsx';
import { returnToOf } from '../shared/login/return-to.server.ts';
import { SignInForm } from '../shared/login/sign-in-form.tsx';

export async function loader({ context, url }: Route.LoaderArgs) {
  const parameters = url.searchParams;
  return { returnTo: returnToOf(context, url), hasFailed: parameters.has('error'), isReset: parameters.get('reset') === 'done' };
}

export const meta: Route.MetaFunction = () => [{ title: `Sign in · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function SignIn({ loaderData }: Route.ComponentProps) {
  const { returnTo, hasFailed, isReset } = loaderData;
  return (
    <SignInFrame title="Sign in">
      {hasFailed && <ErrorNote>That link has been used or is too old. Ask for another one below.</ErrorNote>}
      {isReset && <DoneNote>The password is changed. Sign in with the new one.</DoneNote>}
      <SignInForm returnTo={returnTo} />
    </SignInFrame>
  );
}
