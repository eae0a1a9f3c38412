import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '@newline/db/start-error';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { claimStorage } from '../src/claim-storage.ts';
import { createLog } from '../src/log.ts';

let db: TestDatabase;
let folder: string;
beforeAll(async () => {
  db = await startTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'newline-claims-'));
});
afterAll(async () => {
  await db.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Claims a folder like a process that starts, and returns what it printed. */
async function start(name: string): Promise<string[]> {
  const lines: string[] = [];
  const claim = await claimStorage({
    connection: db.connections.direct,
    dataDir: join(folder, name),
    storage: { driver: 'local' },
    log: createLog('silent'),
    say: (line) => lines.push(line),
  });
  onTestFinished(() => claim.close());
  return lines;
}

test('a second process starts with the same folder, and is refused with another one and with a copy', async () => {
  expect(await start('shared')).toEqual([]);
  expect(await start('shared')).toEqual([]);
  await cp(join(folder, 'shared'), join(folder, 'copy'), { recursive: true, filter: (path) => !/running.\d+$/.test(path) });
  const refusals = await Promise.allSettled([start('another'), start('copy')]);
  for (const refusal of refusals) {
    expect(refusal.status).toBe('rejected');
    const { reason } = refusal as PromiseRejectedResult;
    expect(reason).toBeInstanceOf(StartError);
    expect((reason as Error).message).toContain('Give all processes one shared DATA_DIR, or set STORAGE_DRIVER=s3');
  }
});
