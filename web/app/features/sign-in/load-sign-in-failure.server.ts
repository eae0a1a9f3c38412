import { requestContext } from '@newline/api/request-context';
import type { RouterContextProvider } from 'react-router';
import { providersOf } from '../../shared/login/providers.ts';
import { failureOfSignIn } from './failure-of-sign-in.ts';

/** Returns the message for a sign-in that redirected back with an error; null without one. */
export function loadSignInFailure(context: Readonly<RouterContextProvider>, { searchParams }: URL): string | null {
  const providers = providersOf(context.get(requestContext).signInMethods);
  const name = providers.find(({ id }) => id === searchParams.get('provider'))?.name;
  return failureOfSignIn(searchParams.get('error'), name ?? null);
}
