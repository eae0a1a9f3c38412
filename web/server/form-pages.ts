import type { FastifyInstance } from 'fastify';
import type { Pages } from './pages.ts';

/** The pages that accept forms without scripts. All other pages are only read. */
const paths = new Set(['/newsletter', '/checkout', '/sign-in', '/sign-up', '/reset-password', '/account/security', '/sign-in/second-step']);

/** The maximum size of such a form, in bytes. */
const maxFormBytes = 4 * 1024;

/** Previews of pages that administrators edit: the form has all their sections. */
const previewPath = '/admin/home-preview';
const maxPreviewBytes = 512 * 1024;

/** True for a page that accepts a form. */
export function takesForm(path: string): boolean {
  return paths.has(path) || path === previewPath;
}

/**
 * Adds routes for forms to these pages, including data requests of client-side navigation. The API refuses cross-site requests for the
 * whole app.
 */
export function addFormPages(app: FastifyInstance, pages: Pages): void {
  addForms(app, { urls: [...paths].flatMap((path) => [path, `${path}.data`]), bodyLimit: maxFormBytes, pages });
  addForms(app, { urls: [previewPath], bodyLimit: maxPreviewBytes, pages });
}

function addForms(app: FastifyInstance, { urls, bodyLimit, pages }: { urls: readonly string[]; bodyLimit: number; pages: Pages }): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit }, (_request, body, done) =>
      done(null, body),
    );
    for (const url of urls) scope.post(url, (request, reply) => pages.sendDynamic(request, reply));
  });
}
