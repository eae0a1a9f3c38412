import type { Command } from './command.ts';
import { withDatabase } from './with-database.ts';

/** `newline migrate`: runs the migrations that each start also runs, for operators who want to run them before. */
export const migrateCommand: Command = {
  name: 'migrate',
  usage: '',
  options: [],
  about: 'Creates the roles and runs all pending migrations.',
  run: ({ print, tell }) =>
    withDatabase(tell, async () => {
      print('The database is up to date.');
      return 0;
    }),
};
