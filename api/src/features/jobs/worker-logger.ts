import { Logger } from 'graphile-worker';
import type { Log } from '../../log.ts';

/**
 * Creates the logger of job runners: warnings and errors with their causes. A runner also releases old locks, which startJobProcess does
 * sooner: if that fails, it tries again, and nothing is wrong.
 */
export function createWorkerLogger(log: Log): Logger {
  return new Logger(() => (level, message, { error }) => {
    // The message of a failed task has its error.
    const details = error === undefined || message.startsWith('Failed task') ? {} : { err: error };
    if (message.startsWith('Failed to reset locked')) log.info(details, `worker: ${message}`);
    else if (level === 'error') log.error(details, `worker: ${message}`);
    else if (level === 'warning') log.warn(details, `worker: ${message}`);
  });
}
