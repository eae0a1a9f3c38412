import { escapeHtml } from '@newline/document/escape-html';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type RateLimit, countedSubnet } from '../../rate-limits.ts';
import { subnetOf } from '../../subnet.ts';
import { sendPlainPage } from '../../plain-page.ts';
import type { SignedInViewer, ViewerOf } from '../../viewer.ts';
import type { BookExport, BookExports, BookFormat, ExportAction } from './book-exports.ts';
import { addressLimits } from '../../rules/limits/address.ts';

/** Path where a book's page requests progress; `{slug}.epub` or `{slug}.pdf` follows. */
const exportsPath = '/api/book-exports';

const types = { epub: 'application/epub+zip', pdf: 'application/pdf' } as const;
const notFound = 'There is no such book.';
const noAccess = 'This book has no free part. Get Pro or buy the book to read it.';
const busy = 'Too many books are being created right now. Try again in a moment.';
const tooMany = 'Too many downloads from your IP address. Try again in a few minutes.';

/** Seconds until a page or an e-reader tries again. */
const refreshSeconds = 3;

type Named = { Params: { name: string } };
type ExportRequest = { readonly viewer: SignedInViewer; readonly slug: string; readonly format: BookFormat };
type ExportResult = BookExport | { readonly state: 'refused'; readonly seconds: number };

/**
 * Adds `/media/b/{slug}.epub` and `/media/b/{slug}.pdf`: the file of a book, limited to what the reader may see. While it is being created,
 * the response is 202 with a page that refreshes itself. Returns 403 for a book of which they may read nothing, 404 for one they can't see
 * and for a PDF without Chromium, 429 above the rate limits, 503 if too many are queued.
 *
 * `/api/book-exports/…` returns the same state as JSON without a file: GET reads it, POST starts an export or restarts a failed one.
 */
export function addBookRoutes(
  app: FastifyInstance,
  {
    books,
    viewerOf,
    rateLimit,
    progressRateLimit,
  }: {
    readonly books: BookExports;
    readonly viewerOf: ViewerOf;
    /** Limits exports that are started and files that are sent. */
    readonly rateLimit: RateLimit;
    /** Limits all requests, including those that only read progress. */
    readonly progressRateLimit: RateLimit;
  },
): void {
  const readRequest = async (request: FastifyRequest<Named>): Promise<ExportRequest | null> => {
    const [, slug = '', format] = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.(epub|pdf)$/u.exec(request.params.name) ?? [];
    if ((format !== 'epub' && format !== 'pdf') || slug.length > addressLimits.slug) return null;
    const headers = new Headers();
    if (request.headers.cookie !== undefined) headers.set('cookie', request.headers.cookie);
    return { viewer: await viewerOf(headers), slug, format };
  };

  /** Counts a request by IP address and, for signed-in users, by user. */
  const count = async (limit: RateLimit, request: FastifyRequest, viewer: SignedInViewer | null): Promise<number | null> => {
    const bySubnet = await limit.consume(countedSubnet(subnetOf(request.ip)));
    const byUser = viewer === null || viewer.userId === null ? null : await limit.consume(['user', viewer.userId]);
    return bySubnet === null && byUser === null ? null : Math.max(bySubnet ?? 0, byUser ?? 0);
  };

  /** Finds the export. Starting or sending one counts against the stricter rate limit, reading progress doesn't. */
  const find = async (request: FastifyRequest, exportRequest: ExportRequest | null, perform: ExportAction): Promise<ExportResult> => {
    const seconds = await count(progressRateLimit, request, exportRequest?.viewer ?? null);
    if (seconds !== null) return { state: 'refused', seconds };
    const current =
      exportRequest === null
        ? ({ state: 'missing' } as const)
        : await books.find(exportRequest.viewer, exportRequest.slug, exportRequest.format, 'look');
    if (perform === 'look' || current.state === 'queued' || current.state === 'running') return current;
    const wait = await count(rateLimit, request, exportRequest?.viewer ?? null);
    if (wait !== null) return { state: 'refused', seconds: wait };
    if (exportRequest !== null && (current.state === 'none' || (current.state === 'failed' && perform === 'again')))
      return books.find(exportRequest.viewer, exportRequest.slug, exportRequest.format, perform);
    return current;
  };

  app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers({ 'cache-control': 'private, no-store', vary: 'Cookie', 'x-content-type-options': 'nosniff' });
    });
    // A form without a script sends an empty body.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 1024 }, (_request, _body, done) => done(null));

    scope.get<Named>('/media/b/:name', async (request, reply) => {
      const exportRequest = await readRequest(request);
      const result = await find(request, exportRequest, request.method === 'HEAD' ? 'look' : 'start');
      const text = (status: number, message: string) => reply.code(status).type('text/plain; charset=utf-8').send(`${message}\n`);
      if (exportRequest === null || result.state === 'missing') return text(result.state === 'refused' ? 429 : 404, notFound);
      switch (result.state) {
        case 'refused':
          reply.header('retry-after', String(result.seconds));
          return text(429, tooMany);
        case 'closed':
          return text(403, noAccess);
        case 'busy':
          reply.header('retry-after', '15');
          return text(503, busy);
        case 'failed':
          return sendFailed(reply, exportRequest, result.reason);
        case 'none':
        case 'queued':
        case 'running':
          return sendPreparing(reply, exportRequest, result);
        case 'done': {
          const file = await books.open({ ...result, state: 'done' }, exportRequest.slug, exportRequest.format);
          if (file === null) return sendPreparing(reply, exportRequest, null);
          return reply
            .headers({
              'content-type': types[exportRequest.format],
              'content-length': file.byteCount,
              'content-disposition': `attachment; filename="${file.name}"`,
            })
            .send(file.stream);
        }
      }
    });

    scope.get<Named>(`${exportsPath}/:name`, async (request, reply) =>
      sendState(reply, await find(request, await readRequest(request), 'look')),
    );
    scope.post<Named>(`${exportsPath}/:name`, async (request, reply) => {
      const exportRequest = await readRequest(request);
      const result = await find(request, exportRequest, 'again');
      // A form leads to the page that waits for the file.
      if (exportRequest !== null && request.headers.accept?.includes('text/html') === true)
        return reply.redirect(pathOf(exportRequest), 303);
      return sendState(reply, result);
    });
  });
}

