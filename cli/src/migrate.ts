import type { Command } from './command.ts';
import { withDatabase } from './with-database.ts';

/** `newline migrate`: what every start does as well, for those who want it done before. */
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
