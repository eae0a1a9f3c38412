/** Returns the name of the session cookie. */
export function sessionCookieName(settings: { readonly publicUrl: string }): string {
  return `${cookiePrefix(settings)}.session_token`;
}

/** The name of the cookie of a browser whose sign-in waits for its second step. */
export function secondStepCookieName(settings: { readonly publicUrl: string }): string {
  return `${cookiePrefix(settings)}.second_step`;
}

/** The name of the cookie of a browser that was sent a challenge for its passkeys. */
export function passkeyCookieName(settings: { readonly publicUrl: string }): string {
  return `${cookiePrefix(settings)}.passkey`;
}

/** The prefix of all sign-in cookies: `__Host-` binds them to this host and https. */
export function cookiePrefix(settings: { readonly publicUrl: string }): string {
  return isSecure(settings) ? '__Host-newline' : 'newline';
}

/** Whether cookies are only sent over https. */
export function isSecure({ publicUrl }: { readonly publicUrl: string }): boolean {
  return publicUrl.startsWith('https://');
}
