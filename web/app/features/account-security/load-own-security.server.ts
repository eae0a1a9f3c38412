import type { OwnSecurity } from '@newline/api/own-security';
import { requestContext } from '@newline/api/request-context';
import { redirect, type RouterContextProvider } from 'react-router';

/** Loads how the user signs in; redirects visitors to the sign-in page. */
export async function loadOwnSecurity(context: Readonly<RouterContextProvider>): Promise<OwnSecurity> {
  const security = await context.get(requestContext).ownSecurity();
  if (security === null) throw redirect('/sign-in?returnTo=%2Faccount%2Fsecurity');
  return security;
}
