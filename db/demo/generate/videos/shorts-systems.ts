import { oneReasonToFail, timeIsAnInput } from './short-promises.ts';
import type { VideoScript } from './script.ts';

/** Upright videos about queues, failure, deployments, databases, servers, tests and the shell. At most 9 lines of 20 characters. */
export const systemsShorts: readonly VideoScript[] = [
  {
    playbackId: 'jitter-6w2p',
    title: 'Jitter',
    topic: 'engineering',
    from: 22,
    code: `
wait := base << n
if wait > top {
  wait = top
}

// full jitter
wait = rand.N(wait)
time.Sleep(wait)`,
    sentences: [
      { text: 'Double the pause after each failure, up to a ceiling.', to: 4 },
      { text: 'A thousand clients in step are still a thousand at once.' },
      { text: 'So wait a random part of it, and the crowd spreads.', to: 8, mark: 6 },
    ],
  },
  {
    playbackId: 'letter-3d9k',
    title: 'The dead letter is a letter',
    topic: 'engineering',
    from: 47,
    code: `
if job.Tries >= 5 {
  box.Put(Letter{
    job.Payload,
    job.Errors,
    version,
  })
  return q.Done(job)
}`,
    sentences: [
      { text: 'After the fifth attempt, the job becomes a letter.', to: 2 },
      { text: 'Put in what you will want to know: the payload, every error, the version.', to: 6, mark: 3 },
      { text: 'It is addressed to you. Read it.', to: 8 },
    ],
  },
  {
    playbackId: 'minutes-8f1s',
    title: 'The first five minutes',
    topic: 'engineering',
    from: 1,
    code: `
# runbook.yaml
- Say "I lead".
- Open one channel.
- What do users see?
- What has changed?
- Take it back.
# Later: the cause.`,
    sentences: [
      { text: 'Minute one: somebody says, I lead. Minute two: one channel.', to: 3, mark: 1 },
      { text: 'What do users see? What has changed?', to: 5 },
      { text: 'If you can take it back, take it back.', to: 6, mark: 5 },
      { text: 'The cause can wait.', to: 7 },
    ],
  },
  {
    playbackId: 'mitigate-5k7c',
    title: 'Mitigate first',
    topic: 'engineering',
    from: 8,
    code: `
$ ./evidence.sh
$ kubectl rollout \\
    undo deploy/shop
# users: fine again

# tomorrow, rested
$ git show 9b41f7e`,
    sentences: [
      { text: 'Take ten seconds for evidence.', to: 1 },
      { text: 'Then roll back. You need not know the cause for that.', to: 4, mark: 2 },
      { text: 'The bug will still be in git when everyone has slept.', to: 7 },
    ],
  },
  {
    playbackId: 'expand-2v8h',
    title: 'Expand, then contract',
    topic: 'engineering',
    from: 5,
    code: `
-- today
alter table people
  add email text;
-- write both, then
-- read the new one
-- a quiet week
alter table people
  drop mail;`,
    sentences: [
      { text: 'Today, only add. The old program keeps running.', to: 3 },
      { text: 'Write both columns, then read the new one.', to: 5 },
      { text: 'Drop the old one when nobody has read it for a week.', to: 8, mark: 7 },
    ],
  },
  {
    playbackId: 'funeral-9t4b',
    title: 'A flag has a funeral',
    topic: 'engineering',
    from: 14,
    code: `
flag('search', {
  owner: 'renata',
  removeBy:
    '2027-01-15',
})

if (overdue(flags))
  process.exit(1)`,
    sentences: [
      { text: 'Every flag that stays doubles the programs you should test.', to: 2 },
      { text: 'So write the day of removal where you create it.', to: 5, mark: 3 },
      { text: 'After that day the build does not warn. It fails.', to: 8 },
    ],
  },
  {
    playbackId: 'leaves-4c6n',
    title: 'Rows are born in the leaves',
    topic: 'backend',
    from: 3,
    code: `
Sort
  -> Hash Join
    -> Seq Scan
       on orders
    -> Hash
      -> Seq Scan
         on people`,
    sentences: [
      { text: 'A plan is a tree. Read it from the leaves.', to: 2 },
      { text: 'Start with the most indented line: a scan. Here rows are born.', to: 7, mark: 5 },
      { text: 'Everything above it only filters, joins or sorts.', mark: 1 },
    ],
  },
  {
    playbackId: 'swear-7p3m',
    title: 'Seq scan is not a swear word',
    topic: 'backend',
    from: 29,
    code: `
explain select *
  from deliveries
 where kg > 20000;
-- a third of them

Seq Scan on
  deliveries
  (rows=412000)`,
    sentences: [
      { text: 'You ask for a third of the table.', to: 4 },
      { text: 'The planner reads all of it, and leaves your index alone.', to: 8, mark: 5 },
      { text: 'That is the fast way: each page once, in order.' },
    ],
  },
  {
    playbackId: 'vacuum-1h5x',
    title: 'Vacuum, kindly',
    topic: 'backend',
    from: 51,
    code: `
update orders
   set paid = true
 where id = 7;
-- 1 new row version
-- 1 dead one

vacuum orders;
-- dead: removed`,
    sentences: [
      { text: 'An update writes a new version and leaves the old one dead.', to: 5, mark: 4 },
      { text: 'Dead is not deleted. Somebody may still be reading it.' },
      { text: 'Vacuum sweeps it up later. Let it come often.', to: 8, mark: 6 },
    ],
  },
  {
    playbackId: 'bytes-9r3v',
    title: 'Eleven bytes',
    topic: 'backend',
    from: 17,
    code: `
NL = b'\\r\\n'
buf = b''
while NL not in buf:
  got = s.recv(1024)
  if not got:
    raise EOFError
  buf += got`,
    sentences: [
      { text: 'You sent nine hundred bytes. This returns eleven.', to: 4, mark: 3 },
      { text: 'It kept its promise: in order, and never more than you asked for.' },
      { text: 'So read until the line ends. No bytes at all means closed.', to: 7, mark: 4 },
    ],
  },
  {
    playbackId: 'opinions-6j2f',
    title: 'A table with opinions',
    topic: 'backend',
    from: 35,
    code: `
create table loans (
  book bigint
    not null,
  lent date
    not null,
  back date check
    (back >= lent)
);`,
    sentences: [
      { text: 'A table can refuse. Not null is its first opinion.', to: 5, mark: 2 },
      { text: 'The second: no book comes back before it was lent.', to: 8, mark: 6 },
      { text: 'A comment only says so. A constraint holds, at night too.' },
    ],
  },
  {
    playbackId: 'cookie-3m8y',
    title: 'A cookie is a claim',
    topic: 'backend',
    from: 42,
    code: `
raw = cookies['sid']
key = sha256(
  raw.encode()
).digest()
row = db.one(FIND,
  (key,))
if row is None:
  return login()`,
    sentences: [
      { text: 'A cookie says: it is me again. Anybody can say that.', to: 1 },
      { text: 'So it is a random number that means nothing.', to: 4 },
      { text: 'What it means is in your table. Look it up.', to: 8, mark: 4 },
    ],
  },
  {
    playbackId: 'null-8x4d',
    title: 'Null is a decision',
    topic: 'backend',
    from: 12,
    code: `
type Departure {
  id: ID!
  leaves: Time!
  # may fail: no !
  weather: Weather
}`,
    sentences: [
      { text: 'An exclamation mark means: without this field, no object.', to: 3, mark: 1 },
      { text: 'Weather comes from another service, and may fail.', to: 6, mark: 4 },
      { text: 'Leave the mark off, and the timetable stands without it.' },
    ],
  },
  {
    playbackId: 'plus-5q1z',
    title: 'N plus one, in forty seconds',
    topic: 'backend',
    from: 26,
    code: `
// 1 + 40 queries
db.harbour(f.to)

// 1 + 1
const harbours =
  new DataLoader(
    db.harbours)
harbours.load(f.to)`,
    sentences: [
      { text: 'Forty ferries, each asks for its harbor. Forty-one queries.', to: 2, mark: 1 },
      { text: 'A loader waits a tick, collects the keys, and asks once.', to: 8, mark: 7 },
      { text: 'Now there are two. Make a new loader for each request.' },
    ],
  },
  oneReasonToFail,
  timeIsAnInput,
  {
    playbackId: 'quote-2n9s',
    title: 'Quote your variables',
    topic: 'basics',
    from: 18,
    code: `
$ file='my notes'
$ rm $file
# rm my notes
# two files!

$ rm "$file"
# rm 'my notes'`,
    sentences: [
      { text: 'The shell splits a bare variable at its blanks.', to: 2, mark: 1 },
      { text: 'So this removes two files: my, and notes.', to: 4 },
      { text: 'Two quotes, and it is one file again. Always write them.', to: 7, mark: 5 },
    ],
  },
  {
    playbackId: 'idea-8k5t',
    title: 'A pipe is an idea',
    topic: 'basics',
    from: 40,
    code: `
$ cut -d ' ' -f 1 \\
    access.log |
  sort |
  uniq -c |
  sort -rn |
  head -5`,
    sentences: [
      { text: 'Cut out a field. Sort brings equal lines together.', to: 3 },
      {
        text: 'Uniq counts them. Sort again, largest first. Take five.',
        say: 'Unique counts them. Sort again, largest first. Take five.',
        to: 6,
      },
      { text: 'That is the top of anything. Only the beginning changes.', mark: 0 },
    ],
  },
  {
    playbackId: 'killed-3y6r',
    title: 'Who killed it?',
    topic: 'basics',
    from: 56,
    code: `
$ ./import
Killed
$ echo $?
137
# 137 - 128 = 9
$ kill -l 9
KILL`,
    sentences: [
      { text: 'The program is gone, and left a number.', to: 4, mark: 3 },
      { text: 'Take away 128, and the signal is left.', say: 'Take away one hundred and twenty eight, and the signal is left.', to: 5 },
      { text: 'Nine is kill. Usually it was the kernel, for want of memory.', to: 7, mark: 6 },
    ],
  },
];
