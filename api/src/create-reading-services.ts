import type { Pool } from 'pg';
import { embedProviders } from '../../embeds.config.ts';
import type { Budgets } from './budgets.ts';
import type { Env } from './env.ts';
import { createAdministration } from './features/administration/create-administration.ts';
import { createBilling } from './features/billing/create-billing.ts';
import { createTextReader } from './features/documents/text-reader.ts';
import { createEmbeds } from './features/embeds/create-embeds.ts';
import { createCodeCutter } from './features/remote-code/code-cutter.ts';
import { createCodeHost } from './features/remote-code/code-host.ts';
import { createGitHubApi } from './features/remote-code/github-api.ts';
import { createRemoteCode } from './features/remote-code/remote-code.ts';
import { createRepositoryPasses } from './features/repositories/repository-passes.ts';
import { createVideoPasses } from './features/videos/video-passes.ts';
import type { Log } from './log.ts';
import type { Outbound } from './outbound.ts';

/** What of the environment queries need. */
export type ReadingEnv = Pick<Env, 'publicUrl' | 'isProduction' | 'secretKey' | 'fetchTestMap' | 'codeHost' | 'billing'>;

/** Creates what queries ask beside the database: wherever they run, it is the same. */
export function createReadingServices(options: {
  readonly env: ReadingEnv;
  readonly pools: Readonly<Record<'worker', Pool>>;
  readonly budgets: Pick<Budgets, 'lookUp'>;
  readonly outbound: Outbound;
  readonly log: Log;
}) {
  const { env, pools, budgets, outbound, log } = options;
  const host = createCodeHost(createGitHubApi({ ...env.codeHost, outbound }), { isTokenUsed: env.codeHost.token !== null });
  const textReader = createTextReader();
  const code = { host, cutter: createCodeCutter() };
  return {
    code,
    services: {
      textReader,
      embeds: createEmbeds({ providers: embedProviders, outbound, budget: budgets.lookUp, log }),
      remoteCode: createRemoteCode({ ...code, webUrl: env.codeHost.url, budget: budgets.lookUp, log }),
      videoPasses: createVideoPasses(env.secretKey),
      repositoryPasses: createRepositoryPasses(env.secretKey),
      billing: createBilling({ settings: env.billing, pool: pools.worker, publicUrl: env.publicUrl, log }),
      administration: createAdministration({ pool: pools.worker }),
    },
    /** Ends their processes. */
    close: () => Promise.all([code.cutter.close(), textReader.close()]),
  };
}
