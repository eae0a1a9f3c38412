import { createHash, randomBytes } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';

/** A link that signs an administrator in, or why there is none. */
export type SignInLink = { readonly url: string } | { readonly refusal: 'NO_SUCH_USER' | 'NOT_AN_ADMINISTRATOR' };

/**
 * Creates a link that signs an administrator in, once within 15 minutes, also where OpenID Connect is the only other way. For the command
 * line: whoever can run it has the database anyway.
 *
 * @param owner a connection of the owner of the database
 */
export async function createSignInLink(
  owner: ClientBase | Pool,
  { username, publicUrl }: { readonly username: string; readonly publicUrl: string },
): Promise<SignInLink> {
  const token = randomBytes(32).toString('base64url');
  const { rows } = await owner.query<{ isAdmin: boolean }>(
    `with found as (
       select a."email", u.is_admin from app_public.users u join auth."user" a on a."id" = u.id where u.username = lower($1)
     ), link as (
       insert into auth."verification" ("identifier", "value", "expiresAt")
       select $2, jsonb_build_object('email', f."email")::text, now() + interval '15 minutes' from found f where f.is_admin
     )
     select f.is_admin as "isAdmin" from found f`,
    [username.replace(/^@/, ''), storedIdentifier(token)],
  );
  if (!rows[0]) return { refusal: 'NO_SUCH_USER' };
  if (!rows[0].isAdmin) return { refusal: 'NOT_AN_ADMINISTRATOR' };
  return { url: `${publicUrl}/api/auth/magic-link/verify?${new URLSearchParams({ token, callbackURL: '/admin' }).toString()}` };
}

/** As better-auth stores the token of a link: hashed as a link, and hashed again as what is stored. */
function storedIdentifier(token: string): string {
  const hash = (text: string) => createHash('sha256').update(text).digest('base64url');
  return hash(hash(token));
}
