import '@newline/api/graphql/graphile-mode';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createPool } from '@newline/db/create-pool';
import { StartError } from '@newline/db/start-error';
import { withClient } from '@newline/db/with-client';
import type { Command } from './command.ts';
import { withDatabase } from './with-database.ts';

/** `newline export-me <username> <file>`: exports a user's own data, as their download has it. */
export const exportMeCommand: Command = {
  name: 'export-me',
  usage: '<username> <file>',
  options: [],
  positionals: ['username', 'file'],
  about: 'Writes all data stored about one user, as they would download it.',
  run: ({ operands: [username = '', file = ''], print, tell }) =>
    withDatabase(tell, async ({ connections }) => {
      const { rows } = await withClient(connections.owner, (owner) =>
        owner.query<{ id: string; email: string; is_admin: boolean }>(
          'select u.id, a.email, u.is_admin from app_public.users u join auth."user" a on a.id = u.id where u.username = lower($1)',
          [username.replace(/^@/, '')],
        ),
      );
      const user = rows[0];
      if (!user) throw new StartError(`There is no user named ${username}.`);
      // The API is large, so it's loaded only where it is used.
      const { readOwnData } = await import('@newline/api/features/accounts/read-own-data');
      const pool = createPool(connections.direct, { max: 1, statementTimeoutMs: 0 });
      try {
        const data = await readOwnData(pool, {
          role: user.is_admin ? 'admin' : 'learner',
          userId: user.id,
          email: user.email,
        });
        const target = await open(resolve(file), 'wx', 0o600).catch((error: unknown) => {
          throw new StartError(`Cannot write ${file}: ${error instanceof Error ? error.message : String(error)}.`);
        });
        try {
          await target.writeFile(data);
        } finally {
          await target.close();
        }
      } finally {
        await pool.end();
      }
      print(`${file}: all data stored about ${username}.`);
      return 0;
    }),
};
