import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { sendPlainPage } from '../../plain-page.ts';
import type { UnsubscribeTokens } from './unsubscribe-token.ts';

/** Where the links of mails lead; a token follows. */
export const unsubscribePath = '/api/unsubscribe';

/**
 * Adds the end of a subscription: POST ends it, without a session, as RFC 8058 has mail programs do it with one click. GET shows a
 * button and changes nothing, because programs that look for harmful links follow them all.
 *
 * @param options.pool a pool of newline_worker, which may end anybody's mails: the signature says whose
 */
export function addUnsubscribeRoutes(
  app: FastifyInstance,
  { pool, tokens }: { readonly pool: Pool; readonly tokens: UnsubscribeTokens },
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 8 * 1024 }, (_request, _body, done) => done(null));
    scope.get<{ Params: { token: string } }>(`${unsubscribePath}/:token`, async (request, reply) => {
      const asked = tokens.read(request.params.token);
      if (asked === null)
        return sendPlainPage(reply, 404, 'This link is incomplete', '<p>It may have been cut off. Copy the whole link from the email.</p>');
      const what = asked.discussionId === null ? 'all emails about comments' : 'emails about this discussion';
      return sendPlainPage(
        reply,
        200,
        'Email settings',
        `<form method="post"><p>You’ll stop receiving ${what}.</p><button>Unsubscribe</button></form>`,
      );
    });
    scope.post<{ Params: { token: string } }>(`${unsubscribePath}/:token`, async (request, reply) => {
      const asked = tokens.read(request.params.token);
      if (asked === null)
        return sendPlainPage(reply, 404, 'This link is incomplete', '<p>It may have been cut off. Copy the whole link from the email.</p>');
      await pool.query('select app_private.unsubscribe($1, $2)', [asked.userId, asked.discussionId]);
      return sendPlainPage(
        reply,
        200,
        'Done',
        '<p>You won’t receive these emails anymore.</p><p><a href="/account">Settings</a> has all options.</p>',
      );
    });
  });
}
