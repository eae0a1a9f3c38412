import type { FastifyInstance } from 'fastify';
import type { Pages } from './pages.ts';

/** The pages whose forms are sent to them, where no script sends them: pages are only read otherwise. */
const paths = new Set(['/newsletter', '/checkout']);

/** What a form of these pages may weigh, in bytes. */
const maxFormBytes = 4 * 1024;

/** True for a page that takes a form. */
export function takesForm(path: string): boolean {
  return paths.has(path);
}

/**
 * Lets the pages with a form take it, also as the data of a navigation within the browser.
 *
 * Another site may not send it, whether or not its visitor is signed in here: it would put somebody on the list who asked for nothing.
 */
export function addFormPages(app: FastifyInstance, pages: Pages, publicUrl: string): void {
  const ownOrigin = new URL(publicUrl).origin;
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxFormBytes },
      (_request, body, done) => done(null, body),
    );
    scope.addHook('onRequest', async (request, reply) => {
      const { origin, 'sec-fetch-site': site } = request.headers;
      if ((origin === undefined || origin === ownOrigin) && (site === undefined || site === 'same-origin')) return;
      request.log.warn({ origin, site }, 'refused: a form came from another site');
      return reply
        .code(403)
        .header('cache-control', 'no-store')
        .type('text/plain; charset=utf-8')
        .send('This form did not come from this site.\n');
    });
    for (const path of paths) {
      for (const address of [path, `${path}.data`]) scope.post(address, (request, reply) => pages.sendDynamic(request, reply));
    }
  });
}
