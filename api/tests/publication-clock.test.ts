import { createPool } from '@newline/db/create-pool';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../src/log.ts';
import { startPublicationClock } from '../src/publication-clock.ts';
import { listenForTags, type TagsListening } from '../src/tags-listener.ts';

let db: TestDatabase;
let pool: Pool;
let tags: TagsListening;
beforeAll(async () => {
  db = await startTestDatabase();
  pool = createPool(db.connections.app, { max: 5, statementTimeoutMs: 30_000, connectionTimeoutMs: 60_000 });
  tags = listenForTags(db.connections.direct, createLog('silent'));
  await tags.ready;
});
afterAll(async () => {
  await tags.close();
  await pool.end();
  await db.stop();
});

test('the next publication is looked up once more after any number of changes, so that an import leaves connections to readers @SITE-05', async () => {
  let count = 0;
  let released = 0;
  pool.on('acquire', () => (count += 1));
  pool.on('release', () => (released += 1));
  const clock = startPublicationClock(pool, tags, createLog('silent'));
  for (let lesson = 0; lesson < 1000; lesson += 1) tags.tell(['courses']);
  // The one that has begun, and one after the last change.
  await expect.poll(() => released).toBe(2);
  expect(count).toBe(2);
  for (let lesson = 0; lesson < 1000; lesson += 1) tags.tell(['articles']);
  await expect.poll(() => released).toBe(4);
  expect(count).toBe(4);
  clock.close();
});
