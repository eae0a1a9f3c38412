import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { formatBytes } from './backup/format-bytes.ts';
import { writeBackup } from './backup/write-backup.ts';
import type { Command } from './command.ts';
import { withDatabase } from './with-database.ts';

/** `newline backup <file>`: database and files as they are at one instant, while the site runs. */
export const backupCommand: Command = {
  name: 'backup',
  usage: '<file>',
  options: [],
  positionals: ['file'],
  about: 'Writes database, uploads and videos into one archive; the site may run.',
  run: ({ words: [file = ''], print, tell }) =>
    withDatabase(tell, async ({ connections }, env) => {
      const { version }: { version: string } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
      const { manifest, byteCount } = await writeBackup({
        connections,
        dataDir: env.dataDir,
        storage: env.storage,
        file: resolve(file),
        version,
      });
      const rows = manifest.tables.reduce((sum, { rowCount }) => sum + rowCount, 0);
      for (const path of manifest.files.missing) tell(`Not in the backup, because it is not in the storage or never stood still: ${path}`);
      print(
        `${file}: ${formatBytes(byteCount)}, ${rows} rows of ${manifest.tables.length} tables and ${manifest.files.count} files, as of ${manifest.takenAt}.`,
      );
      print('SECRET_KEY is not in it: keep it elsewhere. Whoever has the archive has the site’s people, texts and videos.');
      return 0;
    }),
};
