import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FileAnswer } from '../attachments/bucket.ts';
import type { StoredVideos } from '../videos/video-files.ts';
import { isMediaPath, stillBefore } from './find-media.ts';

/** A file of the bucket that a request is answered with; its path begins with `videos/`, as that of a file in a folder. */
export type StoredFile = { readonly path: string; readonly answer: FileAnswer };

/** Finds the file of a video in the bucket, and the part of it that a request asks for. Returns null if there is none. */
export async function findStored(
  stored: StoredVideos,
  mediaPath: string,
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
): Promise<StoredFile | null> {
  const [, playbackId, name] = /^v\/([A-Za-z0-9_-]{22})\/([^/]+)$/.exec(mediaPath) ?? [];
  if (playbackId === undefined || name === undefined || !isMediaPath(mediaPath)) return null;
  const conditions = {
    isHead: method === 'HEAD',
    // Anything else is answered with the whole file.
    range: /^bytes=(?:\d+-\d*|-\d+)$/.test(headers.range ?? '') ? headers.range : undefined,
    ifRange: typeof headers['if-range'] === 'string' ? headers['if-range'] : undefined,
    ifNoneMatch: headers['if-none-match']?.replaceAll('W/', ''),
  };
  const answer = await stored.open(playbackId, name, conditions);
  if (answer) return { path: `videos/${playbackId}/${name}`, answer };
  const second = /^thumbnail-(\d{1,6})\.webp$/.exec(name)?.[1];
  const nearest = second === undefined ? null : stillBefore(await stored.list(playbackId), Number(second));
  const other = nearest === null ? null : await stored.open(playbackId, nearest, conditions);
  return other && { path: `videos/${playbackId}/${nearest}`, answer: other };
}

/** Sends a file of the bucket, with the headers that describe it. */
export function sendStored(reply: FastifyReply, { statusCode, byteCount, etag, range, stream }: FileAnswer): FastifyReply {
  reply.code(statusCode).header('accept-ranges', 'bytes');
  if (etag !== undefined) reply.header('etag', etag);
  if (range !== undefined) reply.header('content-range', range);
  if (statusCode === 304) return reply.send();
  if (statusCode === 416) return reply.header('cache-control', 'no-store').send();
  // An empty stream, because the framework would count the bytes of anything else.
  return reply.header('content-length', byteCount).send(stream ?? Readable.from([]));
}
