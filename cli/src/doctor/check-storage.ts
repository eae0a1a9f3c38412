import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Env } from '@newline/api/env';
import { openStorage } from '@newline/api/features/attachments/storage';
import type { Finding } from './finding.ts';

const patienceMs = 15_000;

/** Checks that the bucket of uploads can be written, read and deleted from, with a small file of its own. */
export async function checkStorage({ storage: settings, dataDir }: Pick<Env, 'storage' | 'dataDir'>): Promise<Finding> {
  if (settings.driver === 'local') return { state: 'ok', what: 'Uploads: in DATA_DIR/uploads' };
  const label = `Uploads: bucket ${settings.bucket}${settings.endpoint === null ? '' : ` at ${settings.endpoint}`}`;
  const folder = `doctor/${randomUUID()}`;
  const steps = ['write', 'read', 'delete'];
  let step = 0;
  try {
    await withTimeout(
      (async () => {
        const storage = await openStorage(settings, join(dataDir, 'uploads'));
        await storage.put(`${folder}/check`, Buffer.from('check'), 'text/plain');
        step = 1;
        const stored = await storage.open(`${folder}/check`);
        if (stored === null) throw new Error('the file that was just written is not there');
        let text = '';
        for await (const chunk of stored.stream) text += String(chunk);
        if (text !== 'check') throw new Error('the file that was just written has another content');
        step = 2;
        await storage.removeAll(folder);
        if ((await storage.open(`${folder}/check`)) !== null) throw new Error('the deleted file is still there');
      })(),
    );
    return { state: 'ok', what: `${label} can be written, read and deleted from` };
  } catch (error) {
    return {
      state: 'fail',
      what: `${label}: cannot ${steps[step]}: ${reasonOf(error)}`,
      remedy:
        'Check S3_BUCKET, S3_REGION, S3_ENDPOINT and the access key. It needs permission for s3:PutObject, s3:GetObject, s3:DeleteObject and s3:ListBucket.',
    };
  }
}

/** Returns the message of the storage service, which flydrive wraps in its own. */
function reasonOf(error: unknown): string {
  let innermost = error;
  while (innermost instanceof Error && innermost.cause instanceof Error) innermost = innermost.cause;
  return innermost instanceof Error ? innermost.message || innermost.name : String(innermost);
}

async function withTimeout(work: Promise<void>): Promise<void> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error(`no reply within ${patienceMs / 1000} s`)), patienceMs);
  try {
    await Promise.race([work, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}
