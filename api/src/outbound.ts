import { lookup } from 'node:dns/promises';
import { connect as connectPlain, isIP, type LookupFunction } from 'node:net';
import { buildConnector, Client } from 'undici';
import { site } from './rules/site/site.ts';
import type { Env } from './env.ts';
import type { Log } from './log.ts';
import { checkAddress, type HostRule } from './outbound/check-address.ts';
import { OutboundError } from './outbound/outbound-error.ts';
import { isPublicAddress } from './outbound/public-address.ts';
import { acceptedEncodings, readAnswer, sizeInWords } from './outbound/read-answer.ts';

/** What a caller says about one request. */
export type OutboundRequest = {
  /** Content types that are taken, such as `application/json` or `image/*`. They are also what the request asks for. */
  readonly accept: readonly string[];
  /** Hosts that the request and each of its redirects may go to. */
  readonly hosts: HostRule;
  /** GET unless given. Only a GET follows redirects. */
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** More headers, in lower case; none that would say who asks. */
  readonly headers?: Readonly<Record<string, string>>;
  /** This site's own credentials at that host: sent to the host of the address, and to no other that it redirects to. */
  readonly authorization?: string;
  readonly body?: string | Uint8Array;
  /** The largest decoded body, 2 MB unless given. */
  readonly maxBytes?: number;
  /** For everything together: names, redirects, the last byte. 5,000 unless given. */
  readonly timeoutMs?: number;
};

/** What came back. */
export type OutboundAnswer = {
  readonly status: number;
  /** By their names in lower case; of several with one name the values are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** Without parameters, in lower case; '' when there is none. */
  readonly contentType: string;
  /** Decoded. Empty beside a status that is no success when its type is not one of those accepted. */
  readonly body: Buffer;
  /** Where it came from, after redirects. */
  readonly url: string;
};

/** The one way to the network outside, for every address that somebody else chose. */
export type Outbound = {
  /**
   * Asks for an address. An answer of 404 or 500 is an answer; what could not be asked or must not be taken throws.
   *
   * @throws OutboundError with a reason for people
   */
  fetch(url: string, request: OutboundRequest): Promise<OutboundAnswer>;
  /** Breaks off what is under way. */
  close(): Promise<void>;
};

/** Finds all addresses of a host name. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

const defaultMaxBytes = 2 * 1024 * 1024;
const defaultTimeoutMs = 5_000;
const maxRedirects = 3;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const forbiddenHeaders: ReadonlySet<string> = new Set(['cookie', 'authorization', 'proxy-authorization', 'host', 'accept-encoding']);

/**
 * Creates the fetcher. A host name is resolved once for each request; every address it has must be public, and the connection
 * goes to one of exactly these. It sends no cookie, no
 * credentials but those that a caller gives for the host, and keeps no connection.
 *
 * @param options.env `fetchTestMap` leads hosts to an `address:port` that speaks plain http, for tests; it is empty in production
 * @param options.resolve another resolver than the system's, for tests
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

  /** The addresses that a connection to this host may go to; null for a host of the test map. */
  async function addressesOf(host: string, signal: AbortSignal): Promise<readonly string[] | null> {
    if (env.fetchTestMap.has(host)) return null;
    const literal = host.replace(/^\[|\]$/g, '');
    const addresses = isIP(literal) === 0 ? await orAbort(resolve(host), signal) : [literal];
    if (addresses.length === 0) throw new OutboundError('unreachable', `${host} does not exist.`);
    if (!addresses.every(isPublicAddress)) throw new OutboundError('refused', `${host} is not a public host.`);
    return addresses;
  }

  async function ask(url: URL, request: OutboundRequest, signal: AbortSignal, isFirstHost: boolean): Promise<OutboundAnswer> {
    const { accept, method = 'GET', maxBytes = defaultMaxBytes } = request;
    const addresses = await addressesOf(url.hostname, signal);
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
          'accept-encoding': acceptedEncodings,
          'user-agent': userAgent,
        },
        body: request.body ?? null,
        signal,
      });
      answer.body.on('error', () => undefined);
      const headers = plainHeaders(answer.headers);
      const contentType = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
      const found = { status: answer.statusCode, headers, contentType, url: url.href };
      const isSuccess = answer.statusCode >= 200 && answer.statusCode < 300;
      const isAccepted = accept.some((type) => isOfType(contentType, type));
      if (isSuccess && !isAccepted && answer.statusCode !== 204) {
        throw new OutboundError(
          'wrong-type',
          `${url.hostname} answered with ${contentType || 'something'}, expected ${accept.join(' or ')}.`,
        );
      }
      if (method === 'HEAD' || !isAccepted) return { ...found, body: Buffer.alloc(0) };
      if (Number(headers['content-length'] ?? 0) > maxBytes) {
        throw new OutboundError('too-large', `The answer is larger than ${sizeInWords(maxBytes)}.`);
      }
      return { ...found, body: await orAbort(readAnswer(answer.body, headers['content-encoding'] ?? '', maxBytes), signal) };
    } finally {
      // Whatever was not read is not waited for.
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
      let url = checkAddress(address, request.hosts);
      const { origin } = url;
      try {
        for (let redirects = 0; ; redirects += 1) {
          const answer = await ask(url, request, signal, url.origin === origin);
          const next = answer.headers['location'];
          if (!redirectStatuses.has(answer.status) || next === undefined || (request.method ?? 'GET') !== 'GET') return answer;
          if (redirects === maxRedirects) throw new OutboundError('redirects', `${url.hostname} redirects too often.`);
          url = checkAddress(next, request.hosts, url);
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
  if (timeout.aborted) {
    return new OutboundError('timeout', `${url.hostname} did not answer within ${Math.round(timeoutMs / 1000)} seconds.`, error);
  }
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOTFOUND' || code === 'ENODATA') return new OutboundError('unreachable', `${url.hostname} does not exist.`, error);
  return new OutboundError('unreachable', `${url.hostname} could not be reached.`, error);
}

async function resolveBySystem(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/** Connects by TLS to these addresses and no others, whatever the name would say by now. */
function pinnedTo(addresses: readonly string[], port: number | undefined): buildConnector.connector {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  const pinned: LookupFunction = (_host, { all }, callback) => {
    if (all === true) callback(null, found);
    else callback(null, found[0]?.address ?? '', found[0]?.family);
  };
  const connect = buildConnector({ lookup: pinned, timeout: defaultTimeoutMs });
  return (options, callback) => connect(port === undefined ? options : { ...options, port: String(port) }, callback);
}

/** Connects plainly to an `address:port` of the test map. */
function connectTo(target: string): buildConnector.connector {
  return (_options, callback) => {
    const { hostname, port } = new URL(`http://${target}`);
    const socket = connectPlain({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) });
    socket.once('connect', () => callback(null, socket));
    socket.once('error', (error) => callback(error, null));
  };
}

/** The promise, or the signal's reason if that comes first. */
function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const handleAbort = () => reject(signal.reason);
    if (signal.aborted) handleAbort();
    signal.addEventListener('abort', handleAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', handleAbort));
  });
}

function isOfType(contentType: string, accepted: string): boolean {
  return accepted.endsWith('/*') ? contentType.startsWith(accepted.slice(0, -1)) : contentType === accepted;
}

function plainHeaders(headers: Readonly<Record<string, string | readonly string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), typeof value === 'string' ? value : value.join(', ')]],
    ),
  );
}
