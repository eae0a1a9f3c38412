import send from '@fastify/send';
import type { FastifyInstance } from 'fastify';
import type { PublicVideos } from '../videos/public-videos.ts';
import type { VideoPasses } from '../videos/video-passes.ts';
import { extensionOf, findMedia, mediaTypes } from './find-media.ts';
import { listTracks } from './list-tracks.ts';

const hour = 60 * 60;
const day = 24 * hour;
/** Captions and posters are edited. */
const shortSeconds = 60;

type Options = {
  /** Folders to look in, the first that has the file wins. */
  readonly roots: readonly string[];
  /** Opens `/media/s/{pass}/{playbackId}/…`, videos that are not for all. */
  readonly passes: VideoPasses;
  /** Which of `/media/v/{playbackId}/…` is for all. */
  readonly isPublic: PublicVideos;
  /** Where a file of a video is that another provider serves, good until then (milliseconds since 1970; null for what is for all). */
  readonly findElsewhere?: ((playbackId: string, file: string, endsAt: number | null) => Promise<string | null>) | undefined;
};

/**
 * Adds `/media/*`: videos and pictures, whole or in part (Range), with ETag. A segment never changes under its name;
 * what names other files (playlists) and what may be replaced is asked for again after a day, captions after a minute.
 * `tracks.json` beside a video lists the languages of its captions. What another provider serves is redirected to its signed address, behind
 * the same gate.
 *
 * The video of a lesson is answered under a pass alone: with 403 when it is forged or over, and the page then has to be loaded again.
 */
export function addMediaRoutes(app: FastifyInstance, { roots, passes, isPublic, findElsewhere }: Options): void {
  app.get<{ Params: { '*': string } }>('/media/*', async (request, reply) => {
    const asked = request.params['*'];
    const signed = /^s\/([^/]{1,80})\/([A-Za-z0-9_-]{1,128})\/(.+)$/.exec(asked);
    const endsAt = signed ? passes.endOf(signed[1] ?? '', signed[2] ?? '') : null;
    if (signed && endsAt === null)
      return reply
        .code(403)
        .type('text/plain; charset=utf-8')
        .header('cache-control', 'no-store')
        .send('This address is over. Load the page again.\n');
    const playbackId = asked.startsWith('v/') ? asked.split('/', 2)[1] : undefined;
    const isOpen = playbackId === undefined || (await isPublic(playbackId));
    const wanted = signed ? `v/${signed[2]}/${signed[3]}` : asked;
    const listed = /^v\/([A-Za-z0-9_-]{1,128})\/tracks\.json$/.exec(wanted)?.[1];
    if (isOpen && listed !== undefined) {
      const { captions, hasStoryboard } = await listTracks(roots, listed);
      const isElsewhere = !hasStoryboard && ((await findElsewhere?.(listed, 'storyboard.vtt', endsAt)) ?? null) !== null;
      return reply
        .type('application/json; charset=utf-8')
        .header('cache-control', `${signed ? 'private' : 'public'}, max-age=${shortSeconds}`)
        .send(JSON.stringify({ captions, hasStoryboard: hasStoryboard || isElsewhere }));
    }
    const file = isOpen ? await findMedia(roots, wanted) : null;
    const [, elsewhereId, elsewhereFile] = (isOpen && !file && /^v\/([A-Za-z0-9_-]{1,128})\/([^/]+)$/.exec(wanted)) || [];
    const address =
      findElsewhere && elsewhereId !== undefined && elsewhereFile !== undefined
        ? await findElsewhere(elsewhereId, elsewhereFile, endsAt)
        : null;
    if (address !== null) {
      const seconds = wanted.endsWith('/poster.webp') ? shortSeconds : hour;
      const caching = endsAt === null ? `public, max-age=${seconds}` : `private, max-age=${Math.min(seconds, secondsUntil(endsAt))}`;
      return reply.header('cache-control', caching).redirect(address, 302);
    }
    if (!file)
      return (
        reply
          .code(404)
          .type('text/plain; charset=utf-8')
          // What is not for all yet may be in a moment.
          .header('cache-control', isOpen ? 'public, max-age=60' : 'no-store')
          .send('There is no such file.\n')
      );
    const { statusCode, headers, stream } = await send(request.raw, encodeURI(file.path), {
      root: file.root,
      contentType: false,
      cacheControl: false,
      dotfiles: 'deny',
    });
    const extension = extensionOf(file.path);
    return reply
      .code(statusCode)
      .headers(headers)
      .headers({
        'content-type': mediaTypes[extension] ?? 'application/octet-stream',
        'cache-control': endsAt === null ? publicFor(file.path) : `private, max-age=${privateFor(file.path, endsAt)}`,
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'x-content-type-options': 'nosniff',
      })
      .send(stream);
  });
}

function isEdited(path: string): boolean {
  return /^videos\/.*\/(?:captions\.[^/]*\.vtt|poster\.webp)$/.test(path);
}

function privateFor(path: string, endsAt: number): number {
  const left = secondsUntil(endsAt);
  return isEdited(path) ? Math.min(left, shortSeconds) : left;
}

function secondsUntil(endsAt: number): number {
  return Math.floor((endsAt - Date.now()) / 1000);
}

function publicFor(path: string): string {
  if (isEdited(path)) return `public, max-age=${shortSeconds}`;
  const extension = extensionOf(path);
  return extension === 'm4s' || extension === 'ts' ? `public, max-age=${365 * day}, immutable` : `public, max-age=${day}`;
}
