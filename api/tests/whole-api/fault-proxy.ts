import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Connection } from '@newline/db/connections';

/** A proxy for PostgreSQL on loopback that a test can shut. */
export type FaultProxy = {
  /** Returns the same connection, through the proxy. */
  through(connection: Connection): Connection;
  /** Cuts all connections and accepts none. */
  shut(): Promise<void>;
  open(): Promise<void>;
};

/** Starts a proxy for the server of a connection. */
export async function startFaultProxy({ connectionString }: Connection): Promise<FaultProxy> {
  const target = new URL(connectionString);
  const host = target.searchParams.get('host') ?? target.hostname;
  const port = Number(target.searchParams.get('port') ?? (target.port || 5432));
  const sockets = new Set<Socket>();
  const server = createServer((inner) => {
    const outer = host.startsWith('/') ? createConnection(join(host, `.s.PGSQL.${port}`)) : createConnection(port, host);
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
      from.pipe(to);
    }
  });
  const listen = (on: number) => new Promise<void>((resolve) => server.listen(on, '127.0.0.1', resolve));
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  return {
    through(connection) {
      const url = new URL(connection.connectionString);
      url.searchParams.set('host', '127.0.0.1');
      url.searchParams.set('port', String(own));
      return { connectionString: url.href };
    },
    async shut() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      sockets.clear();
      await closed;
    },
    open: () => listen(own),
  };
}
