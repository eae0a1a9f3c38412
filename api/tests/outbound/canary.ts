import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Servers on loopback that must not be reached; they count connections. */
export type Canary = {
  /** One port for each of its eleven servers. */
  readonly ports: readonly number[];
  readonly port: number;
  /** Returns the number of connections since the last call. */
  takeHits(): number;
  stop(): Promise<void>;
};

/** Starts a canary on 127.0.0.1, and on ::1 with the same first port if available. */
export async function startCanary(): Promise<Canary> {
  let hits = 0;
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  const listen = (host: string, port: number) =>
    new Promise<number>((resolve, reject) => {
      const server = createServer((socket) => {
        hits += 1;
        sockets.add(socket);
        socket.on('close', () => sockets.delete(socket));
        socket.on('error', () => undefined);
        socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}');
      });
      server.once('error', reject);
      server.listen(port, host, () => {
        servers.push(server);
        resolve((server.address() as AddressInfo).port);
      });
    });
  const ports: number[] = [];
  for (let count = 0; count < 11; count += 1) ports.push(await listen('127.0.0.1', 0));
  const port = ports[0] ?? 0;
  await listen('::1', port).catch(() => null);
  return {
    ports,
    port,
    takeHits() {
      const taken = hits;
      hits = 0;
      return taken;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}
