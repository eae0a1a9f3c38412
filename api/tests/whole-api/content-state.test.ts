import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { withClient } from '@newline/db/with-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../src/log.ts';
import { listenForTags, type TagsListening } from '../../src/tags-listener.ts';

let db: TestDatabase;
let tags: TagsListening;
const heard: (readonly string[] | null)[] = [];
beforeAll(async () => {
  db = await startTestDatabase();
  tags = listenForTags(db.connections.direct, createLog('error'));
  tags.onTagsChanged((changed) => heard.push(changed));
  await tags.ready;
});
afterAll(async () => {
  await tags?.close();
  await db?.stop();
});

const add = (slug: string) => `insert into app_public.tags (name, slug) values ('${slug}', '${slug}')`;

test('a change of content is seen, whoever made it', async () => {
  for (let round = 0; round < 20; round++) {
    const before = await tags.contentState();
    expect((await tags.contentState()).mark).toBe(before.mark);
    heard.length = 0;
    const changing = db.superuser.query(add(`round-${round}`));
    let state = await tags.contentState();
    // Either it hadn't been committed, or its notification came before the result.
    if (state.mark === before.mark) {
      await changing;
      state = await tags.contentState();
    }
    expect(state.mark).not.toBe(before.mark);
    // Pages with a changed tag must not be served even once more.
    expect(heard).toEqual([['!tags', 'tags']]);
    await changing;
  }
});

test('a broken connection returns no state, and the next one does again', async () => {
  const lost = Promise.withResolvers<void>();
  const stopHearing = tags.onTagsChanged((changed) => changed === null && lost.resolve());
  await withClient(db.connections.owner, async (client) => {
    await client.query('begin');
    // It waits for this lock, and is disconnected while it waits.
    await client.query('lock table app_private.content_marks in access exclusive mode');
    const state = tags.contentState();
    state.catch(() => undefined);
    await expect
      .poll(async () => {
        const { rows } = await db.superuser.query<{ cut: boolean }>(
          `select pg_terminate_backend(pid) as cut from pg_stat_activity
           where application_name = 'newline tags' and datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows.length;
      })
      .toBe(1);
    await expect(state).rejects.toThrow(/terminat|broke/);
    await client.query('rollback');
  });
  await lost.promise;
  stopHearing();
  expect((await tags.contentState()).mark).toMatch(/^-?\d+$/);
});
