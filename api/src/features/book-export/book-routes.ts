import { escapeHtml } from '@newline/document/escape-html';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type RateLimit, countedSubnet } from '../../rate-limits.ts';
import { subnetOf } from '../../subnet.ts';
import { sendPlainPage } from '../../plain-page.ts';
import type { SignedInViewer, ViewerOf } from '../../viewer.ts';
import type { BookExport, BookExports, BookFormat, ExportAction } from './book-exports.ts';
import { addressLimits } from '../../rules/limits/address.ts';

/** Where the page of a book asks for progress; `{slug}.epub` or `{slug}.pdf` follows. */
const exportsPath = '/api/book-exports';

const types = { epub: 'application/epub+zip', pdf: 'application/pdf' } as const;
const missing = 'There is no such book.';
const closed = 'Nothing of this book is free. It opens with Pro, or a purchase.';
const busy = 'Many books are being made right now. Try again in a moment.';
const tooMany = 'Many books went to your network just now. Try again in some minutes.';

/** Seconds until a page or an e-reader asks again. */
const refreshSeconds = 3;

type Named = { Params: { name: string } };
type Asked = { readonly viewer: SignedInViewer; readonly slug: string; readonly format: BookFormat };
type Found = BookExport | { readonly state: 'refused'; readonly seconds: number };

/**
 * Adds `/media/b/{slug}.epub` and `/media/b/{slug}.pdf`: the file of a book, as far as the reader may read it. While it is being created
 * the answer is 202 with a page that refreshes itself. 403 for a book of which they may read nothing, 404 for one they cannot see and for a
 * PDF without Chromium, 429 over the rate limits, 503 when too many are queued.
 *
 * `/api/book-exports/…` says the same as JSON and sends no file: GET looks, POST starts an export or restarts one that failed.
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
    /** Exports that are started, and files that are sent. */
    readonly rateLimit: RateLimit;
    /** Every request, so also those that only ask for progress. */
    readonly progressRateLimit: RateLimit;
  },
): void {
  const read = async (request: FastifyRequest<Named>): Promise<Asked | null> => {
    const [, slug = '', format] = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.(epub|pdf)$/u.exec(request.params.name) ?? [];
    if ((format !== 'epub' && format !== 'pdf') || slug.length > addressLimits.slug) return null;
    const headers = new Headers();
    if (request.headers.cookie !== undefined) headers.set('cookie', request.headers.cookie);
    return { viewer: await viewerOf(headers), slug, format };
  };

  /** Counts by IP address and, for somebody who is signed in, by user. */
  const count = async (of: RateLimit, request: FastifyRequest, viewer: SignedInViewer | null): Promise<number | null> => {
    const bySubnet = await of.consume(countedSubnet(subnetOf(request.ip)));
    const byUser = viewer === null || viewer.userId === null ? null : await of.consume(['user', viewer.userId]);
    return bySubnet === null && byUser === null ? null : Math.max(bySubnet ?? 0, byUser ?? 0);
  };

  /** Finds the export; what starts or sends one counts against the smaller rate limit, asking for progress does not. */
  const find = async (request: FastifyRequest, asked: Asked | null, perform: ExportAction): Promise<Found> => {
    const seconds = await count(progressRateLimit, request, asked?.viewer ?? null);
    if (seconds !== null) return { state: 'refused', seconds };
    const looked = asked === null ? ({ state: 'missing' } as const) : await books.find(asked.viewer, asked.slug, asked.format, 'look');
    if (perform === 'look' || looked.state === 'queued' || looked.state === 'running') return looked;
    const wait = await count(rateLimit, request, asked?.viewer ?? null);
    if (wait !== null) return { state: 'refused', seconds: wait };
    if (asked !== null && (looked.state === 'none' || (looked.state === 'failed' && perform === 'again')))
      return books.find(asked.viewer, asked.slug, asked.format, perform);
    return looked;
  };

  app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers({ 'cache-control': 'private, no-store', vary: 'Cookie', 'x-content-type-options': 'nosniff' });
    });
    // A form without a script sends nothing but its press.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 1024 }, (_request, _body, done) => done(null));

    scope.get<Named>('/media/b/:name', async (request, reply) => {
      const asked = await read(request);
      const found = await find(request, asked, request.method === 'HEAD' ? 'look' : 'start');
      const text = (status: number, message: string) => reply.code(status).type('text/plain; charset=utf-8').send(`${message}\n`);
      if (asked === null || found.state === 'missing') return text(found.state === 'refused' ? 429 : 404, missing);
      switch (found.state) {
        case 'refused':
          reply.header('retry-after', String(found.seconds));
          return text(429, tooMany);
        case 'closed':
          return text(403, closed);
        case 'busy':
          reply.header('retry-after', '15');
          return text(503, busy);
        case 'failed':
          return sendFailed(reply, asked, found.reason);
        case 'none':
        case 'queued':
        case 'running':
          return sendPreparing(reply, asked, found);
        case 'done': {
          const file = await books.open({ ...found, state: 'done' }, asked.slug, asked.format);
          if (file === null) return sendPreparing(reply, asked, null);
          return reply
            .headers({
              'content-type': types[asked.format],
              'content-length': file.byteCount,
              'content-disposition': `attachment; filename="${file.name}"`,
            })
            .send(file.stream);
        }
      }
    });

    scope.get<Named>(`${exportsPath}/:name`, async (request, reply) => sendState(reply, await find(request, await read(request), 'look')));
    scope.post<Named>(`${exportsPath}/:name`, async (request, reply) => {
      const asked = await read(request);
      const found = await find(request, asked, 'again');
      // A form leads to the page that waits for the file.
      if (asked !== null && request.headers.accept?.includes('text/html') === true) return reply.redirect(pathOf(asked), 303);
      return sendState(reply, found);
    });
  });
}

