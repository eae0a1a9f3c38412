import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Creates proofs that the browser that opens a link is the one that requested it: a cookie with a signature of what the link is about.
 *
 * For sign-up: without it, an attacker could sign up with another user's email address and their own password, and wait until that user
 * opens the link. So a link that is opened in another browser verifies the email address and signs in, but drops the password; the owner of
 * the mailbox chooses a new one. New and existing email addresses both get a cookie (the latter for an account that doesn't exist), so that
 * the response reveals nothing.
 *
 * For sign-in links: another browser's page says that the link was requested elsewhere.
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
    /** Returns the cookie's value for an account or a token. */
    proofFor: sign,
    /** Whether the request's cookies prove that this browser requested the link about this account or token. */
    isProven(cookieHeader: string | null | undefined, subject: string): boolean {
      const cookieValue = cookieHeader
        ?.split(';')
        .map((pair) => pair.trim())
        .find((pair) => pair.startsWith(`${name}=`))
        ?.slice(name.length + 1);
      const expected = Buffer.from(sign(subject));
      const actual = Buffer.from(cookieValue ?? '');
      return actual.length === expected.length && timingSafeEqual(actual, expected);
    },
  };
}

/** Creates the proof that a browser signed up as a user. */
export function createSignUpProof(settings: { readonly secret: string; readonly isSecure: boolean }) {
  return createBrowserProof({ ...settings, purpose: 'sign-up', maxAgeSeconds: 24 * 60 * 60 });
}

/** Creates the proof that a browser requested a sign-in link, by the token of the link. */
export function createLinkProof(settings: { readonly secret: string; readonly isSecure: boolean }) {
  return createBrowserProof({ ...settings, purpose: 'sign-in-link', maxAgeSeconds: 15 * 60 });
}

/**
 * Creates the proof that a browser has signed in to an account before, by the account's email address. It keeps the owner from being locked
 * out when someone else guesses passwords.
 */
export function createKnownBrowserProof(settings: { readonly secret: string; readonly isSecure: boolean }) {
  return createBrowserProof({ ...settings, purpose: 'known-browser', maxAgeSeconds: 400 * 24 * 60 * 60 });
}
