import { requestContext } from '@newline/api/request-context';
import { redirect, type RouterContextProvider } from 'react-router';
import { safeReturnTo } from '@newline/api/rules/return-path';

/** Where a page about signing in leads afterwards, made safe; sends somebody who is signed in there at once. */
export function returnToOf(context: Readonly<RouterContextProvider>, url: URL): string {
  const returnTo = safeReturnTo(url.searchParams.get('returnTo') ?? '/');
  if (context.get(requestContext).viewer.userId !== null) throw redirect(returnTo);
  return returnTo;
}
