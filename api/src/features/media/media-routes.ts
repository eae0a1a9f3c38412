import send from '@fastify/send';
import type { FastifyInstance } from 'fastify';
import { sendStorageFailure } from '../../send-storage-failure.ts';
import type { PublicVideos } from '../videos/public-videos.ts';
import type { VideoPasses } from '../videos/video-passes.ts';
import type { StoredVideos } from '../videos/video-files.ts';
import { extensionOf, findMedia, mediaTypes } from './find-media.ts';
import { listTracks } from './list-tracks.ts';
import { findStored, sendStored } from './send-stored.ts';

const hour = 60 * 60;
const day = 24 * hour;
/** Cache time of captions and posters, which can be edited. */
const shortSeconds = 60;

type Options = {
  /** Folders to search; the first that has the file wins. */
  readonly roots: readonly string[];
  /** Access tokens of `/media/s/{pass}/{playbackId}/…`, for videos that aren't public. */
  readonly passes: VideoPasses;
  /** Tells which videos are public, under `/media/v/{playbackId}/…`. */
  readonly isPublic: PublicVideos;
  /** Returns the URL of a video's file at another provider, signed until `endsAt` (milliseconds since 1970; null for public videos). */
  /** The videos in the bucket, if the site has one. */
  readonly stored?: StoredVideos | null;
  readonly findElsewhere?: ((playbackId: string, file: string, endsAt: number | null) => Promise<string | null>) | undefined;
};

/**
 * Adds `/media/*`: videos and images, complete or partial (Range), with ETag. A segment never changes under its name; playlists and
 * replaceable files are revalidated after a day, captions after a minute. `tracks.json` next to a video lists the languages of its
 * captions. Files at another provider are redirected to their signed URL, after the same access check.
 *
 * The video of a lesson requires an access token: an invalid or expired one gets 403, and the page must be reloaded.
 */
export function addMediaRoutes(app: FastifyInstance, { roots, passes, isPublic, stored = null, findElsewhere }: Options): void {
  app.get<{ Params: { '*': string } }>('/media/*', { errorHandler: sendStorageFailure }, async (request, reply) => {
    const path = request.params['*'];
    const signed = /^s\/([^/]{1,80})\/([A-Za-z0-9_-]{1,128})\/(.+)$/.exec(path);
    const endsAt = signed ? passes.endOf(signed[1] ?? '', signed[2] ?? '') : null;
    if (signed && endsAt === null)
      return reply
        .code(403)
        .type('text/plain; charset=utf-8')
        .header('cache-control', 'no-store')
        .send('This link has expired. Reload the page.\n');
    const playbackId = path.startsWith('v/') ? path.split('/', 2)[1] : undefined;
    const isOpen = playbackId === undefined || (await isPublic(playbackId));
    const mediaPath = signed ? `v/${signed[2]}/${signed[3]}` : path;
    const tracksOf = /^v\/([A-Za-z0-9_-]{1,128})\/tracks\.json$/.exec(mediaPath)?.[1];
    if (isOpen && tracksOf !== undefined) {
      const { captions, hasStoryboard } = await listTracks(roots, tracksOf, stored);
      const isElsewhere = !hasStoryboard && ((await findElsewhere?.(tracksOf, 'storyboard.vtt', endsAt)) ?? null) !== null;
      return reply
        .type('application/json; charset=utf-8')
        .header('cache-control', `${signed ? 'private' : 'public'}, max-age=${shortSeconds}`)
        .send(JSON.stringify({ captions, hasStoryboard: hasStoryboard || isElsewhere }));
    }
    const file = isOpen ? await findMedia(roots, mediaPath) : null;
    const storedFile = isOpen && !file && stored ? await findStored(stored, mediaPath, request) : null;
    if (storedFile) return sendStored(reply.headers(headersOf(storedFile.path, endsAt)), storedFile.answer);
    const [, elsewhereId, elsewhereFile] = (isOpen && !file && /^v\/([A-Za-z0-9_-]{1,128})\/([^/]+)$/.exec(mediaPath)) || [];
    const providerUrl =
      findElsewhere && elsewhereId !== undefined && elsewhereFile !== undefined
        ? await findElsewhere(elsewhereId, elsewhereFile, endsAt)
        : null;
    if (providerUrl !== null) {
      const seconds = mediaPath.endsWith('/poster.webp') ? shortSeconds : hour;
      const caching = endsAt === null ? `public, max-age=${seconds}` : `private, max-age=${Math.min(seconds, secondsUntil(endsAt))}`;
      return reply.header('cache-control', caching).redirect(providerUrl, 302);
    }
    if (!file)
      return (
        reply
          .code(404)
          .type('text/plain; charset=utf-8')
          // A video that isn't public yet may be in a moment.
          .header('cache-control', isOpen ? 'public, max-age=60' : 'no-store')
          .send('There is no such file.\n')
      );
    const { statusCode, headers, stream } = await send(request.raw, encodeURI(file.path), {
      root: file.root,
      contentType: false,
      cacheControl: false,
      dotfiles: 'deny',
    });
    return reply.code(statusCode).headers(headers).headers(headersOf(file.path, endsAt)).send(stream);
  });
}

function headersOf(path: string, endsAt: number | null): Record<string, string> {
  return {
    'content-type': mediaTypes[extensionOf(path)] ?? 'application/octet-stream',
    'cache-control': endsAt === null ? publicFor(path) : `private, max-age=${privateFor(path, endsAt)}`,
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
  };
}

function isEdited(path: string): boolean {
  return /^videos\/.*\/(?:captions\.[^/]*\.vtt|poster\.webp)$/.test(path);
}

function privateFor(path: string, endsAt: number): number {
  const remainingSeconds = secondsUntil(endsAt);
  return isEdited(path) ? Math.min(remainingSeconds, shortSeconds) : remainingSeconds;
}

function secondsUntil(endsAt: number): number {
  return Math.floor((endsAt - Date.now()) / 1000);
}

function publicFor(path: string): string {
  if (isEdited(path)) return `public, max-age=${shortSeconds}`;
  const extension = extensionOf(path);
  return extension === 'm4s' || extension === 'ts' ? `public, max-age=${365 * day}, immutable` : `public, max-age=${day}`;
}
