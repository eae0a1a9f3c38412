/**
 * Returns the sign-in page's message for a failed link or a failed sign-in on another site; null if nothing failed.
 *
 * @param error the code in the URL, which anyone can write
 * @param provider the name of the other site; null for a link, and for a site that isn't known
 */
export function failureOfSignIn(error: string | null, provider: string | null): string | null {
  if (error === null) return null;
  if (error === 'account_not_linked')
    return 'There’s already an account with your email address, but the address isn’t confirmed. Sign in to that account, confirm the address, and try again.';
  if (error === 'provider_email_not_verified')
    return `${provider ?? 'The other site'} hasn’t confirmed your email address, so we can’t use it. Confirm it there and try again, or ask your administrator.`;
  if (error === 'access_denied') return `${provider ?? 'The other site'} didn’t let you in, or you canceled. Nothing has changed.`;
  if (provider !== null) return `We couldn’t sign you in with ${provider}. Try again.`;
  return 'That link has been used or has expired. Request another one below.';
}
