import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { sendPlainPage } from '../../plain-page.ts';
import { leaveNewsletterPath, type LeaveLinks } from './leave-links.ts';

/**
 * Adds the unsubscribe pages of the newsletter. POST unsubscribes without a session, as mail programs do with one click (RFC 8058). GET
 * shows a button and changes nothing, because link scanners follow every link.
 * @param options.pool a pool of newline_worker, which may unsubscribe any user: the signature proves which
 */
export function addLeaveRoutes(app: FastifyInstance, { pool, links }: { readonly pool: Pool; readonly links: LeaveLinks }): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 8 * 1024 }, (_request, _body, done) => done(null));
    const cutOff = '<p>It may have been cut off. Copy the whole link from the email.</p>';
    scope.get<{ Params: { token: string } }>(`${leaveNewsletterPath}/:token`, async (request, reply) => {
      if (links.read(request.params.token) === null) return sendPlainPage(reply, 404, 'This link is incomplete', cutOff);
      return sendPlainPage(
        reply,
        200,
        'Unsubscribe from the newsletter',
        '<form method="post"><p>You’ll no longer receive our newsletter at this email address.</p><button>Unsubscribe</button></form>',
      );
    });
    scope.post<{ Params: { token: string } }>(`${leaveNewsletterPath}/:token`, async (request, reply) => {
      const email = links.read(request.params.token);
      if (email === null) return sendPlainPage(reply, 404, 'This link is incomplete', cutOff);
      await pool.query('select app_private.leave_newsletter($1)', [email]);
      return sendPlainPage(
        reply,
        200,
        'Done',
        '<p>You’re unsubscribed from the newsletter.</p><p><a href="/newsletter">Sign up again</a></p>',
      );
    });
  });
}
