import { fourBooleansOneUnion } from './short-types.ts';
import { contextIsALeash, goroutinesThatEnd, stopWhenAsked } from './short-go.ts';
import { aLexerIsALoop, precedenceIsANumber } from './short-parser.ts';
import type { VideoScript } from './script.ts';

/** Upright videos about types, Go, Rust, parsing, numbers, and reading and repairing code. At most 9 lines of 20 characters. */
export const languagesShorts: readonly VideoScript[] = [
  fourBooleansOneUnion,
  contextIsALeash,
  goroutinesThatEnd,
  stopWhenAsked,
  {
    playbackId: 'clone-4s9b',
    title: 'The cost of a clone',
    topic: 'languages',
    from: 6,
    code: `
// eleven bytes
let route: String =
  "Oslo-Bergen"
    .into();

// twenty nanos
send(route.clone());
println!("{route}");`,
    sentences: [
      { text: 'A string has one owner. Send it, and it is gone.', to: 4 },
      { text: 'Send a clone, and you keep yours.', to: 8, mark: 6 },
      { text: 'Eleven bytes take some twenty nanoseconds. Talking about it takes longer.' },
    ],
  },
  {
    playbackId: 'match-7d1n',
    title: 'Match counts for you',
    topic: 'languages',
    from: 28,
    code: `
enum Signal {
  At(Point),
  Lost,
  Fuel(f32), // new
}
match signal {
  At(p) => draw(p),
  Lost => grey(),
} // no Fuel: E0004`,
    sentences: [
      { text: 'Add one case to the list.', to: 5, mark: 3 },
      { text: 'A match has to deal with all of them. This one does not.', to: 9, mark: 8 },
      { text: 'The compiler shows you every such place. Write no arm for the rest.' },
    ],
  },
  aLexerIsALoop,
  precedenceIsANumber,
  {
    playbackId: 'follow-5n1t',
    title: 'Follow one value',
    topic: 'concepts',
    from: 2,
    code: `
// form.ts
price: '12.50'

// orders.ts
unit_price: 1250

// bank.ts
amt: 12.5`,
    sentences: [
      { text: 'Pick one field, and ask who writes it.', to: 2 },
      { text: 'Here it changes its name, and euros become cents.', to: 5, mark: 4 },
      { text: 'Here again, and back. Every rename is a border, and bugs live at borders.', to: 8, mark: 7 },
    ],
  },
  {
    playbackId: 'log-6y9r',
    title: 'git log -S',
    topic: 'concepts',
    from: 30,
    code: `
$ git log -S \\
    MAX_RETRIES \\
    --oneline
9c1e04b Drop retries
41fa7d2 Add retries
$ git show 41fa7d2`,
    sentences: [
      { text: 'Blame names whoever touched the line last.', to: 1 },
      {
        text: 'git log -S finds the commits where the text came in, or went.',
        say: 'Git log dash S finds the commits where the text came in, or went.',
        to: 5,
        mark: 1,
      },
      { text: 'Open the oldest. It says who can explain it.', to: 6, mark: 5 },
    ],
  },
  {
    playbackId: 'money-3v8q',
    title: 'Money is an integer',
    topic: 'basics',
    from: 15,
    code: `
each, rest = divmod(
  1000, 3)
shares = [
  each + (i < rest)
  for i in range(3)
]
# [334, 333, 333]`,
    sentences: [
      { text: 'Ten euros for three people: a thousand cents.', to: 2 },
      { text: 'Divide whole cents, and give the rest away one by one.', to: 6, mark: 3 },
      { text: 'The first gets the cent, and the sum is right.', to: 7, mark: 6 },
    ],
  },
  {
    playbackId: 'hours-9m4c',
    title: 'A day is not 24 hours',
    topic: 'basics',
    from: 24,
    code: `
// d: 28 March 2026
//    09:00, Lisbon
d.add({ days: 1 })
// 09:00

d.add({ hours: 24 })
// 10:00`,
    sentences: [
      { text: 'Tonight the clocks go forward in Lisbon.', to: 2 },
      { text: 'One day later it is nine again.', to: 4, mark: 2 },
      { text: 'Twenty-four hours later it is ten.', to: 7, mark: 5 },
      { text: 'An appointment wants the first, a medicine the second.' },
    ],
  },
  {
    playbackId: 'last-1t6x',
    title: 'Read the last line',
    topic: 'basics',
    from: 34,
    code: `
Traceback:
  garden.py, line 18
    json.loads(text)
  json/decoder.py
    raw_decode(s)
JSONDecodeError:
  Expecting value`,
    sentences: [
      { text: 'A trace is a route, not an accusation.', to: 5 },
      { text: 'Read the end first. It says what.', to: 7, mark: 5 },
      { text: 'Then go up to the first file you wrote yourself. It says where.', mark: 1 },
    ],
  },
  {
    playbackId: 'smaller-4w2j',
    title: 'Make it smaller',
    topic: 'basics',
    from: 19,
    code: `
# weed(beds)
# water(beds)
# still broken

# draw(beds)
beds = load()[:1]
plan(beds)
# still broken`,
    sentences: [
      { text: 'Take half away. Still broken? Then it was not in that half.', to: 3, mark: 2 },
      { text: 'Half again, and one bed in place of two hundred.', to: 8, mark: 5 },
      { text: 'For a thousand lines, that is ten steps.' },
    ],
  },
];
