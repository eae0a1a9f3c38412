import type { FastifyInstance } from 'fastify';
import type { BillingProvider } from './billing-provider.ts';

const maxBodyBytes = 1024 * 1024;

/** Adds the provider's webhook. Uses the raw body, because the signature covers its bytes. */
export function addBillingRoutes(app: FastifyInstance, { path, signatureHeader, handle }: BillingProvider['webhook']): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, (_request, body, done) => done(null, body));
    scope.post(path, async (request, reply) => {
      const signature = request.headers[signatureHeader];
      reply.header('cache-control', 'no-store');
      if (!Buffer.isBuffer(request.body) || typeof signature !== 'string') return reply.code(400).send({ received: false });
      try {
        const outcome = await handle(request.body, signature);
        return reply.code(outcome === 'NOT_SIGNED' ? 400 : 200).send({ received: outcome !== 'NOT_SIGNED' });
      } catch (error) {
        // The provider sends the event again unless the response is 2xx.
        request.log.error(
          { reason: error instanceof Error ? error.message : String(error) },
          'billing: an event failed and will come again',
        );
        return reply.code(500).send({ received: false });
      }
    });
  });
}
