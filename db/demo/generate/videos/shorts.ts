import { whyYourEffectRunsTwice } from './short-effect.ts';
import { theNeverThatHelps } from './short-types.ts';
import { letTheGridBreathe } from './short-css.ts';
import { chunkByMeaning } from './short-retrieval.ts';
import type { VideoScript } from './script.ts';
import { oneIndexTwoQueries } from './short-index.ts';
import { aQueueIsAPromise } from './short-queue.ts';
import { aTypeIsAClaim } from './short-claim.ts';

/** The upright videos, number 1 to 16, in order. At most 9 lines of 20 characters. */
export const SHORTS: readonly VideoScript[] = [
  aQueueIsAPromise,
  theNeverThatHelps,
  whyYourEffectRunsTwice,
  oneIndexTwoQueries,
  {
    playbackId: 'mood-7r3c',
    title: 'Temperature is not mood',
    topic: 'ai',
    from: 39,
    code: `
reply = model(
  prompt,
  temperature=0,
  seed=7,
)`,
    sentences: [
      { text: 'Temperature is not the mood of a model.', to: 2 },
      { text: 'It flattens or sharpens the odds of the next token.', to: 3 },
      { text: 'At zero it takes the likeliest one, each time.', mark: 2, to: 5 },
      { text: 'Likely is not the same as true.' },
    ],
  },
  letTheGridBreathe,
  {
    playbackId: 'undo-6n4p',
    title: 'Undo in one keystroke',
    topic: 'basics',
    from: 53,
    code: `
$ git restore
    --staged .
$ git diff
$ git add -p
$ git commit
    --fixup HEAD
$ git rebase -i
    --autosquash
    HEAD~2`,
    sentences: [
      { text: 'Staged too much? Restore takes it back and leaves your files alone.', to: 3 },
      {
        text: 'A slip in the last commit? Commit the repair as a fixup.',
        say: 'A slip in the last commit? Commit the repair as a fix up.',
        to: 6,
        mark: 5,
      },
      { text: 'Autosquash folds it in before anyone sees it.', say: 'Auto squash folds it in before anyone sees it.', to: 9 },
    ],
  },
  {
    playbackId: 'names-9k5s',
    title: 'Names are arguments',
    topic: 'concepts',
    from: 60,
    code: `
// before
send(user, true)

// after
send(user, {
  now: true,
})`,
    sentences: [
      { text: 'Send, user, true. True what?', to: 2 },
      { text: 'A value without a name makes the reader open another file.' },
      { text: 'Name it where you pass it.', to: 7, mark: 5 },
      { text: 'Now the call explains itself.' },
    ],
  },
  {
    playbackId: 'borrow-1f8z',
    title: 'Borrow, then return',
    topic: 'languages',
    from: 67,
    code: `
fn first(s: &str)
    -> &str {
  s.split(' ')
   .next()
   .unwrap_or("")
}`,
    sentences: [
      { text: 'This function borrows a text and returns a piece of it.', to: 2 },
      { text: 'Nothing is copied: the piece is a view into the text.', to: 6 },
      { text: 'So the text must live as long. The compiler checks that.', mark: 1 },
    ],
  },
  {
    playbackId: 'wait-4j2y',
    title: 'Three ways to wait',
    topic: 'engineering',
    from: 74,
    code: `
// 1: hope
sleep(1000)

// 2: ask again
while (!ready())
  sleep(50)

// 3: be told
await ready`,
    sentences: [
      { text: 'There are three ways to wait.' },
      { text: 'Sleep, and hope that it was enough.', to: 2 },
      { text: 'Ask, and ask again.', to: 6 },
      { text: 'Or be told.', to: 9, mark: 8 },
      { text: 'Take the third whenever somebody can tell you.' },
    ],
  },
  {
    playbackId: 'slots-8d6q',
    title: 'Slots, explained once',
    topic: 'frontend',
    from: 81,
    code: `
<Card>
  <template #top>
    {{ lesson }}
  </template>
</Card>
<!-- Card.vue -->
<header>
  <slot name="top"/>
</header>`,
    sentences: [
      { text: 'A slot is a hole with a name.' },
      { text: 'The parent decides what fills it.', to: 5 },
      { text: 'The child decides where it stands.', to: 9, mark: 7 },
      { text: 'What fills it sees the data of the parent, not of the child.' },
    ],
  },
  chunkByMeaning,
  {
    playbackId: 'little-7m1x',
    title: 'Little’s law on a napkin',
    topic: 'engineering',
    from: 10,
    code: `
// Little's law
rate = 40  // per s
time = 0.5 // s
inside = rate * time
// 20 jobs
workers >= 20`,
    sentences: [
      { text: 'How many jobs are inside your system? You need not count.', to: 1 },
      { text: 'Take the rate of arrival, times the time each one stays.', to: 4, mark: 3 },
      { text: 'Forty a second, half a second each: twenty inside.', to: 6 },
    ],
  },
  {
    playbackId: 'keys-5c3t',
    title: 'Keys are addresses',
    topic: 'frontend',
    from: 37,
    code: `
{rows.map((row) => (
  <Row
    key={row.id}
    value={row}
  />
))}`,
    sentences: [
      { text: 'A key is an address: React finds the same row by it.', to: 3 },
      { text: 'If the key is the index, a sorted list mixes up its state.', to: 6 },
      { text: 'If it is the id, the state moves with its row.', say: 'If it is the I D, the state moves with its row.', mark: 2 },
    ],
  },
  {
    playbackId: 'zero-9v7b',
    title: 'Zero is the only good number',
    topic: 'basics',
    from: 4,
    code: `
$ npm test
$ echo $?
1
$ npm test && \\
    ./release
# not released`,
    sentences: [
      { text: 'Every command leaves a number behind. Zero means it worked.', to: 2 },
      { text: 'Anything else is a kind of failure.', to: 3, mark: 2 },
      { text: 'And-and runs the next command only after a zero.', say: 'And and, runs the next command only after a zero.', to: 6 },
    ],
  },
  aTypeIsAClaim,
];
