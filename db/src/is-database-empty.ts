import type { Connection } from './connections.ts';
import { withClient } from './with-client.ts';

/** Returns true if no one has signed up and nothing has been published, so that the demo can be loaded. */
export async function isDatabaseEmpty(owner: Connection): Promise<boolean> {
  const { rows } = await withClient(owner, (client) =>
    client.query<{ is_empty: boolean }>(
      `select not exists (select from app_public.users) and not exists (select from app_public.courses)
         and not exists (select from app_public.books) as is_empty`,
    ),
  );
  return rows[0]?.is_empty === true;
}
