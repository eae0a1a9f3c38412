import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { withClient } from '@newline/db/with-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../src/log.ts';
import { countListeners, listenersLock, listenForTags, type TagsListening } from '../../src/tags-listener.ts';

let db: TestDatabase;
let processes: TagsListening[];
beforeEach(async () => {
  db = await startTestDatabase();
  // Each process of a site listens once.
  processes = Array.from({ length: 3 }, () => listenForTags(db.connections.direct, createLog('silent')));
  await Promise.all(processes.map(({ ready }) => ready));
});
afterEach(async () => {
  await Promise.all(processes.map((each) => each.close()));
  await db.stop();
});

const announce = (tags: string) => db.superuser.query('select pg_notify($1, $2)', ['newline_tags', tags]);

describe('a process that has caught up @ADMIN-01', () => {
  test('has waited for its own listeners, and after a withdrawal for those of all other processes', async () => {
    const handled: string[] = [];
    const gates = processes.map(() => Promise.withResolvers<void>());
    for (const [at, each] of processes.entries())
      each.onTagsChanged(async (tags) => {
        if (!tags?.includes('!pages')) return;
        await gates[at]?.promise;
        handled.push(`process ${at}`);
      });
    await announce('!pages');
    let hasCaughtUp = false;
    const waiting = processes[0]?.caughtUp().then(() => {
      hasCaughtUp = true;
    });
    // Another mutation of the same process waits, too.
    const another = processes[0]?.caughtUp();
    for (const gate of gates) {
      await db.superuser.query('select');
      expect(hasCaughtUp).toBe(false);
      gate.resolve();
    }
    await Promise.all([waiting, another]);
    expect(handled.toSorted()).toEqual(['process 0', 'process 1', 'process 2']);
  });

  test('has waited for what listeners withdraw themselves, such as all pages after new settings', async () => {
    const pages = processes.map(() => 'old');
    const gate = Promise.withResolvers<void>();
    for (const [at, each] of processes.entries())
      each.onTagsChanged(async (tags) => {
        if (tags?.includes('!*')) pages[at] = 'new';
        if (!tags?.includes('pages')) return;
        // The settings are read first.
        if (at > 0) await gate.promise;
        each.tell(['!*']);
      });
    await announce('pages');
    let seen: readonly string[] = [];
    const waiting = processes[0]?.caughtUp().then(() => {
      seen = [...pages];
    });
    await expect.poll(() => pages[0]).toBe('new');
    gate.resolve();
    await waiting;
    expect(seen).toEqual(['new', 'new', 'new']);
  });

  test('asks other processes only after a withdrawal, and not those that have ended', async () => {
    await withClient(db.connections.owner, async (client) => {
      const said: string[] = [];
      client.on('notification', ({ payload = '' }) => said.push(payload.split(' ')[0] ?? ''));
      await client.query('listen newline_heard');
      const heard = async () => {
        await client.query('select');
        return said.splice(0);
      };
      await announce('pages');
      await processes[0]?.caughtUp();
      expect(await heard()).toEqual([]);
      await announce('!pages');
      await processes[0]?.caughtUp();
      expect(await heard()).toEqual(['question', 'answer', 'answer']);
      await processes[1]?.close();
      await expect.poll(async () => (await db.superuser.query(countListeners, [listenersLock])).rows).toEqual([{ listeners: 2 }]);
      await announce('!pages');
      await processes[0]?.caughtUp();
      expect(await heard()).toEqual(['question', 'answer']);
    });
  });
});
