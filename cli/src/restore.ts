import { resolve } from 'node:path';
import { checkBackup, restoreBackup } from './backup/restore-backup.ts';
import type { Command } from './command.ts';
import { withDatabase } from './with-database.ts';

/**
 * PostgreSQL's settings during a restore: data that a transaction loads into tables it created is written only to the tables, and not to
 * the log. The site's next start has its usual settings again.
 */
const fillingSettings = { wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '8GB', autovacuum: 'off' };

/** `newline restore <file>`: restores the site from an archive, completely or not at all. */
export const restoreCommand: Command = {
  name: 'restore',
  usage: '[--replace] <file>',
  options: ['replace'],
  positionals: ['file'],
  about: 'Restores a site from a backup, into an empty site or with --replace.',
  run: async ({ flags, operands: [file = ''], print, tell }) => {
    const path = resolve(file);
    tell('Checking the archive');
    const manifest = await checkBackup(path);
    return withDatabase(
      tell,
      async ({ connections }, env) => {
        const site = { connections, dataDir: env.dataDir, storage: env.storage };
        await restoreBackup(path, manifest, { ...site, isReplacing: flags.has('replace'), tell });
        print(`Restored the site as of ${manifest.takenAt}.`);
        print('If SECRET_KEY has changed since, everyone has to sign in again, and links in emails already sent no longer work.');
        return 0;
      },
      fillingSettings,
    );
  },
};
