import type { FastifyInstance } from 'fastify';
import { sendStorageFailure } from '../../send-storage-failure.ts';
import type { Attachments } from './attachments.ts';
import { imageSizes } from './image-sizes.ts';
import { attachmentKey } from './upload-admission.ts';

const year = 365 * 24 * 60 * 60;
const sizes = new Set(['full', ...Object.keys(imageSizes)]);

/**
 * Adds `/media/a/{key}/{size}.webp`: uploaded images, which never change under their URL. Anyone with the URL can see an image, but its key
 * can't be guessed and is only in texts and rows that their readers may see.
 */
export function addAttachmentRoutes(app: FastifyInstance, attachments: Attachments): void {
  app.get<{ Params: { key: string; name: string } }>(
    '/media/a/:key/:name',
    { errorHandler: sendStorageFailure },
    async (request, reply) => {
      const file = `a/${request.params.key}`;
      const size = /^([a-z0-9-]{1,12})\.webp$/.exec(request.params.name)?.[1] ?? '';
      const image = attachmentKey.test(file) && sizes.has(size) ? await attachments.openImage(file, size) : null;
      reply.headers({
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      });
      if (!image)
        return reply
          .code(404)
          .type('text/plain; charset=utf-8')
          .header('cache-control', 'public, max-age=60')
          .send('There is no such file.\n');
      const etag = `"${request.params.key}-${size}"`;
      reply.headers({ etag, 'cache-control': `public, max-age=${year}, immutable` });
      if (request.headers['if-none-match']?.split(',').some((each) => each.trim().replace(/^W\//, '') === etag) === true) {
        if (!Buffer.isBuffer(image.content)) image.content.destroy();
        return reply.code(304).send();
      }
      return reply
        .headers({
          'content-type': 'image/webp',
          'content-length': image.byteCount,
          'content-disposition': `inline; filename="picture-${size}.webp"`,
        })
        .send(image.content);
    },
  );
}
