import { createHmac, timingSafeEqual } from 'node:crypto';

const cookieName = 'newline_sign_up';
const maxAgeSeconds = 24 * 60 * 60;

/**
 * The proof that the browser which opens a verification link is the one that chose the password.
 *
 * Without it somebody could sign up with another person's address and a password of their own, and wait until that
 * person opens the link. So a link that is opened elsewhere verifies the address and signs in, but drops the password;
 * the owner of the mailbox chooses a new one.
 *
 * Both an unknown and a known address get a cookie (the latter of an account that does not exist), so that the answer
 * tells nothing.
 */
export function createSignUpProof({ secret, isSecure }: { secret: string; isSecure: boolean }) {
  const name = isSecure ? `__Host-${cookieName}` : cookieName;
  const sign = (userId: string) => createHmac('sha256', secret).update(`sign-up:${userId}`).digest('base64url');
  return {
    cookie: {
      name,
      attributes: { httpOnly: true, secure: isSecure, sameSite: 'lax', path: '/', maxAge: maxAgeSeconds } as const,
    },
    /** The cookie's value for an account. */
    proofFor: sign,
    /** True when the request's cookies prove that this browser signed up as the user. */
    isProven(cookieHeader: string | null | undefined, userId: string): boolean {
      const given = cookieHeader
        ?.split(';')
        .map((pair) => pair.trim())
        .find((pair) => pair.startsWith(`${name}=`))
        ?.slice(name.length + 1);
      const expected = Buffer.from(sign(userId));
      const actual = Buffer.from(given ?? '');
      return actual.length === expected.length && timingSafeEqual(actual, expected);
    },
  };
}
