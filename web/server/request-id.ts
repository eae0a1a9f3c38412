import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The IDs that common proxies send: letters, digits and a few other characters. */
const usualId = /^[\w.:=+/-]{8,128}$/;

/**
 * Returns the ID of a request for the log, the response and error pages: the one in the `X-Request-Id` of a trusted proxy, so that its log
 * has the same, otherwise a new one. Anything that doesn't look like an ID is ignored.
 */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>, trustProxy: number): string {
  const id = headers['x-request-id'];
  return trustProxy > 0 && typeof id === 'string' && usualId.test(id) ? id : randomUUID();
}
