import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The proof that the browser which opens a link is the one that requested it: a cookie with a signature of what the link is about.
 *
 * For sign-up: without it an attacker could sign up with another person's email address and a password of their own, and wait until that
 * person opens the link. So a link that is opened elsewhere verifies the address and signs in, but drops the password; the owner of the
 * mailbox chooses a new one. Both an unknown and a known address get a cookie (the latter of an account that does not exist), so that the
 * answer tells nothing.
 *
 * For sign-in links: elsewhere the page says that the link was requested in another browser.
 */
function createBrowserProof({
  secret,
  isSecure,
  purpose,
  maxAgeSeconds,
}: {
  readonly secret: string;
  readonly isSecure: boolean;
  readonly purpose: 'sign-up' | 'sign-in-link' | 'known-browser';
  readonly maxAgeSeconds: number;
}) {
  const cookieName = `newline_${purpose.replaceAll('-', '_')}`;
  const name = isSecure ? `__Host-${cookieName}` : cookieName;
  const sign = (subject: string) => createHmac('sha256', secret).update(`${purpose}:${subject}`).digest('base64url');
  return {
    cookie: {
      name,
      attributes: { httpOnly: true, secure: isSecure, sameSite: 'lax', path: '/', maxAge: maxAgeSeconds } as const,
    },
    /** The cookie's value for an account or a token. */
    proofFor: sign,
    /** True when the request's cookies prove that this browser requested the link about this account or token. */
    isProven(cookieHeader: string | null | undefined, subject: string): boolean {
      const given = cookieHeader
        ?.split(';')
        .map((pair) => pair.trim())
        .find((pair) => pair.startsWith(`${name}=`))
        ?.slice(name.length + 1);
      const expected = Buffer.from(sign(subject));
      const actual = Buffer.from(given ?? '');
      return actual.length === expected.length && timingSafeEqual(actual, expected);
    },
  };
}

/** Proves which browser signed up as a user. */
export function createSignUpProof(settings: { readonly secret: string; readonly isSecure: boolean }) {
  return createBrowserProof({ ...settings, purpose: 'sign-up', maxAgeSeconds: 24 * 60 * 60 });
}

/** Proves which browser requested a sign-in link, by the token of the link. */
export function createLinkProof(settings: { readonly secret: string; readonly isSecure: boolean }) {
  return createBrowserProof({ ...settings, purpose: 'sign-in-link', maxAgeSeconds: 15 * 60 });
}

/**
 * Proves that a browser has signed in to an account before, by the account's email address. Its owner is not locked out of it when someone else
 * guesses passwords from everywhere.
 */
export function createKnownBrowserProof(settings: { readonly secret: string; readonly isSecure: boolean }) {
  return createBrowserProof({ ...settings, purpose: 'known-browser', maxAgeSeconds: 400 * 24 * 60 * 60 });
}
