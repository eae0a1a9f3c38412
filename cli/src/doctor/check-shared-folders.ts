import { compareStorage } from '@newline/api/claim-storage';
import type { Env } from '@newline/api/env';
import type { Connection } from '@newline/db/connections';
import type { Finding } from './finding.ts';

/** Checks that the running processes of the site store files in this DATA_DIR or bucket. */
export async function checkSharedFolders(connection: Connection, { dataDir, storage }: Pick<Env, 'dataDir' | 'storage'>): Promise<Finding> {
  const { sharedCount, foreign } = await compareStorage(connection, { dataDir, storage });
  const location = storage.driver === 'local' ? `the DATA_DIR ${dataDir}` : `the bucket ${storage.bucket}`;
  if (foreign.length > 0) {
    const addresses = [...new Set(foreign.filter((address) => address !== null))];
    const where = addresses.length === 0 ? '' : ` (connected to PostgreSQL from ${addresses.join(', ')})`;
    return {
      state: 'fail',
      what: `${countOf(foreign.length)} of this site${where} ${foreign.length === 1 ? 'does' : 'do'} not use ${location}`,
      remedy:
        'Images and videos that one of them receives are missing in the others. Give all processes one shared DATA_DIR, or set STORAGE_DRIVER=s3 with the same bucket for all of them.',
    };
  }
  return sharedCount === 0
    ? { state: 'ok', what: 'No process of this site is running' }
    : { state: 'ok', what: `${countOf(sharedCount)} of this site ${sharedCount === 1 ? 'uses' : 'use'} ${location}` };
}

function countOf(count: number): string {
  return count === 1 ? '1 running process' : `${count} running processes`;
}
