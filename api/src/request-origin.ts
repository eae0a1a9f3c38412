import type { FastifyInstance } from 'fastify';
import { hasSessionCookie } from './features/accounts/viewer-of.ts';
import { stripeWebhookPath } from './features/billing/stripe.ts';
import { leaveNewsletterPath } from './features/newsletter/leave-links.ts';
import { unsubscribePath } from './features/notifications/unsubscribe-routes.ts';
import { muxWebhookPath } from './features/videos/mux-webhook.ts';
import { refusalOf } from './request-target.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The only routes that other sites and programs may send to, and why. None of them looks at the session: what they receive is signed. */
export const openRoutes: Readonly<Record<string, string>> = {
  [stripeWebhookPath]: 'signed by Stripe',
  [muxWebhookPath]: 'signed by Mux',
  [`${unsubscribePath}/:token`]: 'one-click unsubscribe (RFC 8058), signed by this site',
  [`${leaveNewsletterPath}/:token`]: 'one-click unsubscribe (RFC 8058), signed by this site',
};

/**
 * Refuses what another site makes a browser send: every request that may change something must come from a page of this site, signed in or
 * not. Without a session another site could still sign its visitor in as someone else (login CSRF), or act in the name of their IP address.
 *
 * A request that says nothing about where it comes from is no browser's (the command line, a script). It passes unless it has a session cookie.
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
    request.log.warn({ origin, site }, 'refused: a request that may change something came from another site');
    return reply.code(403).header('cache-control', 'no-store').send(refusalOf('FORBIDDEN', 'This request did not come from this site.'));
  });
}
