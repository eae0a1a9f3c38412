import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DataStore, ERRORS, Upload } from '@tus/server';
import { BucketError } from '../../errors/bucket-error.ts';
import { type Bucket, readBody } from '../attachments/bucket.ts';
import { videoKeys } from './video-folders.ts';

/** A part of an upload that has arrived. */
type Part = { readonly key: string; readonly start: number; readonly end: number };

/** The size of a part, and of what a process keeps in memory for each upload that it receives. */
const partBytes = 8 * 1024 * 1024;
const binary = 'application/octet-stream';

/**
 * Opens the store of incoming files in a bucket. Each part of an upload is a file of its own, named by the bytes that it has, so that any
 * process can continue an upload, also after one was killed. A part never replaces another: two requests that send the same bytes at the
 * same time don't disturb each other. The name of an empty file has the size of the whole.
 */
export function openBucketUploads(bucket: Bucket): DataStore {
  return new BucketUploads(bucket);
}

class BucketUploads extends DataStore {
  readonly #bucket: Bucket;

  constructor(bucket: Bucket) {
    super();
    this.#bucket = bucket;
  }

  override async create(upload: Upload): Promise<Upload> {
    await this.#bucket.put(`${videoKeys.upload(upload.id)}size-${upload.size ?? 0}`, Buffer.alloc(0), binary);
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { size, parts } = await readUpload(this.#bucket, id);
    if (size === null) throw ERRORS.FILE_NOT_FOUND;
    return new Upload({ id, size, offset: parts.at(-1)?.end ?? 0 });
  }

  /** Stores what arrives until the request ends, also if it breaks off. */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    let at = offset;
    let waiting: Buffer[] = [];
    let waitingBytes = 0;
    const store = async () => {
      if (waitingBytes === 0) return;
      const bytes = Buffer.concat(waiting);
      waiting = [];
      waitingBytes = 0;
      await this.#bucket.put(`${videoKeys.upload(id)}${partName(at, at + bytes.length)}`, bytes, binary);
      at += bytes.length;
    };
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        waiting.push(chunk);
        waitingBytes += chunk.length;
        if (waitingBytes >= partBytes) await store();
      }
    } catch (error) {
      await store();
      throw error;
    }
    await store();
    return at;
  }
}

/** Returns the size and the bytes of an upload; null if it isn't complete. */
export async function openBucketUpload(
  bucket: Bucket,
  playbackId: string,
): Promise<{ readonly byteCount: number; readonly content: AsyncIterable<Buffer> } | null> {
  const { size, parts } = await readUpload(bucket, playbackId);
  return size === null || size !== (parts.at(-1)?.end ?? 0) ? null : { byteCount: size, content: contentOf(bucket, parts) };
}

/** Writes a whole upload into the bucket. */
export async function storeBucketUpload(
  bucket: Bucket,
  playbackId: string,
  { byteCount, content }: { readonly byteCount: number; readonly content: AsyncIterable<Buffer> },
): Promise<void> {
  const store = openBucketUploads(bucket);
  await store.create(new Upload({ id: playbackId, size: byteCount, offset: 0 }));
  await store.write(Readable.from(content), playbackId, 0);
}

async function* contentOf(bucket: Bucket, parts: readonly Part[]): AsyncGenerator<Buffer> {
  for (const { key } of parts) {
    const answer = await bucket.open(key);
    if (!answer?.stream) throw new BucketError(`openBucketUpload: expected the file ${key}, got none`);
    yield* readBody(answer.stream);
  }
}

/** Writes a complete upload to a file of this machine. */
export async function fetchBucketUpload(bucket: Bucket, playbackId: string, target: string): Promise<void> {
  const upload = await openBucketUpload(bucket, playbackId);
  if (upload === null) throw new BucketError(`fetchBucketUpload: expected all bytes of ${playbackId}, got fewer`);
  await mkdir(dirname(target), { recursive: true, mode: 0o750 });
  await pipeline(upload.content, createWriteStream(target, { mode: 0o640 }));
}

async function readUpload(bucket: Bucket, playbackId: string): Promise<{ readonly size: number | null; readonly parts: readonly Part[] }> {
  const prefix = videoKeys.upload(playbackId);
  const files = await bucket.list(prefix);
  const names = files.map(({ key }) => key.slice(prefix.length));
  const size = names.flatMap((name) => /^size-(\d+)$/.exec(name)?.[1] ?? []).map(Number)[0] ?? null;
  const all = files.flatMap(({ key, byteCount }): Part[] => {
    const [, start, end] = /^part-(\d+)-(\d+)$/.exec(key.slice(prefix.length)) ?? [];
    const part = { key, start: Number(start), end: Number(end) };
    return start !== undefined && end !== undefined && part.end - part.start === byteCount ? [part] : [];
  });
  return { size, parts: longestChain(all) };
}

/** Returns the parts, each of which begins where the one before it ends, that reach furthest from the first byte. */
function longestChain(parts: readonly Part[]): readonly Part[] {
  const endingAt = new Map<number, Part | null>([[0, null]]);
  // Those before a part begin before it, so they were seen already.
  for (const part of parts.toSorted((one, other) => one.start - other.start))
    if (part.end > part.start && endingAt.has(part.start) && !endingAt.has(part.end)) endingAt.set(part.end, part);
  const chain: Part[] = [];
  let furthest = 0;
  for (const end of endingAt.keys()) furthest = Math.max(furthest, end);
  for (let part = endingAt.get(furthest); part; part = endingAt.get(part.start)) chain.unshift(part);
  return chain;
}

function partName(start: number, end: number): string {
  return `part-${String(start).padStart(14, '0')}-${String(end).padStart(14, '0')}`;
}
