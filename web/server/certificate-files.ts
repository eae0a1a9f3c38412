import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '@newline/api/features/book-export/find-chromium';
import { printPage } from '@newline/api/features/book-export/print-page';
import { countedSubnet, createMemoryRateLimit } from '@newline/api/rate-limits';
import { isId } from '@newline/api/rules/is-id';
import { subnetOf } from '@newline/api/subnet';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Pages } from './pages.ts';
import { createRenderQueue } from './render-queue.ts';

/** The size of the file cache in bytes, enough for about two hundred files. */
const maxBytes = 16 * 1024 * 1024;

/** The maximum CPU time of Chromium for a PDF, in milliseconds. One takes about a second. */
const maxCpuMs = 20_000;

/** The number of files from an IP address in ten minutes. */
const perSubnet = { times: 60, windowSeconds: 600 };

const types = { png: 'image/png', pdf: 'application/pdf' } as const;
type Format = keyof typeof types;

/**
 * Adds `/certificates/{id}/certificate.png` and `.pdf`. The SVG comes from the pages, as for a visitor, on every request: a revoked or
 * deleted certificate has no files. Each file is made once, one PDF at a time, and is sent as long as the SVG is the same.
 */
export function addCertificateFiles(app: FastifyInstance, pages: Pages, chromium = findChromium()): void {
  const closing = new AbortController();
  app.addHook('onClose', async () => closing.abort());
  const files = new LRUCache<string, Buffer>({ maxSize: maxBytes, sizeCalculation: (file) => file.length });
  const queues = {
    png: createRenderQueue({ maxConcurrent: 2, maxWaiting: 20 }),
    pdf: createRenderQueue({ maxConcurrent: 1, maxWaiting: 10 }),
  };
  const limit = createMemoryRateLimit(perSubnet);
  const make = {
    png: makePng,
    pdf: (svg: string) => makePdf(svg, chromium ?? '', closing.signal),
  };

  const sendText = (reply: FastifyReply, status: number, text: string) =>
    reply.code(status).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(`${text}\n`);

  async function send(reply: FastifyReply, { id, format, ip }: { id: string; format: Format; ip: string }): Promise<FastifyReply> {
    if (!isId(id) || (format === 'pdf' && chromium === null)) return sendText(reply, 404, 'There is no such certificate.');
    const seconds = await limit.consume(countedSubnet(subnetOf(ip)));
    if (seconds !== null) {
      reply.header('retry-after', String(seconds));
      return sendText(reply, 429, 'Too many downloads from your IP address. Try again in a few minutes.');
    }
    const { status, body: svg } = await pages.renderPublic(`/certificates/${id.toLowerCase()}/certificate.svg`);
    if (status !== 200) return sendText(reply, status === 503 ? 503 : 404, 'There is no such certificate.');
    const key = `${format} ${createHash('sha256').update(svg).digest('hex')}`;
    const file = files.get(key) ?? (await queues[format].run(key, () => make[format](svg)));
    if (file === null) {
      reply.header('retry-after', '5');
      return sendText(reply, 503, 'Too many files are being created right now. Try again in a few seconds.');
    }
    files.set(key, file);
    // A revocation is known immediately.
    return reply
      .headers({ 'cache-control': 'no-cache', 'content-disposition': `inline; filename="certificate-${id.toLowerCase()}.${format}"` })
      .type(types[format])
      .send(file);
  }

  for (const format of ['png', 'pdf'] as const)
    app.get<{ Params: { id: string } }>(`/certificates/:id/certificate.${format}`, (request, reply) =>
      send(reply, { id: request.params.id, format, ip: request.ip }),
    );
}

async function makePng(svg: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  // Twice its size: sharp on a screen with a high resolution, and when printed.
  return sharp(Buffer.from(svg), { density: 144 }).png({ palette: true, colors: 64 }).toBuffer();
}

/** Prints the SVG with Chromium, as a page without scripts that can't request anything. */
async function makePdf(svg: string, chromium: string, signal: AbortSignal): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'newline-certificate-'));
  try {
    const page = join(folder, 'certificate.html');
    const pdf = join(folder, 'certificate.pdf');
    const title = /aria-label="([^"]*)"/u.exec(svg)?.[1] ?? '';
    await writeFile(
      page,
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>${title}</title><style>@page { size: A4 landscape; margin: 0 } html, body { margin: 0; height: 100%; overflow: hidden } svg { display: block; width: 100vw; height: 100vh }</style></head><body>${svg}</body></html>`,
    );
    await printPage({ chromium, folder, page, pdf, cpuMs: maxCpuMs, signal });
    return await readFile(pdf);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
