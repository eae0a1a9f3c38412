import { StartError } from '@newline/db/start-error';
import { withClient } from '@newline/db/with-client';
import type { Command } from './command.ts';
import { withDatabase } from './with-database.ts';

/** `newline second-step-optional`: administrators can sign in without a second step again. */
export const secondStepOptionalCommand: Command = {
  name: 'second-step-optional',
  usage: '',
  options: [],
  about: 'Lets administrators sign in without two-step sign-in or a passkey again.',
  run: ({ print, tell }) =>
    withDatabase(tell, async ({ connections }) => {
      await withClient(connections.owner, (owner) => owner.query('select app_private.change_second_step_rule(false)'));
      print('Administrators can sign in without a second step.');
      return 0;
    }),
};

/** `newline remove-second-step <username>`: removes the lost second step of any user, including the last administrator. */
export const removeSecondStepCommand: Command = {
  name: 'remove-second-step',
  usage: '<username>',
  options: [],
  positionals: ['username'],
  about: 'Removes the lost two-step sign-in and the passkeys of a user, and signs them out.',
  run: ({ operands: [username = ''], print, tell }) =>
    withDatabase(tell, async ({ connections }) => {
      const { rows } = await withClient(connections.owner, (owner) =>
        owner
          .query<{ username: string }>(
            'select u.username, app_private.take_second_step(u.id) from app_public.users u where u.username = lower($1)',
            [username.replace(/^@/, '')],
          )
          .catch((error: unknown) => {
            if (error instanceof Error && error.message === 'SECOND_STEP_ABSENT')
              throw new StartError(`${username} has no two-step sign-in and no passkeys.`);
            throw error;
          }),
      );
      if (!rows[0]) throw new StartError(`There is no user named ${username}.`);
      print(`${rows[0].username} can sign in without a second step, and is signed out everywhere.`);
      return 0;
    }),
};
