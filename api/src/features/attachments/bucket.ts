import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { BucketError } from '../../errors/bucket-error.ts';

/** The settings of a bucket. */
export type BucketSettings = {
  readonly driver: 's3';
  readonly bucket: string;
  readonly region: string;
  /** Null for Amazon's own endpoint. */
  readonly endpoint: string | null;
  /** Null if the machine's role provides them. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
  /** How long a connection may be silent before its request fails, in milliseconds; `usualSilenceMs` if absent. */
  readonly silenceMs?: number;
};

/** A file in the bucket, by its key. */
export type BucketFile = { readonly key: string; readonly byteCount: number };

/** Headers of a request for a file. */
export type FileConditions = {
  readonly range?: string | undefined;
  readonly ifRange?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
  /** True for only the properties of a file. */
  readonly isHead?: boolean;
};

/** What the bucket answers: a whole file (200), a part (206), nothing because it's unchanged (304), or an impossible range (416). */
export type FileAnswer = {
  readonly statusCode: 200 | 206 | 304 | 416;
  readonly byteCount: number;
  readonly etag: string | undefined;
  /** The Content-Range of a part. */
  readonly range: string | undefined;
  readonly stream: Readable | null;
};

/** A bucket that all machines share. Every operation throws a BucketError if the service fails. */
export type Bucket = {
  /** Writes a file, which others see only once it is complete. */
  put(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Writes a file of this machine into the bucket. */
  putFile(key: string, file: string, contentType: string): Promise<void>;
  /** Returns a file or a part of it; null if there is none. */
  open(key: string, conditions?: FileConditions): Promise<FileAnswer | null>;
  /** Lists the files whose keys begin with `prefix`, ordered by key. */
  list(prefix: string): Promise<readonly BucketFile[]>;
  copy(from: string, to: string): Promise<void>;
  /** Deletes the files whose keys begin with `prefix`, if there are any. */
  removeAll(prefix: string): Promise<void>;
};

/** The largest file that one request can write. */
export const maxPutBytes = 5_000_000_000;
/** Larger files are sent as they are read. */
const maxBufferedBytes = 32_000_000;
/** Files that are being played keep a connection each, for as long as their viewers read slowly. */
const maxConnections = 512;
const connectMs = 5_000;
/** A service that copies a large file may be silent for a while, but not a minute. A viewer who stops reading for longer requests the rest again. */
const usualSilenceMs = 60_000;

/** The clients by their settings: images and videos of a process share the connections. */
const clients = new WeakMap<BucketSettings, Promise<S3Client>>();

/** Returns the client of a bucket's service. It is large, so it is loaded only if needed. */
export function bucketClient(settings: BucketSettings): Promise<S3Client> {
  const existing = clients.get(settings);
  if (existing) return existing;
  const made = import('@aws-sdk/client-s3').then(
    ({ S3Client: Client }) =>
      new Client({
        region: settings.region,
        // Not every service knows the client's own checksums. A request is signed with the hash of what it sends.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        requestHandler: {
          connectionTimeout: connectMs,
          // Also ends a response that stops in the middle. There is no limit for a whole request, because files of gigabytes take long.
          socketTimeout: settings.silenceMs ?? usualSilenceMs,
          httpAgent: { maxSockets: maxConnections },
          httpsAgent: { maxSockets: maxConnections },
        },
        ...(settings.endpoint === null ? {} : { endpoint: settings.endpoint, forcePathStyle: true }),
        ...(settings.credentials === null ? {} : { credentials: settings.credentials }),
      }),
  );
  clients.set(settings, made);
  return made;
}

