import type { FastifyInstance } from 'fastify';
import type { Mailbox } from './mailbox.ts';
import { mailboxEmail, mailboxListPage, mailboxMessagePage } from './mailbox-page.ts';

const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'";
const emailPolicy =
  "sandbox allow-top-navigation-by-user-activation; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

/**
 * Adds `/dev/mailbox`: the list, each message, and both as JSON (`/dev/mailbox.json`) for tests.
 *
 * Only for a site that is reachable from this machine alone, behind `guardDevelopmentPages`: anyone who sees the mailbox can sign in as any
 * user.
 */
export function addMailboxRoutes(app: FastifyInstance, mailbox: Mailbox): void {
  app.register(async (scope) => {
    scope.get('/dev/mailbox', async (_request, reply) => reply.headers(headers(pagePolicy)).send(mailboxListPage(await mailbox.list())));
    scope.get('/dev/mailbox.json', async (_request, reply) =>
      reply.header('cache-control', 'no-store').send({ messages: await mailbox.list() }),
    );
    scope.get<{ Params: { id: string } }>('/dev/mailbox/:id', async (request, reply) => {
      const message = await mailbox.read(request.params.id);
      return message ? reply.headers(headers(pagePolicy)).send(mailboxMessagePage(message)) : reply.callNotFound();
    });
    scope.get<{ Params: { id: string } }>('/dev/mailbox/:id/html', async (request, reply) => {
      const message = await mailbox.read(request.params.id);
      return message ? reply.headers(headers(emailPolicy)).send(mailboxEmail(message)) : reply.callNotFound();
    });
  });
}

function headers(policy: string): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'no-referrer',
  };
}
