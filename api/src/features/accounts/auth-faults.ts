import { AsyncLocalStorage } from 'node:async_hooks';
import { isDiskFull } from '../../disk-watch.ts';

/** Errors that better-auth logged during the current request: it hides some of them behind its own responses. */
const logged = new AsyncLocalStorage<unknown[]>();

/** Records the details of an error that better-auth logs. */
export function noteAuthFaults(details: readonly unknown[]): void {
  for (const detail of details) logged.getStore()?.push(detail);
}

/** Runs a request of better-auth. Throws the error of a full disk, whatever the response was, so that it is reported as everywhere else. */
export async function withAuthFaults(run: () => Promise<Response>): Promise<Response> {
  const details: unknown[] = [];
  const answer = await logged.run(details, run);
  const fault = details.find(isDiskFull);
  if (fault !== undefined) throw fault;
  return answer;
}
