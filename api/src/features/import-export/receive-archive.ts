import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import type { RateLimits } from '../../rate-limits.ts';
import { codedError } from '../../errors/error-codes.ts';
import { uploadLimits } from '../../rules/limits/upload.ts';

/** Maximum time to receive an archive, in milliseconds. */
const receiveMs = 10 * 60_000;

/** Returns the declared size of an archive. Throws if it's too large. */
export function announcedBytes(request: FastifyRequest): number {
  const announced = Number(request.headers['content-length'] ?? uploadLimits.archiveBytes);
  if (!(announced <= uploadLimits.archiveBytes)) throw tooLarge();
  return announced;
}

/** Counts an archive that is sent or downloaded against the user's rate limits. */
export async function countArchive(
  rateLimits: Pick<RateLimits, 'archives' | 'archiveKilobytes'>,
  userId: string,
  byteCount: number,
): Promise<void> {
  const wait = await rateLimits.archives.consume(userId);
  if (wait !== null) throw tooMany('ARCHIVE_LIMIT_REACHED', wait);
  if (byteCount === 0) return;
  const bytesWait = await rateLimits.archiveKilobytes.consume(userId, Math.ceil(byteCount / 1000));
  if (bytesWait !== null) throw tooMany('ARCHIVE_BYTES_LIMIT_REACHED', bytesWait);
}

/** Writes the body of a request to a new file. */
export async function receiveArchive(request: FastifyRequest, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o750 });
  const timer = setTimeout(() => request.raw.destroy(new Error('the archive took too long')), receiveMs);
  try {
    await pipeline(request.raw, atMost(uploadLimits.archiveBytes), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } finally {
    clearTimeout(timer);
  }
}

/** The error of a user who sends too much. */
export function tooMany(reason: 'ARCHIVE_LIMIT_REACHED' | 'ARCHIVE_BYTES_LIMIT_REACHED' | 'IMPORT_IN_PROGRESS', retryAfterSeconds: number) {
  return codedError(reason, {}, { statusCode: 429, retryAfterSeconds });
}

function atMost(maxBytes: number): Transform {
  let count = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      count += chunk.length;
      if (count > maxBytes) done(tooLarge());
      else done(null, chunk);
    },
  });
}

function tooLarge() {
  return codedError('ARCHIVE_TOO_LARGE', {}, { statusCode: 413 });
}
