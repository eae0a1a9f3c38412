import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from './env.ts';

/** Headers by which a proxy shows that it forwards a request. */
const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];

/**
 * Allows pages below `/dev/` only for requests from this machine: anyone who reads the mailbox can sign in as any user. For all others
 * these pages don't exist. Add it before the pages.
 */
export function guardDevelopmentPages(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) =>
    request.routeOptions.url?.startsWith('/dev/') && !isFromThisMachine(request) ? reply.callNotFound() : undefined,
  );
}

/**
 * Whether a request comes from this machine, without a proxy, and for one of its own host names: with another name, it belongs to a page on
 * another site that resolves its name to this machine.
 */
function isFromThisMachine({ raw, headers }: FastifyRequest): boolean {
  const { host } = headers;
  return (
    isLoopbackPeer(raw.socket.remoteAddress) &&
    forwarding.every((name) => headers[name] === undefined) &&
    host !== undefined &&
    URL.canParse(`http://${host}`) &&
    isLoopback(`http://${host}`)
  );
}

/**
 * Whether the connected IP address, which can't be spoofed, is a loopback address. It's undefined if the client has disconnected, or uses a
 * Unix socket.
 */
function isLoopbackPeer(address: string | undefined): boolean {
  return address !== undefined && /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/i.test(address);
}
