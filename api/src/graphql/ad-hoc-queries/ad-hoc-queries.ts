import { GraphQLError, Source } from 'postgraphile/graphql';
import { type RateLimits, countedSubnet } from '../../rate-limits.ts';
import type { Viewer } from '../../viewer.ts';
import { documentError } from '../../errors/error-codes.ts';

/** A document that is not one of our pages' own, and only reads. It has been parsed, and nothing else. */
export type AdHocRequest = {
  readonly text: string;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly viewer: Viewer;
  /** The network it came from; null from within the process. */
  readonly subnet: string | null;
};

/** What came of it, in a form that passes between threads. */
export type AdHocAnswer = {
  /** The data as JSON; left out when nothing was run. */
  readonly data?: string | null;
  /** Masked already. */
  readonly errors?: readonly {
    readonly message: string;
    readonly positions: readonly number[] | undefined;
    readonly path: readonly (string | number)[] | undefined;
    readonly extensions: Readonly<Record<string, unknown>>;
  }[];
  /** Processor time that it took, in milliseconds. */
  readonly cpuMs: number;
};

/** Where guests' documents are validated, planned and run. */
export type AdHocRunner = (request: AdHocRequest) => Promise<AdHocAnswer>;

/** What GraphQL answers, with its data as JSON text. */
export type TextResult = { readonly data?: string | null; readonly errors?: readonly GraphQLError[] };

/** Guests' documents under their budgets. */
export type AdHocQueries = {
  /** Runs one that only reads. */
  run(request: AdHocRequest): Promise<TextResult>;
  /** Counts one that changes something, which runs beside our own. Null within the budget. */
  count(from: Pick<AdHocRequest, 'viewer' | 'subnet'>): Promise<GraphQLError | null>;
};

/** Under way or waiting at once, of one person or network. */
const maxAtOnce = 16;

/**
 * Creates the door for documents that are not our pages' own: they are counted by person and by network, by number, by
 * processor time and by how many are under way.
 */
export function createAdHocQueries(rateLimits: Pick<RateLimits, 'documents' | 'documentTime'>, place: AdHocRunner): AdHocQueries {
  const underWay = new Map<string, number>();

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
      const places = keys.length > 0 ? keys : ['nobody'];
      if (places.some((key) => (underWay.get(key) ?? 0) >= maxAtOnce))
        return { errors: [documentError('QUERIES_IN_PROGRESS', { count: maxAtOnce, waitSeconds: 1 }, { retryAfterSeconds: 1 })] };
      for (const key of places) underWay.set(key, (underWay.get(key) ?? 0) + 1);
      try {
        const refused = await count(request);
        if (refused) return { errors: [refused] };
        const answer = await place(request);
        for (const key of keys) await rateLimits.documentTime.consume(key, Math.ceil(answer.cpuMs));
        return asResult(answer, request.text);
      } finally {
        for (const key of places) {
          const others = (underWay.get(key) ?? 1) - 1;
          if (others > 0) underWay.set(key, others);
          else underWay.delete(key);
        }
      }
    },
  };
}

function keysOf({ viewer, subnet }: Pick<AdHocRequest, 'viewer' | 'subnet'>): readonly string[] {
  const counted = countedSubnet(subnet);
  return [...(viewer.userId === null ? [] : [`person ${viewer.userId}`]), ...(counted === null ? [] : [`network ${counted}`])];
}

/** An answer that says how long to wait. */
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
