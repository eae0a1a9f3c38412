import { LRUCache } from 'lru-cache';
import type { Outbound } from '../../outbound.ts';
import { OutboundError } from '../../outbound/outbound-error.ts';
import { RemoteCodeError } from './remote-code-error.ts';

/** What GitHub's API answered: its data, and the tag by which it can be asked whether it changed. */
export type ApiAnswer = { readonly data: unknown; readonly etag: string | null };

/** GitHub's API, read only. */
export type GitHubApi = {
  /**
   * Gets a path. What was asked before is asked for again under its ETag, which costs nothing of the hourly limit.
   *
   * @returns null when the answer is still the one with the ETag `known`
   * @throws RemoteCodeError; `gone` for 404 and its kin
   */
  get(path: string, options?: { readonly known?: string | null; readonly timeoutMs?: number }): Promise<ApiAnswer | null>;
};

/** Base64 of a file of 1 MB, and what is said about it. */
const maxBytes = 2 * 1024 * 1024;

const maxCachedBytes = 16 * 1024 * 1024;

/**
 * Creates the client. Everything goes through the one fetcher, to the host of the API and no other.
 *
 * @param options.token may be null: then GitHub answers 60 questions an hour that are not answered from memory
 */
export function createGitHubApi(options: {
  readonly apiUrl: string;
  readonly token: string | null;
  readonly outbound: Outbound;
}): GitHubApi {
  const { apiUrl, token, outbound } = options;
  const host = new URL(apiUrl).hostname;
  const answers = new LRUCache<string, { readonly etag: string; readonly data: unknown }>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ data }) => JSON.stringify(data).length + 100,
  });
  /** GitHub said that it answers no more until then. */
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
    async get(path, { known = null, timeoutMs = 3_000 } = {}) {
      if (closedUntil > Date.now()) throw closed(closedUntil);
      const cached = answers.get(path);
      const etag = known ?? cached?.etag;
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
        const found = headers.etag ?? null;
        if (found !== null) answers.set(path, { etag: found, data });
        return { data, etag: found };
      } catch (error) {
        if (!isHttpError(error)) throw error;
        if (error.cause instanceof OutboundError) throw new RemoteCodeError('later', error.cause.reason, error.cause);
        if (error.status === 304) {
          if (known !== null) return null;
          if (cached !== undefined) return { data: cached.data, etag: cached.etag };
        }
        closedUntil = Math.max(closedUntil, closedUntilOf(error));
        if (closedUntil > Date.now()) throw closed(closedUntil);
        throw translate(error, host);
      }
    },
  };
}

/** What the client throws for a status that is no success, and around what its fetch threw. */
type HttpError = Error & { readonly status: number; readonly response?: { readonly headers: Readonly<Record<string, unknown>> } };

function isHttpError(error: unknown): error is HttpError {
  return error instanceof Error && 'status' in error && typeof error.status === 'number';
}

function closed(until: number): RemoteCodeError {
  const time = new Date(until).toISOString().slice(11, 16);
  return new RemoteCodeError('later', `GitHub answers no more questions of this site until ${time} UTC. Try again then.`);
}

/** When GitHub will answer again: its primary limit by the hour, or its secondary one against haste. 0 when it is open. */
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
      return new RemoteCodeError('later', 'GitHub does not take the token of this site. Its owner has to renew GITHUB_TOKEN.', error);
    case 403:
      return new RemoteCodeError('refused', 'GitHub does not hand this out.', error);
    // 409: the repository is empty; 422: what is asked for cannot be there.
    case 404:
    case 409:
    case 410:
    case 422:
    case 451:
      return new RemoteCodeError('gone', 'There is no such repository, commit or file, or it is not public.', error);
    default:
      return new RemoteCodeError('later', `${host} answered with ${error.status}. Try again later.`, error);
  }
}
