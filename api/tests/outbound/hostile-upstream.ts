import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** A server on loopback that misbehaves differently by path; `/good` responds normally. */
export type HostileUpstream = {
  /** `address:port`, for the test map. */
  readonly target: string;
  /** Returns the last request. */
  readonly last: () => { readonly method: string; readonly path: string; readonly headers: IncomingHttpHeaders } | null;
  stop(): Promise<void>;
};

const megabyte = Buffer.alloc(1024 * 1024, 0x20);

/** 8 MB of zeros in 8 kB: sent 128 times it is a gigabyte. */
const gzipBomb = gzipSync(Buffer.alloc(8 * 1024 * 1024), { level: 9 });
const brotliBomb = brotliCompressSync(Buffer.alloc(64 * 1024 * 1024), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });

/** Starts the server. `inside` is a URL that a redirect must not lead to. */
export async function startHostileUpstream(inside: string): Promise<HostileUpstream> {
  let last: ReturnType<HostileUpstream['last']> = null;
  const timers = new Set<NodeJS.Timeout>();
  const repeat = (milliseconds: number, action: () => void) => timers.add(setInterval(action, milliseconds));
  const answers: Readonly<Record<string, (response: ServerResponse, query: URLSearchParams) => void>> = {
    '/good': (response) => response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end('{"ok":true}'),
    '/packed': (response) =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(gzipSync('{"ok":true}')),
    '/cookie': (response) => response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'a=1' }).end('{}'),
    '/missing': (response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>no</h1>'),
    '/hop': (response, query) => {
      const remaining = Number(query.get('left'));
      response.writeHead(302, { location: remaining > 0 ? `/hop?left=${remaining - 1}` : '/good' }).end();
    },
    '/endless': (response) => response.writeHead(302, { location: '/endless' }).end(),
    '/inside': (response) => response.writeHead(302, { location: inside }).end(),
    '/elsewhere': (response) => response.writeHead(302, { location: 'https://elsewhere.example/good' }).end(),
    '/plain-http': (response) => response.writeHead(302, { location: 'http://upstream.example/good' }).end(),
    '/gigabyte': (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      let remaining = 1024;
      const write = () => {
        while (remaining > 0 && !response.destroyed) {
          remaining -= 1;
          if (!response.write(megabyte)) {
            response.once('drain', write);
            return;
          }
        }
        response.end();
      };
      write();
    },
    '/said-gigabyte': (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(1024 ** 3) });
      response.write('{');
    },
    '/gzip-bomb': (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      for (let count = 0; count < 128; count += 1) response.write(gzipBomb);
      response.end();
    },
    '/brotli-bomb': (response) => response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'br' }).end(brotliBomb),
    '/broken-gzip': (response) =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end('no gzip at all'),
    '/odd-encoding': (response) => response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'zstd' }).end('x'),
    '/wrong-type': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<script>alert(1)</script>'),
    '/no-type': (response) => response.writeHead(200).end('{}'),
    '/silent': () => undefined,
    '/drip': (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      repeat(50, () => response.write(' '));
    },
    '/drip-redirects': (response) => {
      const timer = setTimeout(() => response.writeHead(302, { location: '/drip' }).end(), 3_000);
      timers.add(timer);
    },
    '/header-flood': (response) => {
      response.socket?.write('HTTP/1.1 200 OK\r\n');
      repeat(5, () => response.socket?.write(`x-${Math.random()}: ${'a'.repeat(8000)}\r\n`));
    },
    '/no-http': (response) => response.socket?.end('SSH-2.0-OpenSSH_9.9\r\n'),
    '/cut': (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{', () => response.socket?.destroy());
    },
  };
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://upstream.example');
    last = { method: request.method ?? '', path: request.url ?? '', headers: request.headers };
    response.on('error', () => undefined);
    (answers[url.pathname] ?? answers['/missing'])?.(response, url.searchParams);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return {
    target: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    last: () => last,
    async stop() {
      for (const timer of timers) clearInterval(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
