/** The worker of the site (web/app/offline-worker). Its URL never changes, so that browsers find its updates. */
const workerUrl = '/service-worker.js';

/**
 * Starts the worker that opens offline copies. Only readers who keep something have one: it costs everyone else nothing. An update waits
 * until every tab of the older release is closed.
 *
 * @throws TypeError when it can't be loaded
 */
export async function startWorker(): Promise<void> {
  await navigator.serviceWorker.register(workerUrl, { scope: '/', updateViaCache: 'none' });
  await navigator.serviceWorker.ready;
}

/** The space of this browser for the site, in bytes; null where the browser doesn't tell. */
export async function storageLeft(): Promise<number | null> {
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {};
  return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage);
}

/** Asks the browser not to clear what is kept when space gets short. Browsers decide on their own, most without a question. */
export async function persistStorage(): Promise<void> {
  await navigator.storage?.persist?.().catch(() => false);
}
