import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { codedError } from '../../errors/error-codes.ts';
import { queryAs } from '../../database/reader-client.ts';
import type { Viewer } from '../../viewer.ts';

const characters = 'abcdefghijklmnopqrstuvwxyz234567';

/** What the keys of attachments look like: `a/` and 26 signs, of which nobody guesses one (130 bits). */
export const attachmentKey = /^a\/[a-z2-7]{26}$/;

/**
 * Admits an upload of the viewer and answers the key under which its files are to be stored.
 *
 * @throws LOGIN_REQUIRED, or TOO_MANY with `retryAfterSeconds` when two are under way or the day's bytes or files are used up
 */
export async function beginUpload(pool: Pool, viewer: Viewer, byteCount: number): Promise<string> {
  if (viewer.userId === null) throw codedError('SIGN_IN_REQUIRED', {}, { statusCode: 401 });
  const key = `a/${[...randomBytes(26)].map((byte) => characters[byte % 32]).join('')}`;
  const [row] = await queryAs<{ wait: number }>(pool, viewer, 'select app_public.begin_upload($1, $2) as wait', [key, byteCount]);
  const wait = row?.wait ?? 0;
  if (wait > 0) {
    const details = { statusCode: 429, retryAfterSeconds: wait };
    throw wait === 1 ? codedError('UPLOADS_IN_PROGRESS', {}, details) : codedError('UPLOAD_LIMIT_REACHED', { waitSeconds: wait }, details);
  }
  return key;
}

/** Ends an upload that came to nothing. One that became an attachment is not touched. */
export async function abandonUpload(pool: Pool, viewer: Viewer, key: string): Promise<void> {
  await queryAs(pool, viewer, 'select app_public.abandon_upload($1)', [key]);
}
