import { aSuiteInAnEvening } from './lesson-suite.ts';
import { nineQueues } from './lesson-queue.ts';
import { theNightTrain } from './lesson-go.ts';
import type { VideoScript } from './script.ts';

/** Wide videos about types, services, data, deployments, failure and reading. At most 7 lines of 42 characters. */
export const systemsFulls: readonly VideoScript[] = [
  {
    playbackId: 'unions-4h8w',
    title: 'Discriminated unions, at length',
    topic: 'languages',
    from: 6,
    code: `
type Parcel =
  | { status: 'packed' }
  | { status: 'sent'; tracking: string }
  | { status: 'arrived'; by: string };

if (parcel.status === 'sent')
  follow(parcel.tracking);`,
    sentences: [
      { text: 'Four optional fields allow sixteen combinations. Most of them mean nothing.', to: 1 },
      { text: 'List what can happen instead: three members, and one field in all of them.', to: 4 },
      { text: 'Compare that field, and the compiler drops every member that differs.', to: 6, mark: 5 },
      { text: 'Here the tracking number exists. Elsewhere it has no name.', to: 7, mark: 6 },
    ],
  },
  {
    playbackId: 'casts-7d2w',
    title: 'An event bus without casts',
    topic: 'languages',
    from: 3,
    code: `
type Events = {
  'invoice-paid': { cents: number };
  'user-renamed': { to: string };
};
type Emit = <K extends keyof Events>(
  name: K, payload: Events[K]) => void;
emit('invoice-paid', { cents: 1250 });`,
    sentences: [
      { text: 'A type lists what can happen, and what each event brings along.', to: 4 },
      { text: 'One letter joins the two: K is the name, and the payload is looked up by K.', to: 6, mark: 5 },
      { text: 'So this call must bring cents. A wrong name does not compile either.', to: 7, mark: 6 },
      { text: 'There is no cast in it.' },
    ],
  },
  nineQueues,
  {
    playbackId: 'lies-8k4w',
    title: 'Estimates and lies',
    topic: 'backend',
    from: 18,
    code: `
explain analyze select * from deliveries
 where city = 'Lund' and country = 'SE';
Seq Scan (rows=12) (actual rows=1480)
create statistics city_country
  on city, country from deliveries;
analyze deliveries;
Seq Scan (rows=1466) (actual rows=1480)`,
    sentences: [
      { text: 'Two conditions, so the planner multiplies their shares.', to: 2 },
      {
        text: 'It guesses twelve rows and finds 1,480, because Lund is always in Sweden.',
        say: 'It guesses twelve rows, and finds fourteen hundred and eighty, because Lund is always in Sweden.',
        to: 3,
        mark: 2,
      },
      { text: 'A statistics object tells it that the two columns belong together.', to: 5 },
      { text: 'Analyze, and ask again. The guess is now within one percent.', to: 7, mark: 6 },
    ],
  },
  {
    playbackId: 'hour-2t9w',
    title: 'The first hour',
    topic: 'concepts',
    from: 1,
    code: `
$ git grep -c HandleFunc
http/routes.go:8
$ git grep -c Subscribe
prices/consume.go:2
$ ls scripts
refund.py
# ten doors, and one for the staff`,
    sentences: [
      { text: 'An unknown repository. Do not read it yet: count its doors.', to: 1 },
      { text: 'Eight routes come in from the web.', to: 2 },
      { text: 'Two queues bring messages from another team.', to: 4, mark: 3 },
      { text: 'And somebody in support runs this script by hand. No diagram has it.', to: 6, mark: 5 },
      { text: 'Eleven lines of notes, and you know where everything begins.', to: 7 },
    ],
  },
  {
    playbackId: 'ownership-6b1w',
    title: 'Ownership on a whiteboard',
    topic: 'languages',
    from: 11,
    code: `
let tram = String::from("Line 9");
{
    let board = tram;
    println!("{board}");
} // board ends here, and the string too
println!("{tram}");
// error: borrow of moved value: \`tram\``,
    sentences: [
      { text: 'One value, and one owner: tram.', to: 1 },
      { text: 'This line copies nothing. The string now belongs to board.', to: 4, mark: 2 },
      { text: 'Where board ends, the string ends with it. Nobody has to free it.', to: 5, mark: 4 },
      { text: 'Tram owns nothing any more, and the compiler says so before anything runs.', to: 7 },
    ],
  },
  {
    playbackId: 'carry-3r7w',
    title: 'Errors you can carry',
    topic: 'languages',
    from: 22,
    code: `
#[derive(Debug, thiserror::Error)]
enum Error {
    #[error("cannot read the route")]
    Read(#[from] std::io::Error),
}

let text = std::fs::read_to_string(path)?;`,
    sentences: [
      { text: 'Unwrap ends the program. A caller might have known what to do.', to: 1 },
      { text: 'So name what can go wrong: one enum, and a message for each case.', to: 3 },
      { text: 'From says which other error may become this one.', to: 5, mark: 3 },
      { text: 'The question mark does the rest: it converts, and returns to the caller.', to: 7, mark: 6 },
    ],
  },
  {
    playbackId: 'move-9c5w',
    title: 'Pages that move',
    topic: 'backend',
    from: 30,
    code: `
departures(first: 20, after: "22:40|81")
  { ferry leavesAt }

select ferry, leaves_at from departures
 where (leaves_at, id) > ($1, $2)
 order by leaves_at, id
 limit 21;`,
    sentences: [
      { text: 'Offsets count rows. Insert a ferry, and every later page moves by one.', to: 2 },
      { text: 'A cursor names the last row you saw: its time, and its number.', mark: 0 },
      { text: 'The database compares both, and an index knows the way.', to: 5, mark: 4 },
      { text: 'Fetch one more than you show. Then you know whether a page follows.', to: 7 },
    ],
  },
  {
    playbackId: 'steps-1v6w',
    title: 'A migration in two steps',
    topic: 'engineering',
    from: 1,
    code: `
-- step one, while both versions run
alter table customers add email text;
update customers set email = mail
 where id between $1 and $1 + 4999;

-- step two, when nobody reads mail
alter table customers drop mail;`,
    sentences: [
      { text: 'While you deploy, two versions of the program share one database.', to: 1 },
      { text: 'So the first step only adds. The program writes both columns.', to: 2 },
      { text: 'The past is filled in by pieces, each with its own commit. That takes the day.', to: 4, mark: 2 },
      { text: 'Drop the old name last, because this alone cannot be taken back.', to: 7, mark: 6 },
    ],
  },
  {
    playbackId: 'watching-8n3w',
    title: 'Ten minutes of watching',
    topic: 'engineering',
    from: 4,
    code: `
# orders a minute, today
sum(rate(orders_total[1m])) * 60
# the same minute, last week
sum(rate(orders_total[1m] offset 1w)) * 60
# below 40 for two minutes: roll back
# 14:00 watching
# 14:10 quiet`,
    sentences: [
      { text: 'Watch what your users would draw: orders a minute, not the processor.', to: 2 },
      { text: 'Put last week behind it, since nobody remembers what is normal.', to: 4, mark: 3 },
      { text: 'Decide in advance at which number you go back, and write it down.', to: 5, mark: 4 },
      { text: 'Nothing in ten minutes? Write quiet, and go home.', to: 7 },
    ],
  },
  aSuiteInAnEvening,
  {
    playbackId: 'neighbour-7g2w',
    title: 'The slow neighbor',
    topic: 'engineering',
    from: 1,
    code: `
$ cd /sys/fs/cgroup && cat cpu.max
200000 100000
$ head -1 cpu.stat
usage_usec 96000000
$ grep 'nr_[pt]' cpu.stat
nr_periods 1200
nr_throttled 372`,
    sentences: [
      { text: 'Two cores allowed: two hundred milliseconds of work in every hundred.', to: 2 },
      { text: 'Less than one was used, on average, so every graph looks healthy.', to: 4, mark: 3 },
      { text: 'But ten threads burn the two hundred in twenty, and stand still for eighty.', to: 5 },
      { text: 'Ask for the throttled periods. It is nearly every third.', to: 7, mark: 6 },
    ],
  },
  {
    playbackId: 'hand-4x1w',
    title: 'HTTP by hand',
    topic: 'backend',
    from: 1,
    code: `
$ nc localhost 8000
POST /orders HTTP/1.1
Host: localhost
Content-Length: 6

tea, 2
HTTP/1.1 201 Created`,
    sentences: [
      {
        text: 'HTTP is text you can type. First a method, a target, a version.',
        say: 'H T T P is text you can type. First a method, a target, a version.',
        to: 2,
      },
      { text: 'Then headers: a name, a colon, a value.', to: 4 },
      { text: 'The empty line ends the head.', to: 5 },
      { text: 'Six bytes of body follow, because the length said six.', to: 6, mark: 3 },
      { text: 'The seventh would already be the next request.', to: 7 },
    ],
  },
  theNightTrain,
];
