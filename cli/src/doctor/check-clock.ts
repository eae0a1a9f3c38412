import type pg from 'pg';
import type { Finding } from './finding.ts';

/** Differences beyond this break authenticator apps, signed URLs and S3, in milliseconds. */
const mostMs = 30_000;

/** Returns the finding for the difference between this machine's clock and another one. */
export function clockFinding(other: string, differenceMs: number): Finding {
  const seconds = Math.round(Math.abs(differenceMs) / 1000);
  if (Math.abs(differenceMs) <= mostMs) return { state: 'ok', what: `The clock agrees with ${other}` };
  return {
    state: 'fail',
    what: `The clock is ${seconds} s ${differenceMs > 0 ? 'ahead of' : 'behind'} ${other}`,
    remedy:
      'Synchronize both clocks, such as with systemd-timesyncd: codes of authenticator apps, signed URLs and scheduled publications depend on them.',
  };
}

/** Compares the clock of this machine with that of the database server. */
export async function checkClock(client: pg.ClientBase, now: () => number = Date.now): Promise<Finding> {
  const before = now();
  const { rows } = await client.query<{ ms: number }>('select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms');
  // The server read its clock somewhere between sending and receiving.
  const middle = (before + now()) / 2;
  return clockFinding('the database server', middle - (rows[0]?.ms ?? middle));
}