function pathOf({ slug, format }: Pick<Asked, 'slug' | 'format'>): string {
  return `/media/b/${slug}.${format}`;
}

function sendState(reply: FastifyReply, found: Found): FastifyReply {
  switch (found.state) {
    case 'refused':
      return reply.code(429).header('retry-after', String(found.seconds)).send({ state: 'failed', reason: tooMany });
    case 'missing':
      return reply.code(404).send({ state: 'failed', reason: missing });
    case 'closed':
      return reply.code(403).send({ state: 'failed', reason: closed });
    case 'busy':
      return reply.code(503).header('retry-after', '15').send({ state: 'failed', reason: busy });
    case 'none':
      return reply.send({ state: 'none' });
    default: {
      const { state, step, stepCount, label, reason, ahead } = found;
      return reply.send({ state, step, stepCount, label, reason, ahead });
    }
  }
}

function sendPreparing(reply: FastifyReply, { format }: Asked, found: BookExport | null): FastifyReply {
  const kind = format.toUpperCase();
  let progress = 'It will start in a moment.';
  if (found?.state === 'queued' && (found.ahead ?? 0) > 0)
    progress = found.ahead === 1 ? 'One other file comes first.' : `${found.ahead} other files come first.`;
  if (found?.state === 'running' && found.stepCount > 0)
    progress = `${found.label} <progress max="${found.stepCount}" value="${found.step}" aria-label="Progress of the ${kind}"></progress>`;
  reply.headers({ 'retry-after': String(refreshSeconds), refresh: String(refreshSeconds) });
  return sendPlainPage(
    reply,
    202,
    `Your ${kind} is being prepared`,
    `<p role="status">${progress}</p><p>This page refreshes until the download starts. You can also come back later: the link stays the same.</p>`,
    { referrerPolicy: 'same-origin' },
  );
}

function sendFailed(reply: FastifyReply, asked: Asked, reason: string | null): FastifyReply {
  return sendPlainPage(
    reply,
    500,
    `We couldn’t create your ${asked.format.toUpperCase()}`,
    `<p role="alert">${escapeHtml(reason ?? '')}</p><form method="post" action="${exportsPath}/${asked.slug}.${asked.format}"><button>Try again</button></form>`,
    { referrerPolicy: 'same-origin' },
  );
}
