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
      /** The host of repositories' code, and the extractor of lines. */
      codeSource: { readonly host: CodeHost; readonly cutter: CodeCutter };
    }
  }
}

/** Code of repositories in texts, and its changes since. */
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
      // Without a token GitHub allows 60 requests an hour.
      [recheckRemoteCodeTask]: () =>
        recheckRemoteCode({ pool: pools.worker, ...use('codeSource'), atMost: env.codeHost.token === null ? 5 : 200, log }),
    }),
    ownRunners: [recheckRemoteCodeTask],
    cron: [recheckRemoteCodeCron],
  }),
};
