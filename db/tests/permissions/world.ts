import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

/** Fills a migrated, empty database with rows of every table and in every state. Needs a superuser, inside a transaction or outside. */
export async function buildWorld(superuser: pg.ClientBase | pg.Pool): Promise<void> {
  await superuser.query(await readFile(fileURLToPath(new URL('world.sql', import.meta.url)), 'utf8'));
}

/** Returns the id that world.sql gives to a name: `idOf('course draft')`. */
export function idOf(name: string): string {
  return createHash('md5')
    .update(name)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** The users of world.sql, as a request runs for them. */
export const people = {
  visitor: { role: 'visitor', userId: null },
  learner: { role: 'learner', userId: idOf('learner') },
  'other learner': { role: 'learner', userId: idOf('other') },
  Pro: { role: 'learner', userId: idOf('pro') },
  author: { role: 'learner', userId: idOf('author') },
  'other author': { role: 'learner', userId: idOf('stranger') },
  admin: { role: 'admin', userId: idOf('admin') },
} as const;
