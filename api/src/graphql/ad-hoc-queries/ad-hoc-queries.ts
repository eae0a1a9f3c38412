import { GraphQLError, Source } from 'postgraphile/graphql';
import { type RateLimits, countedSubnet } from '../../rate-limits.ts';
import type { Viewer } from '../../viewer.ts';
import { documentError } from '../../errors/error-codes.ts';

/** A read-only operation that isn't one of our pages' persisted queries. It has been parsed, but not validated. */
export type AdHocRequest = {
  readonly text: string;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly viewer: Viewer;
  /** The subnet of the request; null within the process. */
  readonly subnet: string | null;
};

/** Result of an ad-hoc query, in a form that can be sent between threads. */
export type AdHocAnswer = {
  /** The data as JSON; omitted if nothing was executed. */
  readonly data?: string | null;
  /** Masked errors. */
  readonly errors?: readonly {
    readonly message: string;
    readonly positions: readonly number[] | undefined;
    readonly path: readonly (string | number)[] | undefined;
    readonly extensions: Readonly<Record<string, unknown>>;
  }[];
  /** CPU time that it took, in milliseconds. */
  readonly cpuMs: number;
};

/** Validates, plans and executes ad-hoc queries. */
export type AdHocRunner = (request: AdHocRequest) => Promise<AdHocAnswer>;

/** A GraphQL result, with its data as JSON text. */
export type TextResult = { readonly data?: string | null; readonly errors?: readonly GraphQLError[] };

/** Runs ad-hoc queries within their rate limits. */
export type AdHocQueries = {
  /** Runs a read-only query. */
  run(request: AdHocRequest): Promise<TextResult>;
  /** Counts a mutation, which runs in the main thread. Returns an error above the rate limit, otherwise null. */
  count(from: Pick<AdHocRequest, 'viewer' | 'subnet'>): Promise<GraphQLError | null>;
};

/** Maximum number of queries of one user or IP address that run or wait at a time. */
const maxConcurrent = 16;

/**
 * Creates the entry point of ad-hoc queries. Limits them by user and by subnet: their number, their CPU time, and how many run at a time.
 */
export function createAdHocQueries(rateLimits: Pick<RateLimits, 'documents' | 'documentTime'>, runner: AdHocRunner): AdHocQueries {
  const inProgress = new Map<string, number>();

  const count: AdHocQueries['count'] = async (from) => {
    for (const key of keysOf(from)) {
      const wait = (await rateLimits.documents.consume(key)) ?? (await rateLimits.documentTime.consume(key, 0));
      if (wait !== null) return tooMany('QUERY_LIMIT_REACHED', wait);
    }
    return null;
  };

  return {
    count,
    async run(request) {
      const keys = keysOf(request);
      const slots = keys.length > 0 ? keys : ['anonymous'];
      if (slots.some((key) => (inProgress.get(key) ?? 0) >= maxConcurrent))
        return { errors: [documentError('QUERIES_IN_PROGRESS', { count: maxConcurrent, waitSeconds: 1 }, { retryAfterSeconds: 1 })] };
      for (const key of slots) inProgress.set(key, (inProgress.get(key) ?? 0) + 1);
      try {
        const refused = await count(request);
        if (refused) return { errors: [refused] };
        const answer = await runner(request);
        for (const key of keys) await rateLimits.documentTime.consume(key, Math.ceil(answer.cpuMs));
        return asResult(answer, request.text);
      } finally {
        for (const key of slots) {
          const remaining = (inProgress.get(key) ?? 1) - 1;
          if (remaining > 0) inProgress.set(key, remaining);
          else inProgress.delete(key);
        }
      }
    },
  };
}

function keysOf({ viewer, subnet }: Pick<AdHocRequest, 'viewer' | 'subnet'>): readonly string[] {
  const counted = countedSubnet(subnet);
  return [...(viewer.userId === null ? [] : [`person ${viewer.userId}`]), ...(counted === null ? [] : [`network ${counted}`])];
}

/** Returns an error with the time to wait. */
export function tooMany(reason: 'QUERY_LIMIT_REACHED' | 'SEARCH_LIMIT_REACHED', retryAfterSeconds: number): GraphQLError {
  return documentError(reason, { waitSeconds: retryAfterSeconds }, { retryAfterSeconds });
}

function asResult({ data, errors }: AdHocAnswer, text: string): TextResult {
  const source = new Source(text, 'GraphQL request');
  return {
    ...(data === undefined ? {} : { data }),
    ...(errors && {
      errors: errors.map(
        ({ message, positions, path, extensions }) =>
          new GraphQLError(message, { source, positions: positions ?? null, path: path ?? null, extensions }),
      ),
    }),
  };
}
