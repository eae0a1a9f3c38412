import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** How far above a port lies the one that its user listens on until it ends, so that no other test takes it before the site has started. */
const claimDistance = 5_000;

/** Returns the first free port from one on, below those that a system assigns automatically, and claims it until this process ends. */
export async function freePort(from: number): Promise<number> {
  const claim = await listen(from + claimDistance);
  if (claim === null) return freePort(from + 1);
  const probe = await listen(from);
  if (probe === null) {
    claim.close();
    return freePort(from + 1);
  }
  claim.unref();
  await once(probe.close(), 'close');
  return from;
}

/** Returns a server on a port of this machine, or null if the port is taken. */
async function listen(port: number): Promise<Server | null> {
  const server = createServer().listen(port, '127.0.0.1');
  return once(server, 'listening').then(
    () => server,
    () => null,
  );
}
