import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from './env.ts';

/** By these a proxy says that it asks for somebody else. */
const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];

/**
 * Lets nobody but this machine's own people see what is below `/dev/`: whoever reads the mailbox can sign in as anybody. To all
 * others these pages are not there. Add it before the pages.
 */
export function guardDevelopmentPages(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) =>
    request.routeOptions.url?.startsWith('/dev/') && !isFromThisMachine(request) ? reply.callNotFound() : undefined,
  );
}

/** Asked by this machine, for itself, and under one of its own names: another name is that of a page elsewhere, which made it lead here. */
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

/** The address of who is connected, which nobody can choose; undefined when they have gone, or came by a socket of the file system. */
function isLoopbackPeer(address: string | undefined): boolean {
  return address !== undefined && /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/i.test(address);
}
