import { AsyncLocalStorage } from 'node:async_hooks';
import { isDiskFull } from '../../disk-watch.ts';

/** What better-auth logged while it answered the request at hand: it hides some faults behind answers of its own. */
const logged = new AsyncLocalStorage<unknown[]>();

/** Notes what better-auth logs. */
export function noteAuthFaults(details: readonly unknown[]): void {
  for (const detail of details) logged.getStore()?.push(detail);
}

/** Runs a request of better-auth. Throws what a full disk caused, whatever was answered, so that it is told as everywhere. */
export async function withAuthFaults(run: () => Promise<Response>): Promise<Response> {
  const details: unknown[] = [];
  const answer = await logged.run(details, run);
  const fault = details.find(isDiskFull);
  if (fault !== undefined) throw fault;
  return answer;
}
