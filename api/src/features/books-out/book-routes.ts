import type { FastifyInstance } from 'fastify';
import { type Budget, countedNetwork } from '../../budgets.ts';
import { networkOf } from '../../network.ts';
import type { ViewerOf } from '../../viewer.ts';
import type { BooksOut } from './books-out.ts';

const types = { epub: 'application/epub+zip', pdf: 'application/pdf' } as const;

/**
 * Adds `/media/b/{slug}.epub` and `/media/b/{slug}.pdf`: a book to take along, as far as who asks may read it. 403 for a book of which they may
 * read nothing, 404 for one they may not see and for a PDF where no Chromium is, 429 beyond 60 in ten minutes of a network.
 */
export function addBookRoutes(
  app: FastifyInstance,
  { books, viewerOf, budget }: { books: BooksOut; viewerOf: ViewerOf; budget: Budget },
): void {
  app.get<{ Params: { name: string } }>('/media/b/:name', async (request, reply) => {
    reply.headers({ 'cache-control': 'private, no-store', vary: 'Cookie', 'x-content-type-options': 'nosniff' });
    const say = (status: number, words: string) => reply.code(status).type('text/plain; charset=utf-8').send(`${words}\n`);
    const wait = await budget.consume(countedNetwork(networkOf(request.ip)));
    if (wait !== null) {
      reply.header('retry-after', String(wait));
      return say(429, 'Many books went to your network just now. Try again in some minutes.');
    }
    const [, slug = '', format] = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.(epub|pdf)$/u.exec(request.params.name) ?? [];
    if (format !== 'epub' && format !== 'pdf') return say(404, 'There is no such book.');
    const headers = new Headers();
    if (request.headers.cookie !== undefined) headers.set('cookie', request.headers.cookie);
    const file = await books.open(await viewerOf(headers), slug, format);
    switch (file.state) {
      case 'made':
        return reply
          .headers({
            'content-type': types[format],
            'content-length': file.byteCount,
            'content-disposition': `attachment; filename="${file.name}"`,
          })
          .send(file.stream);
      case 'closed':
        return say(403, 'Nothing of this book is free. It opens with Pro, or a purchase.');
      case 'busy':
        reply.header('retry-after', '15');
        return say(503, 'Many books are being made right now. Try again in a moment.');
      case 'missing':
        return say(404, 'There is no such book.');
    }
  });
}
