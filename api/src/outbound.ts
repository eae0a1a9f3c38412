import { lookup } from 'node:dns/promises';
import { connect as connectPlain, isIP, type LookupFunction } from 'node:net';
import { buildConnector, Client } from 'undici';
import { site } from './rules/site/site.ts';
import type { Env } from './env.ts';
import type { Log } from './log.ts';
import { checkAddress, type HostRule } from './outbound/check-address.ts';
import { OutboundError, outboundError } from './outbound/outbound-error.ts';
import { isPublicAddress } from './outbound/public-address.ts';
import { acceptedEncodings, formatSize, readAnswer, readBeginning } from './outbound/read-answer.ts';

/** Options of one request. */
export type OutboundRequest = {
  /** Accepted content types, such as `application/json`, `image/*`, or all with two asterisks, which are also sent as the Accept header. */
  readonly accept: readonly string[];
  /** Hosts that the request and its redirects may go to. */
  readonly hosts: HostRule;
  /**
   * True for a host in the site's own settings that is allowed to be on a private network, such as a company's sign-in server. Never for a
   * URL from users.
   */
  readonly allowsPrivate?: boolean;
  /** GET by default. Only a GET follows redirects. */
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Further headers, in lower case; none that identify the client. */
  readonly headers?: Readonly<Record<string, string>>;
  /** This site's credentials at the host. They are sent only to the host of the URL, not to those it redirects to. */
  readonly authorization?: string;
  readonly body?: string | Uint8Array;
  /** Maximum size of the decoded body, 2 MB by default. */
  readonly maxBytes?: number;
  /**
   * Reads the first `maxBytes` of a larger body, or of one that breaks off, instead of throwing: for responses of which only the status
   * matters.
   */
  readonly isBeginningEnough?: boolean;
  /** Total time limit including DNS, redirects and the last byte, 5,000 ms by default. */
  readonly timeoutMs?: number;
};

/** A response. */
export type OutboundAnswer = {
  readonly status: number;
  /** By name in lower case; multiple values of a header are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** Without parameters, in lower case; '' if there is none. */
  readonly contentType: string;
  /** Decoded. Empty for an unsuccessful status whose content type isn't accepted. */
  readonly body: Buffer;
  /** The URL after redirects. */
  readonly url: string;
};

/** The site's only module for requests to other hosts, including all URLs from users. */
export type Outbound = {
  /**
   * Requests a URL. Status 404 or 500 is a normal response; throws if the request failed or the response isn't accepted.
   * @throws OutboundError with a reason for users
   */
  fetch(url: string, request: OutboundRequest): Promise<OutboundAnswer>;
  /** Aborts running requests. */
  close(): Promise<void>;
};

/** Resolves a host name to all its IP addresses. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

const defaultMaxBytes = 2 * 1024 * 1024;
const defaultTimeoutMs = 5_000;
const maxRedirects = 3;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const forbiddenHeaders: ReadonlySet<string> = new Set(['cookie', 'authorization', 'proxy-authorization', 'host', 'accept-encoding']);

/**
 * Creates the fetcher. A host name is resolved once for each request; all of its IP addresses must be public (unless the request allows a
 * private host), and the connection goes to exactly one of these. It sends no cookies, only the credentials that the caller sets for the host, and doesn't reuse connections.
 * @param options.env `fetchTestMap` maps hosts to an `address:port` that speaks plain HTTP, for tests; it is empty in production
 * @param options.resolve a resolver other than the system's, for tests
 */
