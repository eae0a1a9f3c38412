import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { committedMigrations, migrationsFolder, type RunMigration } from '../committed-migrations.ts';
import { formerMigrations, isFormerChain, tooOld } from '../former-migrations.ts';
import { StartError } from '../start-error.ts';
import type { Manifest } from './manifest.ts';

/** The schemas that migrations create. */
const migratedSchemas = ['app_public', 'app_private', 'auth', 'extensions'];

/** Rejects an archive whose database had migrations that this release doesn't know, or that differ from its own. */
export async function requireKnownMigrations(manifest: Manifest): Promise<void> {
  const committed = await committedMigrations();
  const former = isFormerChain(manifest.migrations, committed) ? await formerMigrations() : null;
  const chain = former?.migrations ?? committed;
  for (const [position, { filename, hash }] of manifest.migrations.entries()) {
    const expected = chain[position];
    if (expected === undefined) {
      throw new StartError(
        `The backup was written by a newer release (newline ${manifest.newline}, ${manifest.migrations.length} migrations; here are ${chain.length}). Update newline, then restore. Nothing was changed.`,
      );
    }
    if (expected.number !== filename || expected.hash !== hash) {
      throw new StartError(
        `The backup's database was built by another migration ${filename} than this release has: expected ${expected.number} with ${expected.hash}, got ${filename} with ${hash}. Restore with the release that wrote it, newline ${manifest.newline}. Nothing was changed.`,
      );
    }
  }
  if (former !== null && !manifest.migrations.some(({ filename }) => filename === former.oldest)) {
    throw new StartError(tooOld('backup', manifest.migrations, former));
  }
}

/**
 * Drops everything that migrations created and runs those that built the backed-up database, inside the owner's open transaction. They are
 * known ones: committed, or from former releases (former-migrations.ts).
 */
export async function rebuildSchema(owner: pg.ClientBase, built: readonly RunMigration[]): Promise<void> {
  await owner.query(`set local client_min_messages = 'warning'`);
  await owner.query(`drop schema if exists ${migratedSchemas.map((schema) => pg.escapeIdentifier(schema)).join(', ')} cascade`);
  const committed = await committedMigrations();
  // The server separates the statements: without parameters, a text can contain many.
  if (isFormerChain(built, committed)) {
    for (const { sql } of (await formerMigrations()).migrations.slice(0, built.length)) await owner.query(sql);
  } else {
    for (const { name } of committed.slice(0, built.length))
      await owner.query(await readFile(`${migrationsFolder}/committed/${name}`, 'utf8'));
  }
}
