import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';

/** A request that the receiver got. */
export type ReceivedWebhook = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string };

/** A loopback server that receives webhooks, and responds differently by path. */
export type WebhookReceiver = {
  /** `address:port`, for the test map. */
  readonly target: string;
  readonly received: readonly ReceivedWebhook[];
  /** Waits for a request to a path, skipping the first `skip` requests to it. */
  next(path: string, skip?: number): Promise<ReceivedWebhook>;
  stop(): Promise<void>;
};

/** Starts the receiver. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const answers: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
    '/fail': (response) => response.writeHead(500, { 'content-type': 'text/plain' }).end('Out of order\0'),
    '/gone': (response) => response.writeHead(410).end(),
    '/redirect': (response) => response.writeHead(302, { location: 'https://receiver.example/inside' }).end(),
    '/huge': (response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const write = () => {
        while (!response.destroyed) {
          if (!response.write('x'.repeat(65_536))) return void response.once('drain', write);
        }
      };
      write();
    },
    '/broken': (response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('The beginn', () => response.destroy());
    },
    '/packed': (response) => response.writeHead(200, { 'content-encoding': 'zstd' }).end('Packed'),
    '/slow': () => undefined,
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      received.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      (answers[path.split('?', 1)[0] ?? ''] ?? ((done: ServerResponse) => done.writeHead(204).end()))(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    target: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    next: (path, skip = 0) =>
      vi.waitFor(
        () => {
          const match = received.filter((one) => one.path === path)[skip];
          if (!match)
            throw new Error(`Expected request ${skip + 1} to ${path}, got ${received.map((one) => one.path).join(', ') || 'none'}`);
          return match;
        },
        { timeout: 20_000, interval: 50 },
      ),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
