import send from '@fastify/send';
import type { FastifyInstance } from 'fastify';
import { extensionOf, findMedia, mediaTypes } from './find-media.ts';

const day = 24 * 60 * 60;

/**
 * Adds `/media/*`: videos and pictures, whole or in part (Range), with ETag. A segment never changes under its name;
 * what names other files (playlists) and what may be replaced is asked for again after a day.
 *
 * @param roots folders to look in, the first that has the file wins
 */
export function addMediaRoutes(app: FastifyInstance, roots: readonly string[]): void {
  app.get<{ Params: { '*': string } }>('/media/*', async (request, reply) => {
    const file = await findMedia(roots, request.params['*']);
    if (!file)
      return reply
        .code(404)
        .type('text/plain; charset=utf-8')
        .header('cache-control', 'public, max-age=60')
        .send('There is no such file.\n');
    const { statusCode, headers, stream } = await send(request.raw, encodeURI(file.path), {
      root: file.root,
      contentType: false,
      cacheControl: false,
      dotfiles: 'deny',
    });
    const extension = extensionOf(file.path);
    const cacheControl = extension === 'm4s' || extension === 'ts' ? `public, max-age=${365 * day}, immutable` : `public, max-age=${day}`;
    return reply
      .code(statusCode)
      .headers(headers)
      .headers({
        'content-type': mediaTypes[extension] ?? 'application/octet-stream',
        'cache-control': cacheControl,
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'x-content-type-options': 'nosniff',
      })
      .send(stream);
  });
}
