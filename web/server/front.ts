import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { closedPolicy } from './content-policy.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

type Options = {
  /** The headers of every response. */
  headers: Readonly<Record<string, string>>;
  /** Called with each request before it's handled. */
  watch?: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  /** Runs each part of a request's handler, such as in its span of a trace. */
  within?: ((request: IncomingMessage, response: ServerResponse, run: () => void) => void) | undefined;
  /** Handles requests before anything else; returns false when it sent nothing. */
  first?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Handles requests that need nothing of what is still loading; returns false when it sent nothing. */
  early?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Called with exceptions while handling a request; the response is a 500. */
  onError: (error: unknown, request: IncomingMessage) => void;
};

/** The HTTP server, which listens while the rest of the site is loading. */
export type Front = {
  readonly server: Server;
  /** Sets the handler of requests for after opening. */
  setAnswer(answer: Answer): void;
  /** Makes a request wait until it's open; afterward requests are handled immediately. */
  hold: Answer;
  /** Starts passing requests to the handler, waiting ones first. */
  open(): void;
  listen(address: { port: number; host: string }): Promise<void>;
  /**
   * Lets a proxy move to another process: for this time, requests are still answered, but their connections aren't kept open, and `/readyz`
   * answers 503. Otherwise the proxy would send a request over a connection that is being closed, or that is never accepted. A proxy that
   * says that it retries what only reads gets 504 for it, and sends everything elsewhere from then on.
   */
  leave(ms: number): Promise<void>;
  /** Accepts no more connections and lets running requests finish; waiting requests get a 503. */
  close(): Promise<void>;
};

/** How long a request may take to arrive, and one that uploads a file. */
const requestTimeoutMs = 30_000;
const uploadTimeoutMs = 5 * 60_000;

/** The maximum number of open connections; more wait in the kernel's queue. */
const maxConnections = 10_000;

/**
 * The status with which a process that is stopping sends the proxy elsewhere (packaging/nginx.conf). Nothing else has it: 503 would make the
 * proxy give up both processes while the database is down, although they have cached pages.
 */
const leavingStatus = 504;

/** The messages for requests that can't be parsed, by Node's error code. */
const clientFaults: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Creates the server. Until it's open, a request is handled early or waits. It imports almost nothing, because a start waits for it. */
export function createFront({
  headers,
  watch,
  within = (_request, _response, run) => run(),
  first = () => false,
  early = () => false,
  onError,
}: Options): Front {
  const waiting = new Set<{ request: IncomingMessage; response: ServerResponse }>();
  let answer: Answer | null = null;
  let isOpen = false;
  let isLeaving = false;
  let isClosing = false;
  const running = new Set<ServerResponse>();

  const limits = {
    requestTimeout: uploadTimeoutMs,
    headersTimeout: 10_000,
    // By default, Node checks for timeouts only every 30 s.
    connectionsCheckingInterval: 2_000,
    keepAliveTimeout: 10_000,
    maxHeaderSize: 16 * 1024,
  };
  const server = createServer(limits, (request, response) => {
    watch?.(request, response);
    running.add(response);
    response.once('close', () => running.delete(response));
    if (isLeaving) response.shouldKeepAlive = false;
    limitReceiving(request);
    guard(request, response, () => {
      if (first(request, response) || (isLeaving && answerLeaving(request, response))) return;
      if (isOpen && answer !== null) answer(request, response);
      else if (early(request, response) || answerHealth(request, response)) return;
      else hold(request, response);
    });
  });
  server.maxConnections = maxConnections;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return;
    const status = clientFaults[error.code ?? ''] ?? '400 Bad Request';
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n${rawHeaders(headers)}\r\n`);
  });

  /** Runs a request handler. An exception only fails this request: uncaught, it would end the process and every other request. */
  function guard(request: IncomingMessage, response: ServerResponse, run: () => void): void {
    try {
      within(request, response, run);
    } catch (error) {
      onError(error, request);
      if (response.headersSent) response.destroy();
      else send(response, 500, { 'content-type': 'text/plain; charset=utf-8' }, 'Something went wrong on our end.\n');
    }
  }

  function hold(request: IncomingMessage, response: ServerResponse): void {
    if (isOpen && answer !== null) return answer(request, response);
    if (isClosing) return refuse(response);
    const entry = { request, response };
    waiting.add(entry);
    // Requests of clients that disconnected are dropped.
    response.once('close', () => waiting.delete(entry));
  }

  function send(response: ServerResponse, status: number, more: Readonly<Record<string, string>>, body: string): void {
    response.writeHead(status, {
      ...headers,
      'content-security-policy': closedPolicy,
      'x-request-id': randomUUID(),
      'cache-control': 'no-store',
      ...more,
      'content-length': String(Buffer.byteLength(body)),
    });
    response.end(response.req.method === 'HEAD' ? undefined : body);
  }

  function refuse(response: ServerResponse): void {
    const more = { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '5', connection: 'close' };
    send(response, 503, more, 'The site is temporarily unavailable. Please try again in a few seconds.\n');
  }

  /** Like the route of the API, which isn't loaded yet. */
  function answerHealth(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.url !== '/healthz' || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
    send(response, 200, { 'content-type': 'application/json; charset=utf-8' }, JSON.stringify({ status: 'ok' }));
    return true;
  }

  function answerLeaving(request: IncomingMessage, response: ServerResponse): boolean {
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (request.url?.split('?', 1)[0] === '/readyz')
      send(response, 503, { 'content-type': 'application/json; charset=utf-8' }, JSON.stringify({ status: 'stopping' }));
    else if (isReading && request.headers['x-proxy-retries'] === String(leavingStatus))
      send(response, leavingStatus, { 'content-type': 'text/plain; charset=utf-8' }, 'This process is stopping.\n');
    else return false;
    return true;
  }

  return {
    server,
    hold,
    setAnswer(next) {
      answer = next;
    },
    open() {
      const opened = answer;
      if (opened === null) throw new Error('front: expected an answer before it is opened, got none');
      isOpen = true;
      for (const { request, response } of waiting) guard(request, response, () => opened(request, response));
      waiting.clear();
    },
    listen: (address) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(address, () => {
          server.off('error', reject);
          resolve();
        });
      }),
    async leave(ms) {
      isLeaving = true;
      for (const response of running) if (!response.headersSent) response.shouldKeepAlive = false;
      await wait(ms);
    },
    async close() {
      isClosing = true;
      for (const { response } of waiting) refuse(response);
      waiting.clear();
      // Idle connections are closed immediately: clients would keep them open for more requests.
      const closing = setInterval(() => server.closeIdleConnections(), 100);
      try {
        // Connections that the kernel has accepted would be reset. Right after the event loop has read from the network, there are none.
        await new Promise((resolve) => setImmediate(resolve));
        await new Promise<void>((resolve) => server.close(() => resolve()));
      } finally {
        clearInterval(closing);
      }
    },
  };
}

/** Ends a request whose body is still arriving after its time limit, unless it may upload a file. */
function limitReceiving(request: IncomingMessage): void {
  const { headers, url } = request;
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  const isForm = url === '/graphql' && headers['content-type']?.startsWith('multipart/form-data') === true;
  const isVideo = request.method === 'PATCH' && url?.startsWith('/api/videos/uploads/') === true;
  const mayBringFile = (isForm || isVideo) && headers.cookie !== undefined;
  if (!hasBody || mayBringFile) return;
  const timer = setTimeout(() => !request.complete && request.destroy(), requestTimeoutMs).unref();
  request.once('close', () => clearTimeout(timer));
}

function rawHeaders(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}
