import { isRestoreDue } from '@newline/db/backup/restore-journal';
import { isDatabaseEmpty } from '@newline/db/is-database-empty';
import { StartError } from '@newline/db/start-error';
import type { Command } from './command.ts';
import { withDatabase } from './with-database.ts';

/** `newline demo`: loads the demo site into an empty database. */
export const demo: Command = {
  name: 'demo',
  usage: '',
  options: [],
  about: 'Loads the demo site into an empty database.',
  run: ({ print, tell }) =>
    withDatabase(tell, async ({ connections }, env) => {
      if (env.isProduction) {
        throw new StartError(
          `The demo’s passwords can be computed by anyone, so it must not run on ${env.publicUrl}. Use a loopback PUBLIC_URL.`,
        );
      }
      if (!(await isDatabaseEmpty(connections.owner))) {
        throw new StartError(
          'The database already has content, and the demo needs an empty one. Set DATA_DIR to a new folder, or DATABASE_URL to a new database.',
        );
      }
      if (isRestoreDue(env.dataDir)) {
        throw new StartError(
          `A restore into this site was interrupted. Run it again, or delete restore.json in ${env.dataDir} to load the demo instead.`,
        );
      }
      const { loadDemo } = await import('@newline/db/demo/load');
      await loadDemo(connections, { secretKey: env.secretKey, publicUrl: env.publicUrl, now: new Date(), log: tell });
      print('The demo is loaded. Run `newline demo:people` to see the accounts.');
      return 0;
    }),
};
