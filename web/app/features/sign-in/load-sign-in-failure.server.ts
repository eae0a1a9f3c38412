import { requestContext } from '@newline/api/request-context';
import type { RouterContextProvider } from 'react-router';
import { providersOf } from '../../shared/login/providers.ts';
import { failureOfSignIn } from './failure-of-sign-in.ts';

/** Returns what the sign-in page says of the sign-in that led back to it with an error; null when none did. */
export function loadSignInFailure(context: Readonly<RouterContextProvider>, { searchParams }: URL): string | null {
  const providers = providersOf(context.get(requestContext).signInMethods);
  const name = providers.find(({ id }) => id === searchParams.get('provider'))?.name;
  return failureOfSignIn(searchParams.get('error'), name ?? null);
}
