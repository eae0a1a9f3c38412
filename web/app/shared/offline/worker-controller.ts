/** True when the worker of the site answers for this page, so that what is kept offline opens without a connection. */
export function hasWorker(): boolean {
  return Boolean(navigator.serviceWorker?.controller);
}
