import { LRUCache } from 'lru-cache';
import type { Outbound } from '../../outbound.ts';
import { OutboundError } from '../../outbound/outbound-error.ts';
import { RemoteCodeError } from './remote-code-error.ts';

/** A response of GitHub's API: its data, and the ETag to check for changes. */
export type ApiAnswer = { readonly data: unknown; readonly etag: string | null };

/** A read-only client of GitHub's API. */
export type GitHubApi = {
  /**
   * Gets a path. A path that was requested before is revalidated with its ETag, which doesn't count against the hourly limit.
   * @returns null if the response still has the ETag `knownEtag`
   * @throws RemoteCodeError; `gone` for 404 and similar
   */
  get(path: string, options?: { readonly knownEtag?: string | null; readonly timeoutMs?: number }): Promise<ApiAnswer | null>;
};

/** A file of 1 MB in Base64, with its metadata. */
const maxBytes = 2 * 1024 * 1024;

const maxCachedBytes = 16 * 1024 * 1024;

/**
 * Creates the client. All requests go through the outbound fetcher, and only to the host of the API.
 * @param options.token null allows 60 uncached requests an hour
 */
export function createGitHubApi(options: {
  readonly apiUrl: string;
  readonly token: string | null;
  readonly outbound: Outbound;
}): GitHubApi {
  const { apiUrl, token, outbound } = options;
  const host = new URL(apiUrl).hostname;
  const cache = new LRUCache<string, { readonly etag: string; readonly data: unknown }>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ data }) => JSON.stringify(data).length + 100,
  });
  /** Time until which GitHub rejects requests. */
  let closedUntil = 0;

  const fetchBy = (timeoutMs: number) => async (url: string, init: { headers: Record<string, string> }) => {
    const { authorization, accept: _accept, 'user-agent': _agent, ...headers } = init.headers;
    const answer = await outbound.fetch(url, {
      accept: ['application/vnd.github+json', 'application/json'],
      hosts: [host],
      headers,
      ...(authorization === undefined ? {} : { authorization }),
      maxBytes,
      timeoutMs,
    });
    return new Response(answer.status === 304 ? null : new Uint8Array(answer.body), { status: answer.status, headers: answer.headers });
  };

  return {
    async get(path, { knownEtag = null, timeoutMs = 3_000 } = {}) {
      if (closedUntil > Date.now()) throw rateLimited(closedUntil);
      const cached = cache.get(path);
      const etag = knownEtag ?? cached?.etag;
      try {
        const { request } = await import('@octokit/request');
        const { data, headers } = await request({
          method: 'GET',
          baseUrl: apiUrl,
          url: path,
          headers: {
            'x-github-api-version': '2022-11-28',
            ...(etag === undefined ? {} : { 'if-none-match': etag }),
            ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          },
          request: { fetch: fetchBy(timeoutMs) },
        });
        const newEtag = headers.etag ?? null;
        if (newEtag !== null) cache.set(path, { etag: newEtag, data });
        return { data, etag: newEtag };
      } catch (error) {
        if (!isHttpError(error)) throw error;
        if (error.cause instanceof OutboundError) throw new RemoteCodeError('later', error.cause.message, error.cause);
        if (error.status === 304) {
          if (knownEtag !== null) return null;
          if (cached !== undefined) return { data: cached.data, etag: cached.etag };
        }
        closedUntil = Math.max(closedUntil, closedUntilOf(error));
        if (closedUntil > Date.now()) throw rateLimited(closedUntil);
        throw translate(error, host);
      }
    },
  };
}

/** Error that the client throws for a failed status, and as a wrapper for errors of its fetch. */
type HttpError = Error & { readonly status: number; readonly response?: { readonly headers: Readonly<Record<string, unknown>> } };

function isHttpError(error: unknown): error is HttpError {
  return error instanceof Error && 'status' in error && typeof error.status === 'number';
}

function rateLimited(until: number): RemoteCodeError {
  const time = new Date(until).toISOString().slice(11, 16);
  return new RemoteCodeError('later', `This site has reached GitHub’s request limit. Try again after ${time} UTC.`);
}

/** Returns when GitHub will accept requests again, after its primary (hourly) or secondary rate limit; 0 if it accepts them now. */
function closedUntilOf({ status, response }: HttpError): number {
  if (status !== 403 && status !== 429) return 0;
  const headers = response?.headers ?? {};
  const retryAfter = Number(headers['retry-after']);
  if (retryAfter > 0) return Date.now() + Math.min(retryAfter, 3_600) * 1_000;
  if (headers['x-ratelimit-remaining'] !== '0') return status === 429 ? Date.now() + 60_000 : 0;
  const reset = Number(headers['x-ratelimit-reset']) * 1_000;
  return Math.min(Math.max(reset || 0, Date.now() + 1_000), Date.now() + 3_600_000);
}

function translate(error: HttpError, host: string): RemoteCodeError {
  switch (error.status) {
    case 401:
      return new RemoteCodeError('later', 'GitHub rejects this site’s token. The site’s owner must renew GITHUB_TOKEN.', error);
    case 403:
      return new RemoteCodeError('refused', 'GitHub refused access to this file.', error);
    // 409: the repository is empty; 422: the requested item can't exist.
    case 404:
    case 409:
    case 410:
    case 422:
    case 451:
      return new RemoteCodeError('gone', 'This repository, commit or file does not exist or is not public.', error);
    default:
      return new RemoteCodeError('later', `${host} responded with ${error.status}. Try again later.`, error);
  }
}