export function createOutbound(options: {
  readonly env: Pick<Env, 'fetchTestMap' | 'publicUrl'>;
  readonly log: Log;
  readonly resolve?: ResolveHost;
  /** Another port than 443 to connect to, for tests that watch for a connection. */
  readonly connectPort?: number;
}): Outbound {
  const { env, log, resolve = resolveBySystem, connectPort } = options;
  const userAgent = `${site.name.replaceAll(/[^\x20-\x7e]/g, '')} (+${env.publicUrl})`;
  const closing = new AbortController();

  /** Returns the IP addresses that a connection to this host may go to; null for a host of the test map. */
  async function addressesOf(host: string, allowsPrivate: boolean, signal: AbortSignal): Promise<readonly string[] | null> {
    if (env.fetchTestMap.has(host)) return null;
    const literal = host.replace(/^\[|\]$/g, '');
    const addresses = isIP(literal) === 0 ? await orAbort(resolve(host), signal) : [literal];
    if (addresses.length === 0) throw outboundError('unreachable', 'OUTBOUND_HOST_NOT_FOUND', { host });
    if (!allowsPrivate && !addresses.every(isPublicAddress)) throw outboundError('refused', 'OUTBOUND_HOST_NOT_PUBLIC', { host });
    return addresses;
  }

  async function sendRequest(url: URL, request: OutboundRequest, signal: AbortSignal, isFirstHost: boolean): Promise<OutboundAnswer> {
    const { accept, method = 'GET', maxBytes = defaultMaxBytes, allowsPrivate = false, isBeginningEnough = false } = request;
    const addresses = await addressesOf(url.hostname, allowsPrivate, signal);
    const client = new Client(url.origin, {
      allowH2: false,
      maxHeaderSize: 16 * 1024,
      connect: addresses === null ? connectTo(env.fetchTestMap.get(url.hostname) ?? '') : pinnedTo(addresses, connectPort),
    });
    try {
      const answer = await client.request({
        path: url.pathname + url.search,
        method,
        headers: {
          ...request.headers,
          ...(isFirstHost && request.authorization !== undefined ? { authorization: request.authorization } : {}),
          accept: accept.join(', '),
          'accept-encoding': isBeginningEnough ? 'identity' : acceptedEncodings,
          'user-agent': userAgent,
        },
        body: request.body ?? null,
        signal,
      });
      answer.body.on('error', () => undefined);
      const headers = plainHeaders(answer.headers);
      const contentType = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
      const partial = { status: answer.statusCode, headers, contentType, url: url.href };
      const isSuccess = answer.statusCode >= 200 && answer.statusCode < 300;
      const isAccepted = accept.some((type) => isOfType(contentType, type));
      if (isSuccess && !isAccepted && answer.statusCode !== 204) {
        throw outboundError('wrong-type', 'OUTBOUND_TYPE_INVALID', {
          host: url.hostname,
          got: contentType || 'something',
          accept: accept.join(' or '),
        });
      }
      if (method === 'HEAD' || !isAccepted) return { ...partial, body: Buffer.alloc(0) };
      if (isBeginningEnough) return { ...partial, body: await readBeginning(answer.body, headers['content-encoding'] ?? '', maxBytes) };
      if (Number(headers['content-length'] ?? 0) > maxBytes) {
        throw outboundError('too-large', 'OUTBOUND_TOO_LARGE', { max: formatSize(maxBytes) });
      }
      return { ...partial, body: await orAbort(readAnswer(answer.body, headers['content-encoding'] ?? '', maxBytes), signal) };
    } finally {
      // Don't wait for unread data.
      client.destroy().catch(() => undefined);
    }
  }

  return {
    async fetch(address, request) {
      for (const name of Object.keys(request.headers ?? {})) {
        if (forbiddenHeaders.has(name.toLowerCase())) throw new Error(`Outbound: expected no header ${name}`);
      }
      const timeoutMs = request.timeoutMs ?? defaultTimeoutMs;
      const timeout = AbortSignal.timeout(timeoutMs);
      const signal = AbortSignal.any([timeout, closing.signal]);
      let url = checkAddress(address, request.hosts, undefined, request.allowsPrivate);
      const { origin } = url;
      try {
        for (let redirects = 0; ; redirects += 1) {
          const answer = await sendRequest(url, request, signal, url.origin === origin);
          const redirectUrl = answer.headers['location'];
          if (!redirectStatuses.has(answer.status) || redirectUrl === undefined || (request.method ?? 'GET') !== 'GET') return answer;
          if (redirects === maxRedirects) throw outboundError('redirects', 'OUTBOUND_REDIRECTS_TOO_MANY', { host: url.hostname });
          url = checkAddress(redirectUrl, request.hosts, url, request.allowsPrivate);
        }
      } catch (error) {
        const failure = translate(error, { url, timeout, timeoutMs });
        log.info({ host: url.hostname, fault: failure.fault, err: failure.cause }, 'outbound: no answer');
        throw failure;
      }
    },
    async close() {
      closing.abort(new Error('closing'));
    },
  };
}

function translate(error: unknown, { url, timeout, timeoutMs }: { url: URL; timeout: AbortSignal; timeoutMs: number }): OutboundError {
  if (error instanceof OutboundError) return error;
  const host = url.hostname;
  if (timeout.aborted) {
    return outboundError('timeout', 'OUTBOUND_TIMEOUT', { host, seconds: Math.round(timeoutMs / 1000) }, error);
  }
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOTFOUND' || code === 'ENODATA') return outboundError('unreachable', 'OUTBOUND_HOST_NOT_FOUND', { host }, error);
  return outboundError('unreachable', 'OUTBOUND_HOST_UNREACHABLE', { host }, error);
}

async function resolveBySystem(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/** Connects by TLS to exactly these IP addresses, even if the name resolves to others by now. */
function pinnedTo(addresses: readonly string[], port: number | undefined): buildConnector.connector {
  const targets = addresses.map((address) => ({ address, family: isIP(address) }));
  const pinned: LookupFunction = (_host, { all }, callback) => {
    if (all === true) callback(null, targets);
    else callback(null, targets[0]?.address ?? '', targets[0]?.family);
  };
  const connect = buildConnector({ lookup: pinned, timeout: defaultTimeoutMs });
  return (options, callback) => connect(port === undefined ? options : { ...options, port: String(port) }, callback);
}

/** Connects without TLS to an `address:port` of the test map. */
function connectTo(target: string): buildConnector.connector {
  return (_options, callback) => {
    const { hostname, port } = new URL(`http://${target}`);
    const socket = connectPlain({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) });
    socket.once('connect', () => callback(null, socket));
    socket.once('error', (error) => callback(error, null));
  };
}

/** Returns the promise, or rejects with the signal's reason if that comes first. */
function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const handleAbort = () => reject(signal.reason);
    if (signal.aborted) handleAbort();
    signal.addEventListener('abort', handleAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', handleAbort));
  });
}

function isOfType(contentType: string, accepted: string): boolean {
  if (accepted === '*/*') return true;
  return accepted.endsWith('/*') ? contentType.startsWith(accepted.slice(0, -1)) : contentType === accepted;
}

function plainHeaders(headers: Readonly<Record<string, string | readonly string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), typeof value === 'string' ? value : value.join(', ')]],
    ),
  );
}
