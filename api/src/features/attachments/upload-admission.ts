import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { codedError } from '../../errors/error-codes.ts';
import { queryAs } from '../../database/reader-client.ts';
import type { Viewer } from '../../viewer.ts';

const signs = 'abcdefghijklmnopqrstuvwxyz234567';

/** What the keys of attachments look like: `a/` and 26 signs, of which nobody guesses one (130 bits). */
export const attachmentKey = /^a\/[a-z2-7]{26}$/;

/**
 * Admits an upload of the viewer and answers the key under which its files are to be stored.
 *
 * @throws LOGIN_REQUIRED, or TOO_MANY with `retryAfterSeconds` when two are under way or the day's bytes or files are used up
 */
export async function beginUpload(pool: Pool, viewer: Viewer, byteCount: number): Promise<string> {
  if (viewer.userId === null) throw codedError('LOGIN_REQUIRED', 'Please sign in.', { statusCode: 401 });
  const key = `a/${[...randomBytes(26)].map((byte) => signs[byte % 32]).join('')}`;
  const [row] = await queryAs<{ wait: number }>(pool, viewer, 'select app_public.begin_upload($1, $2) as wait', [key, byteCount]);
  const wait = row?.wait ?? 0;
  if (wait > 0) {
    const reason = wait === 1 ? 'Two uploads of yours are under way.' : 'You have uploaded 200 MB or 2,000 files within 24 hours.';
    throw codedError('TOO_MANY', `${reason} Try again ${inWords(wait)}.`, { statusCode: 429, retryAfterSeconds: wait });
  }
  return key;
}

/** Ends an upload that came to nothing. One that became an attachment is not touched. */
export async function abandonUpload(pool: Pool, viewer: Viewer, key: string): Promise<void> {
  await queryAs(pool, viewer, 'select app_public.abandon_upload($1)', [key]);
}

function inWords(seconds: number): string {
  if (seconds < 60) return 'in a moment';
  return seconds < 3600 ? `in ${Math.ceil(seconds / 60)} minutes` : `in ${Math.ceil(seconds / 3600)} hours`;
}
