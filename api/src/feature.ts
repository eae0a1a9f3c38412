import type { FastifyInstance } from 'fastify';
import type { CronItem, TaskList } from 'graphile-worker';
import type { RateLimits } from './rate-limits.ts';
import type { Pools } from './create-pools.ts';
import type { DiskWatch } from './disk-watch.ts';
import type { Env } from './env.ts';
import type { MaskError } from './errors/mask-error.ts';
import type { Deliver, SendMail } from './mail.ts';
import type { Log } from './log.ts';
import type { Outbound } from './outbound.ts';
import type { Services } from './services.ts';
import type { TagsListening } from './tags-listener.ts';
import type { Viewers } from './viewer.ts';

/**
 * What a feature brings to the server. Each has one object of this type in `feature.ts` of its folder; `features.ts` is the list. What only
 * the main process needs is imported by `start`: the query worker loads plugins and `startForQueries` alone.
 */
export type Feature = {
  /** The name of its folder. */
  readonly name: string;
  /** Its part of the GraphQL schema. Plans ask for services with `service()` when they run, so the schema is built without any. */
  readonly plugins?: readonly GraphileConfig.Plugin[];
  /** Starts what queries ask beside the database, in the main process and in the query worker. */
  readonly startForQueries?: (ground: QueryGround) => Running;
  /** Starts everything else, in the main process: services, routes, jobs and their times. */
  readonly start?: (ground: Ground) => Running | Promise<Running>;
};

/** What of a feature runs. */
export type Running = {
  /** What its plans and other features may ask. */
  readonly services?: Partial<Services>;
  /** Adds its HTTP routes. */
  readonly addRoutes?: (app: FastifyInstance) => void;
  /** Its jobs, by the name of the task; they may send mails at once. */
  readonly tasks?: (deliver: Deliver) => TaskList;
  /** Those of its jobs that may take long: each has a runner of its own, so that nothing waits for it. */
  readonly ownRunners?: readonly string[];
  /** When its jobs run by themselves. */
  readonly cron?: readonly CronItem[];
  /** Ends what it started. */
  readonly close?: () => unknown;
};

/** What of the environment queries need. */
export type QueryEnv = Pick<Env, 'publicUrl' | 'isProduction' | 'secretKey' | 'fetchTestMap' | 'codeHost' | 'billing'>;

/** What of the environment the API reads. */
export type ApiEnv = QueryEnv &
  Pick<Env, 'dataDir' | 'smtpUrl' | 'mailFrom' | 'gitHub' | 'storage' | 'newsletter'> &
  Partial<Pick<Env, 'video'>>;

/** What every process that answers queries has. */
export type QueryGround = {
  readonly env: QueryEnv;
  readonly pools: Pick<Pools, 'app' | 'sessions' | 'worker'>;
  readonly rateLimits: RateLimits;
  readonly outbound: Outbound;
  readonly log: Log;
};

/** What the main process has. */
export type Ground = QueryGround & {
  readonly env: ApiEnv;
  readonly pools: Pools;
  /** The site's name, for mails and books. */
  readonly siteName: string;
  readonly disk: DiskWatch;
  readonly tags: TagsListening;
  readonly viewers: Viewers;
  readonly maskError: MaskError;
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
  /** The queue; it takes jobs once everything has started. */
  readonly jobs: JobQueue;
  /** A service of a feature that stands before this one in the list, or, once everything has started, of any. */
  readonly use: <TName extends keyof Services>(name: TName) => Services[TName];
};

/** Where features leave work for later. */
export type JobQueue = {
  readonly send: SendMail;
  /** Adds a job; of those with one key only the last stays. */
  add(task: string, payload: unknown, options: { readonly key: string; readonly afterMs?: number }): Promise<void>;
};
