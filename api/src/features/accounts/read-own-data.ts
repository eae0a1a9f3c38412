import type { Pool } from 'pg';
import { queryAs } from '../../database/reader-client.ts';
import type { Viewer } from '../../viewer.ts';

/**
 * Returns all data that is stored about a user, as JSON for download. Reads it with the user's own permissions, so that it can't contain
 * anything else.
 */
export async function readOwnData(pool: Pool, viewer: Viewer & { readonly email: string | null }): Promise<string> {
  const [row] = await queryAs<{ data: object }>(pool, viewer, 'select app_public.own_data() as data', []);
  return `${JSON.stringify({ email: viewer.email, ...row?.data }, null, 2)}\n`;
}
