/** Returns the name of the session cookie. */
export function sessionCookieName(settings: { readonly publicUrl: string }): string {
  return `${cookiePrefix(settings)}.session_token`;
}

/** Returns the prefix of all sign-in cookies: `__Host-` binds them to this host and to https. */
export function cookiePrefix(settings: { readonly publicUrl: string }): string {
  return isSecure(settings) ? '__Host-newline' : 'newline';
}

/** Whether cookies are only sent over https. */
export function isSecure({ publicUrl }: { readonly publicUrl: string }): boolean {
  return publicUrl.startsWith('https://');
}