function pathOf({ slug, format }: Pick<ExportRequest, 'slug' | 'format'>): string {
  return `/media/b/${slug}.${format}`;
}

function sendState(reply: FastifyReply, result: ExportResult): FastifyReply {
  switch (result.state) {
    case 'refused':
      return reply.code(429).header('retry-after', String(result.seconds)).send({ state: 'failed', reason: tooMany });
    case 'missing':
      return reply.code(404).send({ state: 'failed', reason: notFound });
    case 'closed':
      return reply.code(403).send({ state: 'failed', reason: noAccess });
    case 'busy':
      return reply.code(503).header('retry-after', '15').send({ state: 'failed', reason: busy });
    case 'none':
      return reply.send({ state: 'none' });
    default: {
      const { state, step, stepCount, label, reason, ahead } = result;
      return reply.send({ state, step, stepCount, label, reason, ahead });
    }
  }
}

function sendPreparing(reply: FastifyReply, { format }: ExportRequest, result: BookExport | null): FastifyReply {
  const kind = format.toUpperCase();
  let progress = 'It will start in a moment.';
  if (result?.state === 'queued' && (result.ahead ?? 0) > 0)
    progress = result.ahead === 1 ? 'Waiting for one other file.' : `Waiting for ${result.ahead} other files.`;
  if (result?.state === 'running' && result.stepCount > 0)
    progress = `${result.label} <progress max="${result.stepCount}" value="${result.step}" aria-label="Progress of the ${kind}"></progress>`;
  reply.headers({ 'retry-after': String(refreshSeconds), refresh: String(refreshSeconds) });
  return sendPlainPage(
    reply,
    202,
    `Your ${kind} is being prepared`,
    `<p role="status">${progress}</p><p>This page refreshes until the download starts. You can also come back later: the link stays the same.</p>`,
    { referrerPolicy: 'same-origin' },
  );
}

function sendFailed(reply: FastifyReply, exportRequest: ExportRequest, reason: string | null): FastifyReply {
  return sendPlainPage(
    reply,
    500,
    `We couldn’t create your ${exportRequest.format.toUpperCase()}`,
    `<p role="alert">${escapeHtml(reason ?? '')}</p><form method="post" action="${exportsPath}/${exportRequest.slug}.${exportRequest.format}"><button>Try again</button></form>`,
    { referrerPolicy: 'same-origin' },
  );
}
