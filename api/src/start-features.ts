import type { FastifyInstance } from 'fastify';
import type { CronItem, TaskList } from 'graphile-worker';
import type { Feature, Ground, QueryGround, Running } from './feature.ts';
import type { Deliver } from './mail.ts';
import type { Metric } from './metrics/metric.ts';
import { type Services, serviceOf } from './services.ts';

/** The running parts of all features. */
export type RunningFeatures = {
  readonly services: Partial<Services>;
  addRoutes(app: FastifyInstance): void;
  tasks(deliver: Deliver): TaskList;
  readonly ownRunners: readonly string[];
  readonly cron: readonly CronItem[];
  readonly metrics: readonly Metric[];
  close(): Promise<void>;
};

/** Starts the services that queries need. */
export function startForQueries(features: readonly Feature[], ground: QueryGround): RunningFeatures {
  return combine(features.flatMap(({ startForQueries: start }) => start?.(ground) ?? []));
}

/** Starts all features, in the order of the list. */
export async function startFeatures(features: readonly Feature[], ground: Omit<Ground, 'use'>): Promise<RunningFeatures> {
  const queries = startForQueries(features, ground);
  const services: Partial<Services> = { ...queries.services };
  const all: Running[] = [queries];
  const use = <TName extends keyof Services>(name: TName) => serviceOf(services, name);
  for (const { start } of features) {
    const running = await start?.({ ...ground, use });
    if (!running) continue;
    Object.assign(services, running.services);
    all.push(running);
  }
  return combine(all);
}

function combine(all: readonly Running[]): RunningFeatures {
  return {
    services: Object.assign({}, ...all.map(({ services }) => services)) as Partial<Services>,
    addRoutes(app) {
      for (const { addRoutes } of all) addRoutes?.(app);
    },
    tasks: (deliver) => Object.assign({}, ...all.map(({ tasks }) => tasks?.(deliver))) as TaskList,
    ownRunners: all.flatMap(({ ownRunners }) => ownRunners ?? []),
    cron: all.flatMap(({ cron }) => cron ?? []),
    metrics: all.flatMap(({ metrics }) => metrics ?? []),
    async close() {
      await Promise.all(all.map(({ close }) => close?.()));
    },
  };
}
