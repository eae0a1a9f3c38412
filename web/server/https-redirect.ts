import type { IncomingMessage, ServerResponse } from 'node:http';

/** Paths that a load balancer may request over plain HTTP. */
const checkPaths = new Set(['/healthz', '/readyz']);

/**
 * Handles requests that reached the proxy over plain HTTP when PUBLIC_URL is an https URL: GET and HEAD are redirected, and others are
 * refused, because their content was sent unencrypted. Only the proxy knows the protocol, so this requires TRUST_PROXY and
 * `X-Forwarded-Proto`.
 *
 * @returns a function that returns whether it sent a response; null when no request has to be redirected
 */
export function createHttpsRedirect({
  publicUrl,
  trustProxy,
  headers,
}: {
  readonly publicUrl: string;
  readonly trustProxy: number;
  readonly headers: Readonly<Record<string, string>>;
}): ((request: IncomingMessage, response: ServerResponse) => boolean) | null {
  const { protocol, origin } = new URL(publicUrl);
  if (protocol !== 'https:' || trustProxy === 0) return null;
  return (request, response) => {
    // The value set by the nearest trusted proxy; values further to the left are the client's claims.
    const protocols = String(request.headers['x-forwarded-proto'] ?? '')
      .split(',')
      .map((entry) => entry.trim().toLowerCase());
    if (protocols.at(-Math.min(trustProxy, protocols.length)) !== 'http') return false;
    const { method = 'GET', url = '/' } = request;
    if (checkPaths.has(url.split('?', 1)[0] ?? '')) return false;
    const isRead = method === 'GET' || method === 'HEAD';
    const body = isRead ? `This site is at ${origin}.\n` : `Refused: this was sent without encryption. Use ${origin}.\n`;
    response.writeHead(isRead ? 308 : 403, {
      ...headers,
      // Two leading slashes would mean another host.
      ...(isRead && { location: `${origin}/${url.replace(/^\/+/, '')}` }),
      'cache-control': 'no-store',
      'content-type': 'text/plain; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
    });
    response.end(method === 'HEAD' ? undefined : body);
    return true;
  };
}
