import type { Log } from '@newline/api/log';

/** Writes what Node itself would print as text into the log: its warnings, and the error that ends the process. */
export function logProcessMessages(log: Log, target: NodeJS.Process = process): void {
  // Node prints warnings with a listener of its own.
  target.removeAllListeners('warning').on('warning', (warning) => log.warn({ err: warning }, 'node: a warning'));
  target.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'the site ends because of an error that nothing handled');
    target.exit(1);
  });
}
