import { createHash, randomBytes } from 'node:crypto';
import { StartError } from '@newline/db/start-error';
import { withClient } from '@newline/db/with-client';
import type { Command } from './command.ts';
import { withDatabase } from './with-database.ts';

/** `newline sign-in-link <username>`: prints a link that signs an administrator in, also where OpenID Connect is the only other way. */
export const signInLinkCommand: Command = {
  name: 'sign-in-link',
  usage: '<username>',
  options: [],
  positionals: ['username'],
  about: 'Prints a link that signs an administrator in, once within 15 minutes.',
  run: ({ operands: [username = ''], print, tell }) =>
    withDatabase(tell, async ({ connections }, { publicUrl }) => {
      const token = randomBytes(32).toString('base64url');
      const { rows } = await withClient(connections.owner, (owner) =>
        owner.query<{ isAdmin: boolean }>(
          `with found as (
             select a."email", u.is_admin from app_public.users u join auth."user" a on a."id" = u.id where u.username = lower($1)
           ), link as (
             insert into auth."verification" ("identifier", "value", "expiresAt")
             select $2, jsonb_build_object('email', f."email")::text, now() + interval '15 minutes' from found f where f.is_admin
           )
           select f.is_admin as "isAdmin" from found f`,
          [username.replace(/^@/, ''), storedIdentifier(token)],
        ),
      );
      if (!rows[0]) throw new StartError(`There is no user named ${username}.`);
      if (!rows[0].isAdmin)
        throw new StartError(`${username} is not an administrator. Only administrators can sign in by a link from here.`);
      print(`${publicUrl}/api/auth/magic-link/verify?${new URLSearchParams({ token, callbackURL: '/admin' }).toString()}`);
      return 0;
    }),
};

/** As sign-in stores the token of a link: hashed as a link, and hashed as what is stored. */
function storedIdentifier(token: string): string {
  const hash = (text: string) => createHash('sha256').update(text).digest('base64url');
  return hash(hash(token));
}
