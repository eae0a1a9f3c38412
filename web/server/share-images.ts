import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Pages } from './pages.ts';

/** How many pictures are made at the same time, and how many may wait for that. */
const atOnce = 2;
const mostWaiting = 40;

/** Pictures kept in memory, in bytes: some eight hundred of them. */
const maxBytes = 16 * 1024 * 1024;

/**
 * Adds `/share/*.png`: the pictures of links. The drawing comes from the pages, as a visitor, each time: what is not there for
 * visitors has no picture from then on. The PNG of a drawing is made once; the address changes with what it shows.
 */
export function addShareImages(app: FastifyInstance, pages: Pages): void {
  const made = new LRUCache<string, Buffer>({ maxSize: maxBytes, sizeCalculation: (image) => image.length });
  const making = new Map<string, Promise<Buffer>>();
  const waiting: (() => void)[] = [];
  let running = 0;

  async function take(): Promise<void> {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
  }
  function release(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
  async function make(drawing: string): Promise<Buffer> {
    await take();
    try {
      const { default: sharp } = await import('sharp');
      return await sharp(Buffer.from(drawing)).png({ palette: true, colours: 32 }).toBuffer();
    } finally {
      release();
    }
  }
  function imageOf(address: string, drawing: string): Promise<Buffer> | null {
    const running = making.get(address);
    if (running) return running;
    if (waiting.length >= mostWaiting) return null;
    const work = make(drawing)
      .then((image) => {
        made.set(address, image);
        return image;
      })
      .finally(() => making.delete(address));
    making.set(address, work);
    return work;
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
        .send('There is no picture here.\n');
    const image = made.get(address) ?? (await imageOf(address, body));
    if (image === null)
      return reply.code(503).header('retry-after', '5').header('cache-control', 'no-store').type('text/plain').send('Too many at once.\n');
    return reply
      .header('cache-control', 'public, max-age=86400')
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('image/png')
      .send(image);
  });
}
