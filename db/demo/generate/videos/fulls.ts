import { fortyLinesOfBaseline } from './lesson-baseline.ts';
import { theLexerLive } from './lesson-parser.ts';
import { readingAPlan } from './lesson-plan.ts';
import { settingAnEssay } from './lesson-essay.ts';
import type { VideoScript } from './script.ts';

/** The wide videos, number 17 to 24, in order. At most 7 lines of 42 characters. */
export const FULLS: readonly VideoScript[] = [
  readingAPlan,
  {
    playbackId: 'edge-1y4r',
    title: 'Parsing at the edge',
    topic: 'concepts',
    from: 20,
    code: `
app.post('/orders', (req) => {
  const order = Order.parse(req.body);
  // an Order, or an error with a path

  price(order);
  store(order);
});`,
    sentences: [
      { text: 'Outside, everything is unknown. Inside, everything has a type.', to: 1 },
      { text: 'The edge is the one place where you check.', to: 2, mark: 1 },
      { text: 'Parse there, once, and answer bad input with the path of the bad field.', to: 3 },
      { text: 'After this line no function has to ask again.', to: 7 },
    ],
  },
  settingAnEssay,
  {
    playbackId: 'dark-5g9c',
    title: 'Dark without glare',
    topic: 'design',
    from: 14,
    code: `
:root {
  color-scheme: light dark;
  --paper: light-dark(#f4f5f1, #101512);
  --ink:   light-dark(#161c19, #e6eae3);
}
body { background: var(--paper);
       color: var(--ink); }`,
    sentences: [
      { text: 'Dark is not light turned over.', to: 2 },
      { text: 'Pure white on pure black glows, and thin strokes seem to swim.' },
      { text: 'So raise the ground a little, and lower the ink a little.', to: 4, mark: 3 },
      { text: 'One function keeps both values side by side, and no theme is forgotten.', to: 7 },
    ],
  },
  fortyLinesOfBaseline,
  {
    playbackId: 'pipes-7z3q',
    title: 'Pipes, at length',
    topic: 'basics',
    from: 1,
    code: `
$ cat access.log \\
    | cut -d ' ' -f 1 \\
    | sort \\
    | uniq -c \\
    | sort -rn \\
    | head -1
    412 10.0.0.7`,
    sentences: [
      { text: 'Each program does one thing, and reads what the last one wrote.', to: 1 },
      { text: 'Cut takes the address. Sort puts equal lines together.', to: 3 },
      {
        text: 'Uniq counts neighbors only. That is why it needs the sort.',
        say: 'Unique counts neighbors only. That is why it needs the sort.',
        to: 4,
        mark: 3,
      },
      { text: 'And all of them run at the same time.', to: 7 },
    ],
  },
  theLexerLive,
  {
    playbackId: 'table-9d1j',
    title: 'A table is a queue',
    topic: 'backend',
    from: 26,
    code: `
select id, payload from jobs
 where run_at <= now()
 order by run_at limit 1
   for update skip locked;
-- do the work, then, before commit:
delete from jobs where id = $1;
commit;`,
    sentences: [
      { text: 'You may not need a broker. A table can be a queue.' },
      { text: 'Take the oldest job that is due.', to: 3 },
      { text: 'Skip locked lets ten workers ask at once, and none waits for another.', to: 4, mark: 3 },
      { text: 'Delete it in the same transaction: if the worker dies, the job is still there.', to: 7 },
    ],
  },
];
