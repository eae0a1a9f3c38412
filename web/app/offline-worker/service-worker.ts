import { addPlugins, cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { checkOffline } from '../shared/offline/check-offline.ts';
import { mainName, videoFilePath } from '../shared/offline/keep-video.ts';
import { findFile, findOffline, removeAllOffline } from '../shared/offline/offline-titles.ts';
import { goneStatuses } from '../shared/offline/worker-controller.ts';
import { answerNavigation, notePath, offlinePath } from './answer-navigation.ts';

/** What the worker uses of its global scope and its events; TypeScript's types of a page don't have them. */
type WorkerScope = {
  readonly clients: { claim(): Promise<void> };
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } };
  addEventListener(type: 'activate', listener: (event: LifeEvent) => void): void;
};
type LifeEvent = Event & { waitUntil(promise: Promise<unknown>): void };
type RequestEvent = LifeEvent & { readonly preloadResponse?: Promise<Response | undefined> };

/** The files of the page that lists offline copies, and the release that they belong to; the build inserts both. */
declare const SHELL_FILES: readonly string[];
declare const RELEASE: string;

const worker = globalThis as unknown as WorkerScope;

// The page is stored as a visitor gets it: it contains nobody.
addPlugins([{ requestWillFetch: async ({ request }) => new Request(request, { credentials: 'omit' }) }]);
precache([...[offlinePath, notePath].map((url) => ({ url, revision: RELEASE })), ...SHELL_FILES.map((url) => ({ url, revision: null }))]);
// After an update, the older files stay until every tab of the older release is closed: the worker never takes over from a running one.
cleanupOutdatedCaches();
worker.addEventListener('activate', (event) => {
  // The page that started the first worker is answered by it from now on.
  event.waitUntil(Promise.all([worker.clients.claim(), worker.registration.navigationPreload?.enable()]));
});

// Pages come from the site, and from what is kept only if the site doesn't answer.
registerRoute(
  ({ request, sameOrigin }) => sameOrigin && request.mode === 'navigate' && request.destination === 'document',
  ({ event, request, url }) => {
    const { preloadResponse } = event as RequestEvent;
    return answerNavigation(
      { request, url },
      {
        load: async () => (await preloadResponse) ?? fetch(request),
        find: findOffline,
        listPage: () => matchPrecache(offlinePath),
        // In the background, and after the page: it must not wait.
        // A provider's sign-in returns by a navigation.
        onAnswer: () => (event as LifeEvent).waitUntil(checkOffline({ isForced: url.pathname.startsWith('/api/auth/') })),
      },
    );
  },
);

// The names of built files change with their content, so any copy is the right one. The script of the note is this release's.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && (url.pathname.startsWith('/assets/') || url.pathname === notePath),
  async ({ request, url }) => (await matchPrecache(url.pathname)) ?? (await findFile(url.pathname)) ?? fetch(request),
);

/** Returns the path under which a file of the site is kept; null for files that never are. */
const cachedPath = ({ pathname }: URL) => (pathname.startsWith('/media/a/') ? pathname : videoFilePath(pathname));

registerRoute(
  ({ sameOrigin, url }) => sameOrigin && cachedPath(url) !== null,
  async ({ request, url }) => {
    let answer: Response | null = null;
    try {
      // Without a connection, the browser's own cache may still have the main playlist, with qualities that aren't kept.
      answer = await fetch(request, url.pathname.endsWith(`/${mainName}`) ? { cache: 'no-cache' } : {});
    } catch {
      // No connection.
    }
    if (answer !== null && !goneStatuses.has(answer.status)) return answer;
    return (await findOffline(cachedPath(url) ?? ''))?.response ?? answer ?? Response.error();
  },
);

/** Requests after which this browser has no session anymore. */
const endings: ReadonlySet<string> = new Set(['/api/auth/sign-out', '/api/auth/revoke-sessions', '/api/auth/delete-user']);

// Whoever signs out or in: what is kept is removed before the page continues.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/api/auth/'),
  async ({ request, url }) => {
    const response = await fetch(request);
    if (response.ok) await (endings.has(url.pathname) ? removeAllOffline() : checkOffline({ isForced: true }));
    return response;
  },
  'POST',
);
