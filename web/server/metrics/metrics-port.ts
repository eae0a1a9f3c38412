import { createServer, type Server } from 'node:http';
import type { Log } from '@newline/api/log';
import { StartError } from '@newline/db/start-error';

/** The response to a request for the metrics. */
export type MetricsAnswer = { status: number; headers: Readonly<Record<string, string>>; body: string };

/**
 * Listens on the port of the metrics, which has nothing else.
 *
 * @throws StartError if it can't
 */
export async function listenOnMetricsPort(
  { host, port }: { host: string; port: number },
  answer: (authorization: string | undefined) => Promise<MetricsAnswer>,
  log: Log,
): Promise<Server> {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000, maxHeaderSize: 16 * 1024 }, (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (request.url?.split('?', 1)[0] !== '/metrics' || !isRead) {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('Metrics are at /metrics.\n');
      return;
    }
    answer(request.headers.authorization).then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body),
      (error: unknown) => {
        log.error({ err: error }, 'metrics: could not be sent');
        response.destroy();
      },
    );
  });
  server.maxConnections = 50;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE' ? 'is in use by another program' : `can't be opened at ${host} (${error.code ?? error.message})`;
      reject(new StartError(`METRICS_PORT: port ${port} ${reason}. Choose another one.`));
    });
    server.listen({ host, port, exclusive: true }, resolve);
  });
  return server;
}
