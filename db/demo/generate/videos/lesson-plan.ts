import type { VideoScript } from './script.ts';

/** The long clip of the chapter "Reading the plan" of Postgres, Slowly. */
export const readingAPlan: VideoScript = {
  playbackId: 'plan-6t5h',
  title: 'Reading a plan together',
  topic: 'backend',
  scenes: [
    {
      card: 'Reading a plan',
      under: 'together, from the inside out',
      sentences: [
        { text: 'A query says what you want. A plan says how the database will get it.' },
        { text: 'People read plans from the top, see a big number, and add an index.' },
        { text: 'We read one slowly, line by line, and find out where the time really goes.' },
      ],
    },
    {
      file: 'orders.sql',
      from: 1,
      code: `
explain (analyze, buffers)
select c.name, count(*)
from customers c
join orders o on o.customer_id = c.id
where o.status = 'open'
group by c.name;`,
      sentences: [
        { text: 'Explain alone shows the plan, and runs nothing.', to: 1, mark: 0 },
        { text: 'With analyze the query really runs. So never do it to a delete, outside of a transaction.' },
        { text: 'If you only want to look, leave it away, and you get the guesses alone.' },
        { text: 'Buffers tells you how many pages were read. It is the most honest number of all.' },
        { text: 'Write it down beside the query. You want to see it fall.' },
        { text: 'We ask: how many open orders has each customer?', to: 6, mark: [] },
        { text: 'It takes a second, and it is asked on every page of the back office.' },
        { text: 'There are a hundred thousand customers, and five million orders.' },
      ],
    },
    {
      file: 'the plan',
      from: 1,
      code: `
HashAggregate
  ->  Hash Join
        Hash Cond: (o.customer_id = c.id)
        ->  Seq Scan on orders o
              Filter: (status = 'open')
              Rows Removed by Filter: 4987310
        ->  Hash
              ->  Seq Scan on customers c`,
      sentences: [
        { text: 'This is the shape of the plan, without its numbers. It is a tree.', to: 2 },
        { text: 'What is further in happens first, and hands its rows to the line above.', to: 4, mark: [] },
        { text: 'So we begin at the leaves. One is a scan of all orders.', to: 5, mark: 3 },
        { text: 'It keeps the open ones, and throws away the rest.', to: 6, mark: 4 },
        { text: 'Nearly five million rows were read for nothing. Remember this line.', mark: 5 },
        { text: 'The other leaf reads all customers into a hash table.', to: 8, mark: [6, 7] },
        { text: 'Then each open order finds its customer by a single look-up.', mark: 1 },
        { text: 'And at the top, they are counted by name.', mark: 0 },
      ],
    },
    {
      file: 'one node',
      from: 4,
      code: `
Seq Scan on orders o
  (cost=0.00..104334.00 rows=12500 width=8)
  (actual time=0.41..912.60 rows=12690 loops=1)
  Buffers: shared hit=312 read=41522`,
      sentences: [
        { text: 'Now the numbers of that first leaf. There are two brackets.', to: 1 },
        { text: 'The first is what the planner guessed: its cost, and twelve and a half thousand rows.', to: 2, mark: 1 },
        { text: 'Cost has no unit. It is only good for comparing one plan with another.' },
        { text: 'The second bracket is what happened: nine hundred milliseconds, and a few more rows than expected.', to: 3, mark: 2 },
        { text: 'Guess and truth agree. So the planner was not fooled. It simply had no better way.' },
        { text: 'If they differ by a factor of a hundred, mend the statistics before you touch the query.' },
        { text: 'Look at loops, too. Times and rows are for one loop, and you have to multiply.' },
        { text: 'Forty-one thousand pages came from outside the cache. That is three hundred megabytes.', to: 4, mark: 3 },
      ],
    },
    {
      card: 'Ask the leaf',
      under: 'How many rows were read for one that stayed?',
      sentences: [
        { text: 'It read four hundred rows for each one that it kept.' },
        { text: 'That ratio, and not the words sequential scan, is the reason for an index.' },
        { text: 'Had it kept half of what it read, the same scan would be the right plan, and an index would make it slower.' },
      ],
    },
    {
      file: 'index.sql',
      from: 1,
      code: `
create index concurrently orders_open
  on orders (customer_id)
  where status = 'open';

analyze orders;`,
      sentences: [
        { text: 'Concurrently, so that nobody has to wait for us.', to: 1 },
        { text: 'We index what the join needs, the number of the customer.', to: 2, mark: 1 },
        { text: 'It is all that we read from an open order, so the index alone can answer.' },
        { text: 'And only the open orders. The index holds twelve thousand rows, and not five million.', to: 3, mark: 2 },
        { text: 'It stays small for ever, since orders are closed as fast as they are opened.', to: 5, mark: [] },
      ],
    },
    {
      file: 'the plan, again',
      from: 4,
      code: `
Seq Scan on orders o
  Buffers: shared hit=312 read=41522
Index Only Scan using orders_open on orders o
  (actual time=0.03..3.10 rows=12690 loops=1)
  Heap Fetches: 0
  Buffers: shared hit=38`,
      begin: 2,
      removed: [0, 1],
      added: [2, 3, 4, 5],
      sentences: [
        { text: 'Run it again, and look at the same leaf.', to: 3, mark: 2 },
        { text: 'Three milliseconds, for exactly the same rows.', to: 4, mark: 3 },
        { text: 'No fetches from the heap: everything it needed stood in the index.', to: 5, mark: 4 },
        { text: 'And thirty-eight pages, where it had been more than forty-one thousand.', to: 6, mark: 5 },
        { text: 'Zero fetches need a table that was vacuumed lately. On a busy one, you will see a few.', mark: [] },
        { text: 'Now the customers are the slowest leaf. That is the next question, and perhaps you can leave it.' },
        { text: 'Read from the leaves, compare guess and truth, and count the pages. In this order.' },
      ],
    },
  ],
};
