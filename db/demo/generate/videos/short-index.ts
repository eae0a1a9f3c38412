import type { VideoScript } from './script.ts';

/** The short of the chapter "The index you need" of Postgres, Slowly. */
export const oneIndexTwoQueries: VideoScript = {
  playbackId: 'index-5b9m',
  title: 'One index, two queries',
  topic: 'backend',
  scenes: [
    {
      from: 18,
      code: `
create index on
  orders (
    account_id,
    placed_at
  );
-- account: yes
-- both:    yes
-- placed:  rarely`,
      sentences: [
        { text: 'One index, on the account and the date.', to: 5 },
        { text: 'It serves two queries: by account, and by account and date.', to: 7 },
        { text: 'By date alone it rarely helps. The first column leads.', to: 8, mark: 2 },
        { text: 'Think of a phone book: by last name, then by first name.', mark: [2, 3] },
        { text: 'You find every Ada Berg on one page. Every Ada, you find by reading the whole book.' },
      ],
    },
    {
      from: 1,
      code: `
select *
from orders
where
  account_id = 7
  and placed_at
    > '2026-01-01'
order by
  placed_at desc
limit 20`,
      sentences: [
        { text: 'Here the first column is compared with equals, the second with a range.', to: 6, mark: 3 },
        { text: 'So all rows that we want stand next to each other in the index.', mark: [3, 4, 5] },
        { text: 'They even stand in order. The sort costs nothing: it is read backwards.', to: 8, mark: [6, 7] },
        { text: 'And after twenty rows it stops.', to: 9, mark: 8 },
        { text: 'Put the column with equals first, and the range last. Then one index is enough for two queries.', mark: [] },
      ],
    },
  ],
};
