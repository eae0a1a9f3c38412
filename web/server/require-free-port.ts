import { createServer } from 'node:net';
import { StartError } from '@newline/db/start-error';

/** How long a server that is shutting down may keep the port. */
const timeoutMs = 3000;

/**
 * Checks, before anything is started, that the port is free.
 *
 * @throws StartError with instructions
 */
export async function requireFreePort({ host, port }: { host: string; port: number }): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const error = await tryPort(host, port);
    if (error === null) return;
    if (error.code !== 'EADDRINUSE' || Date.now() > deadline) throw explain(error, host, port);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function tryPort(host: string, port: number): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', resolve);
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(null)));
  });
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new StartError(`Port ${port} is in use. Stop the program that uses it, or choose another port: PORT=${port + 1} npm start`);
  if (error.code === 'EACCES') return new StartError(`This user may not open port ${port}. Choose a port above 1023: PORT=3000 npm start`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new StartError(`HOST=${host} is not an IP address of this machine. Use 127.0.0.1, or 0.0.0.0 for all addresses.`);
  return error;
}