/** Opens a bucket; the first operation connects. */
export function openBucket(settings: BucketSettings): Bucket {
  const { bucket: Bucket } = settings;
  const load = async () => ({ client: await bucketClient(settings), sdk: await import('@aws-sdk/client-s3') });
  type Loaded = Awaited<ReturnType<typeof load>>;
  const run = async <Result>(what: string, work: (loaded: Loaded) => Promise<Result>): Promise<Result> => {
    const loaded = await load();
    try {
      return await work(loaded);
    } catch (error) {
      throw error instanceof BucketError ? error : new BucketError(`The bucket failed: ${what}`, { cause: error });
    }
  };
  const list = (prefix: string) =>
    run(`list ${prefix}`, async ({ client, sdk }) => {
      const files: BucketFile[] = [];
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken }));
        for (const { Key, Size } of page.Contents ?? []) if (Key !== undefined) files.push({ key: Key, byteCount: Size ?? 0 });
        ContinuationToken = page.IsTruncated === true ? page.NextContinuationToken : undefined;
      } while (ContinuationToken !== undefined);
      return files.toSorted((one, other) => (one.key < other.key ? -1 : 1));
    });

  return {
    put: (Key, Body, ContentType) =>
      run(`put ${Key}`, async ({ client, sdk }) => {
        await client.send(new sdk.PutObjectCommand({ Bucket, Key, Body, ContentType }));
      }),
    async putFile(Key, file, ContentType) {
      const { size } = await stat(file);
      const Body = size <= maxBufferedBytes ? await readFile(file) : createReadStream(file);
      await run(`put ${Key}`, async ({ client, sdk }) => {
        await client.send(new sdk.PutObjectCommand({ Bucket, Key, Body, ContentLength: size, ContentType }));
      });
    },
    open: (Key, conditions = {}) =>
      run(`get ${Key}`, async ({ client, sdk }) => {
        const { isHead = false, range: Range, ifNoneMatch: IfNoneMatch, ifRange } = conditions;
        const ask = async (part: { Range?: string | undefined; IfMatch?: string | undefined }) => {
          const input = { Bucket, Key, IfNoneMatch, ...part };
          const answer = await client.send(isHead ? new sdk.HeadObjectCommand(input) : new sdk.GetObjectCommand(input));
          return {
            statusCode: answer.ContentRange === undefined ? (200 as const) : (206 as const),
            byteCount: answer.ContentLength ?? 0,
            etag: answer.ETag,
            range: answer.ContentRange,
            stream: 'Body' in answer ? (answer.Body as Readable) : null,
          };
        };
        const empty = (statusCode: 304 | 416) => ({ statusCode, byteCount: 0, etag: IfNoneMatch, range: undefined, stream: null });
        // A part is only sent of the file that the reader has the beginning of.
        const part = Range === undefined ? {} : ifRange === undefined ? { Range } : { Range, IfMatch: ifRange };
        try {
          return await ask(part).catch((error: unknown) => {
            if (statusOf(error) !== 412) throw error;
            return ask({});
          });
        } catch (error) {
          const status = statusOf(error);
          if (status === 304 || status === 416) return empty(status);
          if (status === 404 && !(error instanceof Error && error.name === 'NoSuchBucket')) return null;
          throw error;
        }
      }),
    list,
    copy: (from, to) =>
      run(`copy ${from}`, async ({ client, sdk }) => {
        await client.send(new sdk.CopyObjectCommand({ Bucket, Key: to, CopySource: `${Bucket}/${from}` }));
      }),
    async removeAll(prefix) {
      const files = await list(prefix);
      for (let from = 0; from < files.length; from += 1000) {
        await run(`delete ${prefix}`, async ({ client, sdk }) => {
          const Objects = files.slice(from, from + 1000).map(({ key }) => ({ Key: key }));
          const { Errors = [] } = await client.send(new sdk.DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
          if (Errors.length > 0)
            throw new BucketError(`The bucket kept ${Errors.length} files below ${prefix}: ${Errors[0]?.Message ?? ''}`);
        });
      }
    },
  };
}

/** Reads a file of a bucket. Throws a BucketError if it ends early, which says nothing about the file. */
export async function* readBody(stream: Readable): AsyncGenerator<Buffer> {
  try {
    yield* stream as AsyncIterable<Buffer>;
  } catch (error) {
    throw new BucketError('The bucket stopped sending a file', { cause: error });
  }
}

function statusOf(error: unknown): number | undefined {
  const metadata = error instanceof Error && '$metadata' in error ? error.$metadata : undefined;
  const status = typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata ? metadata.httpStatusCode : undefined;
  return typeof status === 'number' ? status : undefined;
}
