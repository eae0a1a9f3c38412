import { createHash, randomBytes } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';

/** A link that signs in an administrator, or the reason why there is none. */
export type SignInLink = { readonly url: string } | { readonly refusal: 'NO_SUCH_USER' | 'NOT_AN_ADMINISTRATOR' };

/**
 * Creates a link that signs in an administrator. It works once, within 15 minutes, even if OpenID Connect is otherwise the only way to sign
 * in. For the command line, whose users have access to the database anyway.
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

/** Hashes a link's token twice, as better-auth does before storing it. */
export function storedIdentifier(token: string): string {
  const hash = (text: string) => createHash('sha256').update(text).digest('base64url');
  return hash(hash(token));
}
