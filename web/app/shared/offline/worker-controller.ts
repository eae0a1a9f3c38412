/** What a proxy answers while the site behind it is gone. */
export const goneStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** True when the worker of the site answers for this page, so that what is kept offline opens without a connection. */
export function hasWorker(): boolean {
  return Boolean(navigator.serviceWorker?.controller);
}

/** True for a page that the worker answered with, because the site couldn't be reached: a copy, or the list of what is kept. */
export function isCopy(): boolean {
  return 'copy' in document.documentElement.dataset;
}
