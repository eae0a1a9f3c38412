import { createSignInLink } from '@newline/api/features/accounts/sign-in-link';
import { StartError } from '@newline/db/start-error';
import { withClient } from '@newline/db/with-client';
import type { Command } from './command.ts';
import { withDatabase } from './with-database.ts';

/**
 * `newline sign-in-link <username>`: prints a link that signs in an administrator, even if OpenID Connect is otherwise the only way to sign
 * in.
 */
export const signInLinkCommand: Command = {
  name: 'sign-in-link',
  usage: '<username>',
  options: [],
  positionals: ['username'],
  about: 'Prints a link that signs in an administrator. It works once, within 15 minutes.',
  run: ({ operands: [username = ''], print, tell }) =>
    withDatabase(tell, async ({ connections }, { publicUrl }) => {
      const link = await withClient(connections.owner, (owner) => createSignInLink(owner, { username, publicUrl }));
      if ('url' in link) {
        print(link.url);
        return 0;
      }
      throw new StartError(
        link.refusal === 'NO_SUCH_USER'
          ? `There is no user named ${username}.`
          : `${username} is not an administrator. This command only creates links for administrators.`,
      );
    }),
};
