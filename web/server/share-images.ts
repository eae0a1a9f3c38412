import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Pages } from './pages.ts';
import { createRenderQueue } from './render-queue.ts';

/** The number of images that are rendered at the same time, and that may wait. */
const maxConcurrent = 2;
const maxWaiting = 40;

/** The size of the image cache in bytes, enough for about eight hundred. */
const maxBytes = 16 * 1024 * 1024;

/**
 * Adds `/share/*.png`: the link preview images. The SVG comes from the pages, as for a visitor, on every request: once a page isn't public,
 * it has no image. An SVG is converted to PNG once; the URL changes with its content.
 */
export function addShareImages(app: FastifyInstance, pages: Pages): void {
  const images = new LRUCache<string, Buffer>({ maxSize: maxBytes, sizeCalculation: (image) => image.length });
  const queue = createRenderQueue({ maxConcurrent, maxWaiting });
  async function make(svg: string): Promise<Buffer> {
    const { default: sharp } = await import('sharp');
    return sharp(Buffer.from(svg)).png({ palette: true, colors: 32 }).toBuffer();
  }

  app.get('/share/*', async (request, reply) => {
    const address = request.url.split('?', 1)[0] ?? '';
    if (!address.endsWith('.png') || address.length > 400) return reply.callNotFound();
    const { status, headers, body } = await pages.renderPublic(address.replace(/png$/u, 'svg'));
    if (status === 302) {
      const location = (headers['location'] ?? '').replace(/svg$/u, 'png');
      return reply.header('cache-control', 'no-cache').redirect(location, 302);
    }
    if (status !== 200)
      return reply
        .code(status === 503 ? 503 : 404)
        .header('cache-control', 'no-store')
        .type('text/plain; charset=utf-8')
        .send('Image not found.\n');
    const image = images.get(address) ?? (await queue.run(address, () => make(body)));
    if (image === null)
      return reply
        .code(503)
        .header('retry-after', '5')
        .header('cache-control', 'no-store')
        .type('text/plain')
        .send('Too many images are being rendered. Please try again in a few seconds.\n');
    images.set(address, image);
    return reply
      .header('cache-control', 'public, max-age=86400')
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('image/png')
      .send(image);
  });
}
