import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The folder of migrations; graphile-migrate reads its subfolder `committed`. */
export const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url));

/**
 * A committed migration: its file name, the name that graphile-migrate stores (`000001.sql`), the hash in its header, and whether older
 * releases can run with it.
 */
export type CommittedMigration = { name: string; number: string; hash: string; isCompatible: boolean };

/** The comment in a migration that says why older releases can, or can't, run with it. */
export const compatibilityMark = /^-- (Compatible with|Breaks) older releases: \S/m;

/** A migration that a database has run, as graphile-migrate records it. */
export type RunMigration = { filename: string; hash: string };

/** Every committed migration, oldest first. */
export async function committedMigrations(migrations = migrationsFolder): Promise<CommittedMigration[]> {
  const folder = `${migrations}/committed`;
  const names = (await readdir(folder)).filter((name) => /^\d{6}.*\.sql$/.test(name)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(`${folder}/${name}`, 'utf8');
      return {
        name,
        number: `${name.slice(0, 6)}.sql`,
        hash: /^--! Hash: (\S+)$/m.exec(text)?.[1] ?? '',
        isCompatible: compatibilityMark.exec(text)?.[1] === 'Compatible with',
      };
    }),
  );
}
