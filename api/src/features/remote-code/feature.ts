import type { Feature } from '../../feature.ts';
import { type CodeCutter, createCodeCutter } from './code-cutter.ts';
import { type CodeHost, createCodeHost } from './code-host.ts';
import { createGitHubApi } from './github-api.ts';
import { recheckRemoteCode, recheckRemoteCodeCron, recheckRemoteCodeTask } from './recheck-remote-code.ts';
import { createRemoteCode } from './remote-code.ts';
import { RemoteCodeChangesPlugin } from './remote-code-changes-plugin.ts';
import { RemoteCodePlugin } from './remote-code-plugin.ts';

declare global {
  namespace Newline {
    interface Services {
      /** Where code of repositories comes from, and what cuts the wanted lines out of it. */
      codeSource: { readonly host: CodeHost; readonly cutter: CodeCutter };
    }
  }
}

/** Code of repositories in texts, and what changed of it since. */
export const remoteCode: Feature = {
  name: 'remote-code',
  plugins: [RemoteCodePlugin, RemoteCodeChangesPlugin],
  startForQueries({ env: { codeHost }, outbound, rateLimits, log }) {
    const host = createCodeHost(createGitHubApi({ ...codeHost, outbound }), { isTokenUsed: codeHost.token !== null });
    const codeSource = { host, cutter: createCodeCutter() };
    return {
      services: { codeSource, remoteCode: createRemoteCode({ ...codeSource, webUrl: codeHost.url, rateLimit: rateLimits.lookUp, log }) },
      close: () => codeSource.cutter.close(),
    };
  },
  start: ({ env, pools, log, use }) => ({
    tasks: () => ({
      // Without a token GitHub answers 60 questions an hour.
      [recheckRemoteCodeTask]: () =>
        recheckRemoteCode({ pool: pools.worker, ...use('codeSource'), atMost: env.codeHost.token === null ? 5 : 200, log }),
    }),
    ownRunners: [recheckRemoteCodeTask],
    cron: [recheckRemoteCodeCron],
  }),
};
