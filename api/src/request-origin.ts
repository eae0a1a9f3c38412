import type { FastifyInstance } from 'fastify';
import { hasSessionCookie } from './features/accounts/viewer-of.ts';
import { stripeWebhookPath } from './features/billing/stripe.ts';
import { leaveNewsletterPath } from './features/newsletter/leave-links.ts';
import { unsubscribePath } from './features/notifications/unsubscribe-routes.ts';
import { muxWebhookPath } from './features/videos/mux-webhook.ts';
import { refusalOf } from './request-target.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * The only routes that accept requests from other sites and programs, and why. None of them uses the session: their requests are signed.
 */
export const openRoutes: Readonly<Record<string, string>> = {
  [stripeWebhookPath]: 'signed by Stripe',
  [muxWebhookPath]: 'signed by Mux',
  [`${unsubscribePath}/:token`]: 'one-click unsubscribe (RFC 8058), signed by this site',
  [`${leaveNewsletterPath}/:token`]: 'one-click unsubscribe (RFC 8058), signed by this site',
};

/**
 * Rejects cross-site requests: every request that may change something must come from a page of this site, signed in or not. Without a
 * session, another site could still sign in its visitor as someone else (login CSRF), or act with their IP address.
 *
 * A request without information about its origin doesn't come from a browser (but from the command line or a script). It is accepted unless
 * it has a session cookie.
 */
export function refuseForeignRequests(app: FastifyInstance, publicUrl: string): void {
  const ownOrigin = new URL(publicUrl).origin;
  app.addHook('onRequest', async (request, reply) => {
    if (safeMethods.has(request.method)) return;
    const { origin, 'sec-fetch-site': site, cookie } = request.headers;
    if (Object.hasOwn(openRoutes, request.routeOptions.url ?? '')) return;
    if (origin === undefined && site === undefined && !hasSessionCookie(cookie, { publicUrl })) return;
    const isOwn = origin === undefined ? site === 'same-origin' : origin === ownOrigin && (site === undefined || site === 'same-origin');
    if (isOwn) return;
    request.log.warn({ origin, site }, 'rejected: a request that may change something came from another site');
    return reply.code(403).header('cache-control', 'no-store').send(refusalOf('FORBIDDEN', 'This request did not come from this site.'));
  });
}
