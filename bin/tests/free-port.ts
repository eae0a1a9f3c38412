import { once } from 'node:events';
import { createServer } from 'node:net';

/** Returns the first free port from one on, below those that a system assigns automatically, so that none is taken in between. */
export async function freePort(from: number): Promise<number> {
  const probe = createServer().listen(from, '127.0.0.1');
  const isFree = await once(probe, 'listening').then(
    () => true,
    () => false,
  );
  probe.close();
  return isFree ? from : freePort(from + 1);
}
