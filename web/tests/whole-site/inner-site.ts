import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnv } from '@newline/api/env';
import { createLog } from '@newline/api/log';
import { listenForTags } from '@newline/api/tags-listener';
import type { Connections } from '@newline/db/connections';
import { startDatabase } from '@newline/db/start-database';
import { freePort } from '../../../bin/tests/free-port.ts';
import { openCachedPages } from '../../server/cached-pages.ts';
import { createStopper } from '../../server/create-stopper.ts';
import { createFront } from '../../server/front.ts';
import { loadSite, openSite, type LoadedSite } from '../../server/load-site.ts';
import { createPageCache, isDocument } from '../../server/page-cache.ts';
import { createPageStore } from '../../server/page-store.ts';
import { renderDocument } from '../../server/render-document.ts';
import { securityHeaders } from '../../server/security-headers.ts';
import { textsOfCopy, textsOfPage } from '../support/stored-texts.ts';

/** Something that the site stores, and everything that can be sent from it. */
export type Stored = { readonly store: 'pages' | 'answers' | 'copies' | 'disk'; readonly key: string; readonly texts: readonly string[] };

/** Another process of a site, which runs in that of the test. */
export type InnerSite = {
  origin: string;
  owner: Connections['owner'];
  /** Whether a path may be answered from the page cache. */
  isPublic: (path: string) => boolean;
  /** Returns everything that is stored, in memory and on disk. */
  stored: () => Promise<Stored[]>;
  stop: () => Promise<void>;
};

/** Starts another process of a running site in the process of the test, where its stores are in reach. It has a folder of its own. */
export async function startInnerSite(site: { dataDir: string; secretKey: string }): Promise<InnerSite> {
  const folder = await mkdtemp(join(tmpdir(), 'newline-inner-site-'));
  const port = await freePort(19_300);
  const env = readEnv({ PORT: String(port), DATA_DIR: folder, SECRET_KEY: site.secretKey, TRUST_PROXY: '1', LOG_LEVEL: 'warn' });
  const log = createLog(env.logLevel);
  const stopper = createStopper();
  const { connections } = await startDatabase({ ...site, whenRunning: 'join', log: () => undefined });
  const tags = listenForTags(connections.direct, log);
  stopper.add('tags', tags.close);
  const headers = securityHeaders({ isHttps: false });
  const sources = { img: [], media: [], connect: [], frame: [], isHttps: false };
  const front = createFront({ headers, onError: (error) => log.error({ err: error }) });
  stopper.add('http', front.close, () => front.server.closeAllConnections());
  const runtime = { env, log, connections, tags, stopper, metrics: null, tracing: null, routes: null };
  const loading = Promise.withResolvers<LoadedSite>();
  const cache = createPageCache({
    publicPages: { find: (url) => find(url) },
    render: async (key) => {
      const { api, pages } = await loading.promise;
      return isDocument(key) ? renderDocument(api.publicDocuments, key) : pages.renderPublic(key);
    },
    sources,
    securityHeaders: headers,
    fillingFor: async (request, key) => (await loading.promise).publicPageFilling?.(request, key) ?? null,
    onError: (error, key) => log.error({ err: error, path: key }),
  });
  const loaded = await loadSite({ dev: false, runtime, http: { front, embeds: null, headers, sources, cache: () => cache } });
  const find: (url: string) => ReturnType<NonNullable<LoadedSite['publicPages']>['find']> = (url) => {
    if (!isDocument(url)) return loaded.publicPages?.find(url) ?? null;
    const key = loaded.api.publicDocuments.keyOf(url) ?? null;
    return key === null ? null : { key, redirectTo: null, isGated: false, isExport: false };
  };
  tags.onTagsChanged((changed) => {
    cache.purge(changed ?? ['*']);
    loaded.studyPages?.purge(changed ?? ['*']);
  });
  loading.resolve(loaded);
  const cachedPages = openCachedPages({
    folder: join(folder, 'pages'),
    secretKey: site.secretKey,
    madeBy: '',
    onError: (error) => log.error({ err: error }),
  });
  const pageStore = createPageStore({ cache, cachedPages, tags });
  await front.listen({ port, host: '127.0.0.1' });
  await openSite(loaded.app, front);

  return {
    origin: env.publicUrl,
    owner: connections.owner,
    isPublic: (path) => find(path) !== null,
    async stored() {
      // What it writes when it stops.
      await pageStore.close();
      const state = await tags.contentState();
      const onDisk = await cachedPages.read({ ...state, lastPublicationMs: 0 });
      const file = await readFile(join(folder, 'pages', 'kept'), 'latin1');
      return [
        ...cache
          .stored()
          .map(({ key, page }): Stored => ({ store: isDocument(key) ? 'answers' : 'pages', key, texts: textsOfPage(key, page) })),
        ...(loaded.studyPages?.stored() ?? []).map((copy): Stored => ({ store: 'copies', key: copy.key, texts: textsOfCopy(copy) })),
        ...onDisk.map(({ key, page }): Stored => ({ store: 'disk', key, texts: textsOfPage(key, page) })),
        { store: 'disk', key: 'the file', texts: [file] },
      ];
    },
    async stop() {
      await stopper.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
