import type { FastifyInstance } from 'fastify';
import { offlineWorkerFile, offlineWorkerPolicy } from './content-policy.ts';

/** A worker that removes all caches of the site and then itself. Browsers request it with the next page, instead of the one they have. */
const removingWorker = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(remove()));
async function remove() {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
}
`;

/** Turns offline copies off: removes the worker and what it stored from every browser that reaches the site, and offers nothing to keep. */
export function addOfflineRemoval(app: FastifyInstance): void {
  app.get(offlineWorkerFile, (_request, reply) =>
    reply
      .header('content-security-policy', offlineWorkerPolicy)
      .header('cache-control', 'no-cache')
      .type('application/javascript; charset=utf-8')
      .send(removingWorker),
  );
  app.get('/offline-files.json', (_request, reply) => reply.header('cache-control', 'no-cache').send({ release: null, files: [] }));
}
