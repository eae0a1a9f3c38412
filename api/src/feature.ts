import type { FastifyInstance } from 'fastify';
import type { CronItem, TaskList } from 'graphile-worker';
import type { RateLimits } from './rate-limits.ts';
import type { Pools } from './create-pools.ts';
import type { DiskWatch } from './disk-watch.ts';
import type { Env } from './env.ts';
import type { MaskError } from './errors/mask-error.ts';
import type { Deliver, SendMail } from './mail.ts';
import type { Log } from './log.ts';
import type { Metric } from './metrics/metric.ts';
import type { Outbound } from './outbound.ts';
import type { Services } from './services.ts';
import type { TagsListening } from './tags-listener.ts';
import type { Viewers } from './viewer.ts';

/**
 * What a feature adds to the server. Each feature has one object of this type in `feature.ts` of its folder; `features.ts` lists them.
 * `start` imports what only the main process needs: the query worker loads only plugins and `startForQueries`.
 */
export type Feature = {
  /** The name of its folder. */
  readonly name: string;
  /** Its additions to the GraphQL schema. Plans get services with `service()` when they run, so the schema is built without them. */
  readonly plugins?: readonly GraphileConfig.Plugin[];
  /** Starts the services that queries use besides the database, in the main process and in the query worker. */
  readonly startForQueries?: (ground: QueryGround) => Running;
  /** Starts everything else, in the main process: services, routes, jobs and their schedules. */
  readonly start?: (ground: Ground) => Running | Promise<Running>;
};

/** The running parts of a feature. */
export type Running = {
  /** Services for its plans and other features. */
  readonly services?: Partial<Services>;
  /** Adds its HTTP routes. */
  readonly addRoutes?: (app: FastifyInstance) => void;
  /** Its jobs by task name; they may send emails directly. */
  readonly tasks?: (deliver: Deliver) => TaskList;
  /** Its jobs that may take long: each has its own runner, so that nothing waits for it. */
  readonly ownRunners?: readonly string[];
  /** Schedules of its jobs. */
  readonly cron?: readonly CronItem[];
  /** Its metrics, which are only read if metrics are on. */
  readonly metrics?: readonly Metric[];
  /** Stops what it started. */
  readonly close?: () => unknown;
};

/** Settings that queries need. */
export type QueryEnv = Pick<Env, 'publicUrl' | 'isProduction' | 'secretKey' | 'fetchTestMap' | 'codeHost' | 'billing'>;

/** Settings that the API needs. */
export type ApiEnv = QueryEnv &
  Pick<Env, 'dataDir' | 'smtpUrl' | 'mailFrom' | 'gitHub' | 'storage' | 'newsletter'> &
  Partial<Pick<Env, 'video' | 'oidc' | 'cdn'>>;

/** What every process that answers queries provides. */
export type QueryGround = {
  readonly env: QueryEnv;
  readonly pools: Pick<Pools, 'app' | 'sessions' | 'worker'>;
  readonly rateLimits: RateLimits;
  readonly outbound: Outbound;
  readonly log: Log;
};

/** What the main process provides. */
export type Ground = QueryGround & {
  readonly env: ApiEnv;
  readonly pools: Pools;
  readonly disk: DiskWatch;
  readonly tags: TagsListening;
  readonly viewers: Viewers;
  readonly maskError: MaskError;
  /** The folder of the built pages, with the scripts that browsers run; null if there is none. */
  readonly builtPages: string | null;
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
  /** The queue, which accepts jobs once everything has started. */
  readonly jobs: JobQueue;
  /** Returns a service of a feature before this one in the list, or of any feature once everything has started. */
  readonly use: <TName extends keyof Services>(name: TName) => Services[TName];
};

/** The queue of background jobs. */
export type JobQueue = {
  readonly send: SendMail;
  /** Adds a job; of several jobs with the same key only the last one remains. */
  add(task: string, payload: unknown, options: { readonly key: string; readonly afterMs?: number }): Promise<void>;
};
