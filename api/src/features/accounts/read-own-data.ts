import type { Pool } from 'pg';
import { queryAs } from '../../database/reader-client.ts';
import type { Viewer } from '../../viewer.ts';

/** All that is stored of a person, as the JSON that they download. Asked as that person, so that nothing else can be in it. */
export async function readOwnData(pool: Pool, viewer: Viewer & { readonly email: string | null }): Promise<string> {
  const [row] = await queryAs<{ data: object }>(pool, viewer, 'select app_public.own_data() as data', []);
  return `${JSON.stringify({ email: viewer.email, ...row?.data }, null, 2)}\n`;
}
