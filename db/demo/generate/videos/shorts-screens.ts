import { focusRings, leadingIsADistance, measureInCharacters } from './short-css.ts';
import { recallAtFive } from './short-retrieval.ts';
import type { VideoScript } from './script.ts';

/** Upright videos about type on screens, Vue, charts, small models and retrieval. At most 9 lines of 20 characters. */
export const screensShorts: readonly VideoScript[] = [
  measureInCharacters,
  leadingIsADistance,
  focusRings,
  {
    playbackId: 'computed-7k2y',
    title: 'Computed is a promise',
    topic: 'frontend',
    from: 16,
    code: `
const next =
  computed(() =>
    seeds.value
    .toSorted(byDay)
    .slice(0, 5))

// not in there:
// count.value = 5`,
    sentences: [
      { text: 'A computed value promises to be a function of what it reads.', to: 3 },
      { text: 'So it sorts a copy, and writes to nothing.', to: 8, mark: 3 },
      { text: 'In return, it runs only when it must.' },
    ],
  },
  {
    playbackId: 'update-2g9p',
    title: 'Why the value did not update',
    topic: 'frontend',
    from: 27,
    code: `
const bed =
  reactive({ m: 4 })
const { m } = bed
// 4, for ever

const { m: size } =
  toRefs(bed)
bed.m = 5
// size.value: 5`,
    sentences: [
      { text: 'You took the number out of the box. The box stayed behind.', to: 3, mark: 2 },
      { text: 'So it is four for ever.', to: 4 },
      { text: 'toRefs hands out a ref that follows.', say: 'To refs hands out a ref that follows.', to: 9, mark: 6 },
    ],
  },
  {
    playbackId: 'axis-7b3s',
    title: 'The axis is a promise',
    topic: 'frontend',
    from: 8,
    code: `
const y = d3
  .scaleLinear()
  .domain([-30, 30])
  .range([420, 20])
svg.append('g')
  .call(d3
    .axisLeft(y)
    .ticks(5, '+d'))`,
    sentences: [
      { text: 'Draw the axis before there is any data.', to: 2 },
      { text: 'It promises a range: thirty below zero to thirty above.', to: 8, mark: 2 },
      { text: 'If it cannot say what the chart is about, no line will.' },
    ],
  },
  {
    playbackId: 'enter-2k8v',
    title: 'Enter, update, exit',
    topic: 'frontend',
    from: 32,
    code: `
dots.data(rows, id)
  .join(
    (enter) =>
      add(enter),
    (update) =>
      tint(update),
    (exit) =>
      exit.remove(),
  )`,
    sentences: [
      { text: 'Hold a list of data against the dots on the page.', to: 2 },
      { text: 'Data without a dot enters. A dot with data is updated.', to: 6, mark: 3 },
      { text: 'A dot without data leaves. Always in this order.', to: 9, mark: 7 },
    ],
  },
  {
    playbackId: 'tokens-5d9f',
    title: 'Tokens are not words',
    topic: 'ai',
    from: 11,
    code: `
tokenizer.tokenize(
  ' acetylsalicylic'
)
# [' acet', 'yl',
#  'sal', 'icy',
#  'lic']
# letters: unseen`,
    sentences: [
      { text: 'A model reads pieces from a list, not letters.', to: 3 },
      { text: 'One long word, five pieces, and each is only a number.', to: 6, mark: 3 },
      { text: 'So it cannot count the letters. It never saw them.', to: 7, mark: 6 },
    ],
  },
  {
    playbackId: 'know-8r4g',
    title: 'I do not know',
    topic: 'ai',
    from: 41,
    code: `
def score(answer):
  if answer.right:
    return 1
  if answer.silent:
    return 0
  return -2

# speak from 2/3 on`,
    sentences: [
      { text: 'A right answer earns one point. I do not know costs nothing.', to: 5, mark: 4 },
      { text: 'A wrong one costs two.', to: 6, mark: 5 },
      { text: 'Now a model that is less than two thirds sure does better to be quiet.', to: 8 },
    ],
  },
  {
    playbackId: 'eval-3c7h',
    title: 'One eval, one page',
    topic: 'ai',
    from: 1,
    code: `
cases = [
  *ordinary,  # 8
  *edge,      # 4
  *unknown,   # 4
  *failed,    # 4
]
for q, a in cases:
  if ask(q) != a:
    print(q, a)`,
    sentences: [
      { text: 'Twenty cases, written by hand, on one page.', to: 6 },
      { text: 'For four of them, the right answer is: I do not know.', mark: 3 },
      { text: 'Run it after every change, and print what differs.', to: 9, mark: 8 },
    ],
  },
  recallAtFive,
];
