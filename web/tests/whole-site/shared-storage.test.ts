import { cp, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../bin/tests/free-port.ts';
import { makePlace, type Place } from './starting-site.ts';

const isFullRun = Boolean(process.env['NEWLINE_TEST_FULL']);

let environment: Place;
let folder: string;
let port: number;
beforeAll(async () => {
  environment = await makePlace();
  folder = dirname(environment.dataDir);
  port = await freePort(Number(new URL(environment.origin).port) + 1);
});
afterEach(() => environment?.stopAll());
afterAll(() => environment?.remove());

/** Starts a second process next to the first one. */
const second = (settings: Record<string, string> = {}) =>
  environment.begin({ PORT: String(port), PUBLIC_URL: environment.origin, ...settings });

test('a second process starts with the same DATA_DIR, and is refused with another one, also with a copy of the first', async () => {
  const first = environment.begin();
  await first.ready;
  await second().ready;
  await cp(environment.dataDir, join(folder, 'copy'), { recursive: true, filter: (path) => !path.includes('running') });
  for (const dataDir of isFullRun ? [join(folder, 'copy'), join(folder, 'another')] : [join(folder, 'copy')]) {
    const refused = environment.begin({ PORT: String(await freePort(port + 1)), PUBLIC_URL: environment.origin, DATA_DIR: dataDir });
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain('Give all processes one shared DATA_DIR, or set STORAGE_DRIVER=s3');
    expect(refused.output()).toContain(dataDir);
  }
  if (!isFullRun) return;
  // One that runs with a bucket would miss the files of the folder.
  const s3 = {
    STORAGE_DRIVER: 's3',
    S3_BUCKET: 'uploads',
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_ACCESS_KEY_ID: 'a',
    S3_SECRET_ACCESS_KEY: 'b',
  };
  const inBucket = environment.begin({ PORT: String(await freePort(port + 1)), PUBLIC_URL: environment.origin, ...s3 });
  expect(await inBucket.ended).toBe(1);
  expect(inBucket.output()).toContain('doesn’t use the bucket uploads');
  expect((await environment.get('/healthz')).status).toBe(200);
});

test.runIf(isFullRun)(
  'a single process always starts: after it was killed, with another folder, and with one that was emptied',
  async () => {
    const first = environment.begin();
    await first.ready;
    first.signal('SIGKILL');
    await first.ended;
    const moved = environment.begin({ DATA_DIR: join(folder, 'another machine') });
    await moved.ready;
    expect(await readdir(join(folder, 'another machine', 'running'))).toHaveLength(1);
    expect(await moved.stop()).toBe(0);
    expect(await readdir(join(folder, 'another machine', 'running'))).toEqual([]);
    await rm(join(folder, 'another machine'), { recursive: true });
    await environment.begin({ DATA_DIR: join(folder, 'another machine') }).ready;
  },
);

test.runIf(isFullRun)('a start waits for a process with another folder that is ending', async () => {
  const first = environment.begin();
  await first.ready;
  const next = second({ DATA_DIR: join(folder, 'next machine') });
  await expect.poll(() => next.output()).toContain('Waiting for it to end.');
  expect(await first.stop()).toBe(0);
  await next.ready;
});
