import type { FastifyInstance } from 'fastify';
import type { Pages } from './pages.ts';

/** The pages whose forms are sent to them, where no script sends them: pages are only read otherwise. */
const paths = new Set(['/newsletter', '/checkout', '/sign-in', '/sign-up', '/reset-password', '/account/security', '/sign-in/second-step']);

/** What a form of these pages may weigh, in bytes. */
const maxFormBytes = 4 * 1024;

/** True for a page that takes a form. */
export function takesForm(path: string): boolean {
  return paths.has(path);
}

/**
 * Lets the pages with a form take it, also as the data of a navigation within the browser.
 *
 * The API refuses what another site sends, for the whole app.
 */
export function addFormPages(app: FastifyInstance, pages: Pages): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxFormBytes },
      (_request, body, done) => done(null, body),
    );
    for (const path of paths) {
      for (const address of [path, `${path}.data`]) scope.post(address, (request, reply) => pages.sendDynamic(request, reply));
    }
  });
}
