import type { Door } from './door.ts';
import { people } from './world.ts';

/** Test cases for imports, and for exports of books. */
export const exportDoors: readonly Door[] = [
  {
    name: 'an export of what the reader may read is queued',
    person: people.Pro,
    perform: `select app_public.book_export('published', 'pdf', 'test', 'a', 'start')`,
    query: `select status || ' ' || is_whole || ' ' || block_counts::text from app_private.book_exports where format = 'pdf'`,
    answer: 'queued true {3}',
  },
  {
    name: 'an import of the author is queued',
    person: people.author,
    perform: `select app_public.start_import((app_public.own_import() ->> 'id')::uuid, '', 'write', '{}')`,
    query: `select status || ' ' || action from app_private.imports where user_id = '${people.author.userId}'`,
    answer: 'queued write',
  },
];
