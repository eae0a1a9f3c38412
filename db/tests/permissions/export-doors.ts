import type { Door } from './door.ts';
import { people } from './world.ts';

/** A test case for the exports of books. */
export const exportDoors: readonly Door[] = [
  {
    name: 'an export of what the reader may read is queued',
    person: people.Pro,
    perform: `select app_public.book_export('published', 'pdf', 'test', 'a', 'start')`,
    query: `select status || ' ' || is_whole || ' ' || block_counts::text from app_private.book_exports where format = 'pdf'`,
    answer: 'queued true {3}',
  },
];
