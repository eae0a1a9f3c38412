import { readdir, readFile, writeFile } from 'node:fs/promises';
import { calculateHash } from 'graphile-migrate/dist/hash.js';
import { parseMigrationText, serializeMigration } from 'graphile-migrate/dist/migration.js';
import { migrationsFolder } from './committed-migrations.ts';

/**
 * Rewrites the header chain (`--! Previous`, `--! Hash`) of all migrations. Only for migrations that no release contains yet: a database
 * that ran one with the old hash refuses to start.
 */
export async function rehashMigrations(folder = `${migrationsFolder}/committed`): Promise<string[]> {
  const changed: string[] = [];
  let previous: string | null = null;
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()) {
    const path = `${folder}/${name}`;
    const text = await readFile(path, 'utf8');
    const { headers, body } = parseMigrationText(path, text, false);
    const hash: string = calculateHash(body, previous);
    const renewed = serializeMigration(body, { ...headers, Previous: previous ?? '-', Hash: hash });
    if (renewed !== text) {
      await writeFile(path, renewed);
      changed.push(name);
    }
    previous = hash;
  }
  return changed;
}

if (import.meta.main) {
  const changed = await rehashMigrations();
  process.stdout.write(changed.length === 0 ? 'All hashes were correct.\n' : `${changed.join('\n')}\n`);
}
