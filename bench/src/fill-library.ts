import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection } from '@newline/db/connections';
import pg from 'pg';
import { projectRoot } from './project-root.ts';

/** The items of the filled library have it in their URLs. */
const MARK = 'measured';

/** Adds 300 courses and books, in no list of the site, to a user's library. Filling again changes nothing. */
export async function fillLibrary(owner: Connection, userId: string): Promise<void> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    await client.query("select set_config('newline.reader', $1, false), set_config('newline.library_mark', $2, false)", [userId, MARK]);
    const { rowCount } = await client.query('select from app_public.courses where slug = $1', [`library-${MARK}1`]);
    if (rowCount !== 0) return;
    await client.query(await readFile(join(projectRoot, 'db/tests/library-fill.sql'), 'utf8'));
    await client.query('analyze');
  } finally {
    await client.end();
  }
}
