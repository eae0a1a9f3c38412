import { requestContext } from '@newline/api/request-context';
import { redirect, type RouterContextProvider } from 'react-router';
import { safeReturnTo } from '@newline/api/rules/return-path';

/** Returns the safe path that a sign-in page leads to afterward. Users who are already signed in are redirected there immediately. */
export function returnToOf(context: Readonly<RouterContextProvider>, url: URL): string {
  const returnTo = safeReturnTo(url.searchParams.get('returnTo') ?? '/');
  if (context.get(requestContext).viewer.userId !== null) throw redirect(returnTo);
  return returnTo;
}
