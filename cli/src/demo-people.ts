import type { DemoPerson } from '@newline/db/demo/people';
import { StartError } from '@newline/db/start-error';
import { withClient } from '@newline/db/with-client';
import type { Command } from './command.ts';
import { withDatabase } from './with-database.ts';

/** `newline demo:people`: prints accounts of the demo to sign in with, one of each kind. */
export const demoPeopleCommand: Command = {
  name: 'demo:people',
  usage: '[--json]',
  options: ['json'],
  about: 'Shows the email, password and ID of one demo account per role.',
  run: ({ flags, print, tell }) =>
    withDatabase(tell, async ({ connections }, env) => {
      const { demoPeople } = await import('@newline/db/demo/people');
      const people = demoPeople(env.secretKey);
      const ids = people.map(({ id }) => id);
      const { rowCount } = await withClient(connections.owner, (client) =>
        client.query('select from app_public.users where id = any($1)', [ids]),
      );
      if (rowCount !== people.length)
        throw new StartError('This database does not contain the demo. Run `newline demo` on an empty database to load it.');
      if (flags.has('json')) print(JSON.stringify(people, null, 2));
      else for (const line of table(people)) print(line);
      return 0;
    }),
};

function table(people: readonly DemoPerson[]): string[] {
  const cells = people.map(({ role, email, password, id }) => [role, email, password, id]);
  const widths = [0, 1, 2, 3].map((column) => cells.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), 0));
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
