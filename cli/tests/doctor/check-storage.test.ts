import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkStorage } from '../../src/doctor/check-storage.ts';

/** A bucket server, which has no types of its own. */
type BucketServer = { run(): Promise<AddressInfo>; close(): Promise<void> };

const folder = mkdtempSync(join(tmpdir(), 'newline-doctor-storage-'));
let server: BucketServer;
let endpoint: string;
beforeAll(async () => {
  const Server = createRequire(new URL('../../../api/package.json', import.meta.url))('s3rver') as new (options: object) => BucketServer;
  server = new Server({ port: 0, address: '127.0.0.1', silent: true, directory: folder, configureBuckets: [{ name: 'uploads' }] });
  endpoint = `http://127.0.0.1:${(await server.run()).port}`;
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const check = (bucket: string, accessKeyId = 'S3RVER') =>
  checkStorage({
    dataDir: folder,
    storage: { driver: 's3', bucket, region: 'us-east-1', endpoint, credentials: { accessKeyId, secretAccessKey: 'S3RVER' } },
  });

test('a bucket that can be written, read and deleted from is fine, and nothing is left in it @RUN-02', async () => {
  expect(await check('uploads')).toEqual({
    state: 'ok',
    what: `Uploads: bucket uploads at ${endpoint} can be written, read and deleted from`,
  });
  expect(readdirSync(join(folder, 'uploads'), { recursive: true }).filter((name) => String(name).includes('check'))).toEqual([]);
});

test('a missing bucket, and a wrong key, are reported with what fails', async () => {
  expect(await check('elsewhere')).toMatchObject({
    state: 'fail',
    what: expect.stringContaining(`Uploads: bucket elsewhere at ${endpoint}: cannot write: `) as string,
    remedy: expect.stringContaining('s3:PutObject') as string,
  });
  const refused = await check('uploads', 'another');
  expect(refused).toMatchObject({ state: 'fail', what: expect.stringContaining('cannot write: ') as string });
});

test('without a bucket, uploads are in DATA_DIR', async () => {
  expect(await checkStorage({ dataDir: folder, storage: { driver: 'local' } })).toEqual({
    state: 'ok',
    what: 'Uploads: in DATA_DIR/uploads',
  });
});
