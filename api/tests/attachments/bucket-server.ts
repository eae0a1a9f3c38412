import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BucketSettings } from '@newline/api/features/attachments/bucket';

/** s3rver, which has no types of its own. */
type Server = { run(): Promise<AddressInfo>; close(): Promise<void> };
type ServerClass = new (options: Record<string, unknown>) => Server;

/** A server of buckets on loopback, which speaks the protocol of S3. */
export type BucketServer = {
  /** The settings of a site that stores its files there. */
  readonly settings: BucketSettings;
  /** The folder of its only bucket. */
  readonly folder: string;
  /** Returns the keys of the bucket that begin with `prefix`, sorted. */
  keys(prefix?: string): Promise<string[]>;
  stop(): Promise<void>;
};

/** Starts a server with an empty bucket. */
export async function startBucketServer(): Promise<BucketServer> {
  const directory = await mkdtemp(join(tmpdir(), 'newline-buckets-'));
  const S3rver = createRequire(import.meta.url)('s3rver') as ServerClass;
  const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: 'uploads' }] });
  const { port } = await server.run();
  const folder = join(directory, 'uploads');
  return {
    folder,
    settings: {
      driver: 's3',
      bucket: 'uploads',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    },
    async keys(prefix = '') {
      const names = await readdir(folder, { recursive: true }).catch((): string[] => []);
      const keys = names.flatMap((name) => /^(.*)\._S3rver_object$/.exec(name)?.[1] ?? []);
      return keys.filter((key) => key.startsWith(prefix)).toSorted();
    },
    async stop() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
