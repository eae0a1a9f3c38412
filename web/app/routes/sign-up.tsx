import { site } from '../../../site.config.ts';
import type { Route } from './+types/sign-up';
import { SignInFrame } from '../features/sign-in/sign-in-frame.tsx';
import { SignUpForm } from '../features/sign-in/sign-up-form.tsx';
import { returnToOf } from '../shared/login/return-to.server.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  return { returnTo: returnToOf(context, url) };
}

export const meta: Route.MetaFunction = () => [{ title: `Create an account · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function SignUp({ loaderData }: Route.ComponentProps) {
  return (
    <SignInFrame title="Create an account" lead="Likes, bookmarks and where you stopped are kept for you.">
      <SignUpForm returnTo={loaderData.returnTo} />
    </SignInFrame>
  );
}
