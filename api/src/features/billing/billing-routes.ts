import type { FastifyInstance } from 'fastify';
import type { HandleWebhook } from './stripe-webhook.ts';

/** Where Stripe reports to. */
export const stripeWebhookPath = '/webhooks/stripe';

const maxBodyBytes = 1024 * 1024;

/** Adds the address to which Stripe reports. The body is taken as it came: the signature is over its bytes. */
export function addBillingRoutes(app: FastifyInstance, handle: HandleWebhook): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, (_request, body, done) => done(null, body));
    scope.post(stripeWebhookPath, async (request, reply) => {
      const signature = request.headers['stripe-signature'];
      reply.header('cache-control', 'no-store');
      if (!Buffer.isBuffer(request.body) || typeof signature !== 'string') return reply.code(400).send({ received: false });
      try {
        const outcome = await handle(request.body, signature);
        return reply.code(outcome === 'NOT_SIGNED' ? 400 : 200).send({ received: outcome !== 'NOT_SIGNED' });
      } catch (error) {
        // Anything but a 2xx has Stripe send it again.
        request.log.error(
          { reason: error instanceof Error ? error.message : String(error) },
          'billing: an event failed and will come again',
        );
        return reply.code(500).send({ received: false });
      }
    });
  });
}
