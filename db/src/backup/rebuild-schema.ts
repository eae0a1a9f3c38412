import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { committedMigrations, migrationsFolder } from '../migrate.ts';
import { StartError } from '../start-error.ts';
import type { Manifest } from './manifest.ts';

/** The schemas that migrations make. */
const migratedSchemas = ['app_public', 'app_private', 'auth', 'extensions'];

/** Refuses an archive whose database had migrations that this release does not know, or others than it knows. */
export async function requireKnownMigrations(manifest: Manifest): Promise<void> {
  const committed = await committedMigrations();
  for (const [position, { filename, hash }] of manifest.migrations.entries()) {
    const known = committed[position];
    if (known === undefined) {
      throw new StartError(
        `The backup was written by a newer release (newline ${manifest.newline}, ${manifest.migrations.length} migrations; here are ${committed.length}). Update newline, then restore. Nothing was changed.`,
      );
    }
    if (known.number !== filename || known.hash !== hash) {
      throw new StartError(
        `The backup's database was built by another migration ${filename} than this release has: expected ${known.number} with ${known.hash}, got ${filename} with ${hash}. Restore with the release that wrote it, newline ${manifest.newline}. Nothing was changed.`,
      );
    }
  }
}

/** Drops everything that migrations made and runs the first `count` of them again, inside the open transaction of the owner. */
export async function rebuildSchema(owner: pg.ClientBase, count: number): Promise<void> {
  await owner.query(`set local client_min_messages = 'warning'`);
  await owner.query(`drop schema if exists ${migratedSchemas.map((schema) => pg.escapeIdentifier(schema)).join(', ')} cascade`);
  for (const { name } of (await committedMigrations()).slice(0, count)) {
    // One statement at a time is for the server to find: without parameters a text may hold many.
    await owner.query(await readFile(`${migrationsFolder}/committed/${name}`, 'utf8'));
  }
}
