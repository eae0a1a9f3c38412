import { resolve } from 'node:path';
import { withClient } from '@newline/db/with-client';
import { formatBytes } from './backup/format-bytes.ts';
import { writeBackup } from './backup/write-backup.ts';
import type { Command } from './command.ts';
import { releaseVersion } from './release-version.ts';
import { withDatabase } from './with-database.ts';

/** `newline backup <file>`: backs up the database and files at one instant, while the site runs. */
export const backupCommand: Command = {
  name: 'backup',
  usage: '<file>',
  options: [],
  positionals: ['file'],
  about: 'Writes the database, uploads and videos to one archive. The site can keep running.',
  run: ({ operands: [file = ''], print, tell }) =>
    withDatabase(tell, async ({ connections }, env) => {
      const { manifest, byteCount } = await writeBackup({
        connections,
        dataDir: env.dataDir,
        storage: env.storage,
        file: resolve(file),
        version: await releaseVersion(),
      });
      // The checklist of the site shows when it was backed up.
      await withClient(connections.owner, (client) => client.query('update app_private.site_setup set backed_up_at = now()'));
      const rows = manifest.tables.reduce((sum, { rowCount }) => sum + rowCount, 0);
      for (const path of manifest.files.missing) tell(`Not in the backup, because it is missing from storage or kept changing: ${path}`);
      print(
        `${file}: ${formatBytes(byteCount)}, ${rows} rows in ${manifest.tables.length} tables and ${manifest.files.count} files, as of ${manifest.takenAt}.`,
      );
      print(
        'The archive does not contain SECRET_KEY: store that somewhere else. Anyone with the archive can read the site’s accounts, texts and videos.',
      );
      return 0;
    }),
};
