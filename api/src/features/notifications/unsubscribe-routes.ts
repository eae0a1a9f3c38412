import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { sendPlainPage } from '../../plain-page.ts';
import type { UnsubscribeTokens } from './unsubscribe-token.ts';

/** Path of the unsubscribe links in emails, without their token. */
export const unsubscribePath = '/api/unsubscribe';

/**
 * Adds the unsubscribe pages. POST unsubscribes without a session, as mail programs do with one click (RFC 8058). GET shows a button and
 * changes nothing, because link scanners follow every link.
 * @param options.pool a pool of newline_worker, which may unsubscribe any user: the signature proves which
 */
export function addUnsubscribeRoutes(
  app: FastifyInstance,
  { pool, tokens }: { readonly pool: Pool; readonly tokens: UnsubscribeTokens },
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 8 * 1024 }, (_request, _body, done) => done(null));
    scope.get<{ Params: { token: string } }>(`${unsubscribePath}/:token`, async (request, reply) => {
      const unsubscription = tokens.read(request.params.token);
      if (unsubscription === null)
        return sendPlainPage(reply, 404, 'This link is incomplete', '<p>It may have been cut off. Copy the whole link from the email.</p>');
      const subject = unsubscription.discussionId === null ? 'all emails about comments' : 'emails about this discussion';
      return sendPlainPage(
        reply,
        200,
        'Email settings',
        `<form method="post"><p>You’ll stop receiving ${subject}.</p><button>Unsubscribe</button></form>`,
      );
    });
    scope.post<{ Params: { token: string } }>(`${unsubscribePath}/:token`, async (request, reply) => {
      const unsubscription = tokens.read(request.params.token);
      if (unsubscription === null)
        return sendPlainPage(reply, 404, 'This link is incomplete', '<p>It may have been cut off. Copy the whole link from the email.</p>');
      await pool.query('select app_private.unsubscribe($1, $2)', [unsubscription.userId, unsubscription.discussionId]);
      return sendPlainPage(
        reply,
        200,
        'Done',
        '<p>You won’t receive these emails anymore.</p><p><a href="/account">Settings</a> has all options.</p>',
      );
    });
  });
}
