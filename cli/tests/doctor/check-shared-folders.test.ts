import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimStorage } from '@newline/api/claim-storage';
import { createLog } from '@newline/api/log';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { checkSharedFolders } from '../../src/doctor/check-shared-folders.ts';

let db: TestDatabase;
let folder: string;
beforeAll(async () => {
  db = await startTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'newline-folders-'));
});
afterAll(async () => {
  await db.stop();
  await rm(folder, { recursive: true, force: true });
});

const local = { driver: 'local' } as const;
const bucket = { driver: 's3', bucket: 'uploads', region: 'us-east-1', endpoint: null, credentials: null } as const;

/** Claims a folder like a running process. */
async function run(dataDir: string, storage: typeof local | typeof bucket = local): Promise<void> {
  const claim = await claimStorage({ connection: db.connections.direct, dataDir, storage, log: createLog('silent'), say: () => undefined });
  onTestFinished(() => claim.close());
}
const check = (dataDir: string, storage: typeof local | typeof bucket = local) =>
  checkSharedFolders(db.connections.direct, { dataDir, storage });

test('processes that share the folder are fine, also none', async () => {
  const dataDir = join(folder, 'one');
  expect(await check(dataDir)).toEqual({ state: 'ok', what: 'No process of this site is running' });
  await run(dataDir);
  expect(await check(dataDir)).toEqual({ state: 'ok', what: `1 running process of this site uses the DATA_DIR ${dataDir}` });
  await run(dataDir);
  expect(await check(dataDir)).toEqual({ state: 'ok', what: `2 running processes of this site use the DATA_DIR ${dataDir}` });
});

test('a process with another folder, with a copy of it, or with a bucket, is a problem', async () => {
  const dataDir = join(folder, 'two');
  await run(dataDir);
  await cp(dataDir, join(folder, 'copy'), { recursive: true, filter: (path) => !/running.\d+$/.test(path) });
  for (const [other, storage] of [
    [join(folder, 'another'), local],
    [join(folder, 'copy'), local],
    [dataDir, bucket],
  ] as const) {
    expect(await check(other, storage)).toMatchObject({
      state: 'fail',
      what: expect.stringMatching(/^1 running process of this site( \(.*\))? does not use the (DATA_DIR|bucket) /) as string,
      remedy: expect.stringContaining('STORAGE_DRIVER=s3') as string,
    });
  }
  expect(await check(dataDir)).toMatchObject({ state: 'ok' });
});

test('processes with the same bucket are fine', async () => {
  await run(join(folder, 'machine one'), bucket);
  await run(join(folder, 'machine two'), bucket);
  expect(await check(join(folder, 'machine three'), bucket)).toEqual({
    state: 'ok',
    what: '2 running processes of this site use the bucket uploads',
  });
});
