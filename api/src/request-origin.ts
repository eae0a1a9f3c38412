import type { FastifyInstance } from 'fastify';
import { hasSessionCookie } from './features/accounts/viewer-of.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses what another site makes a browser send with its owner's session: every request that may change something and
 * carries a session cookie must come from a page of this site. So must everything to sign-in, where another site could
 * otherwise sign somebody in as somebody else.
 *
 * Other requests without that cookie pass (webhooks, one-click unsubscribe, the command line): they carry nobody's rights.
 */
export function refuseForeignRequests(app: FastifyInstance, publicUrl: string): void {
  const ownOrigin = new URL(publicUrl).origin;
  app.addHook('onRequest', async (request, reply) => {
    // `POST http://somewhere/api/…` is for proxies: what looks at the path would not know it.
    if (request.raw.url?.startsWith('/') !== true)
      return reply
        .code(400)
        .send({ errors: [{ message: 'The address: expected a path of this site.', extensions: { code: 'BAD_INPUT' } }] });
    if (safeMethods.has(request.method)) return;
    const { origin, 'sec-fetch-site': site, cookie } = request.headers;
    const hasSession = hasSessionCookie(cookie, { publicUrl });
    if (!hasSession && !(request.url.startsWith('/api/auth/') && (origin !== undefined || site !== undefined))) return;
    const isOwn = origin === undefined ? site === 'same-origin' : origin === ownOrigin && (site === undefined || site === 'same-origin');
    if (isOwn) return;
    request.log.warn({ origin, site }, 'refused: a request that may change something came from another site');
    return reply.code(403).send({ errors: [{ message: 'This request did not come from this site.', extensions: { code: 'FORBIDDEN' } }] });
  });
}
