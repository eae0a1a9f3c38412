import type { VideoScript } from './script.ts';

/** The lesson "Before you measure" of Rendering Without Regret. */
export const profilingTheCatalogue: VideoScript = {
  playbackId: 'profiling-3f7w',
  title: 'Profiling the parts catalog',
  topic: 'frontend',
  scenes: [
    {
      card: 'Profiling a click',
      under: 'Which milliseconds are ours?',
      sentences: [
        { text: 'Somebody presses a filter, and waits. It feels slow, but a feeling is not a number.' },
        { text: 'We record that click, find three hundred and ten milliseconds, and say which of them were ours.' },
      ],
    },
    {
      file: 'terminal',
      from: 1,
      code: `
$ npm run build && npm run preview
http://localhost:4173

# performance panel, CPU: 4x slowdown
# record, press Brass fittings, stop`,
      sentences: [
        { text: 'Build for production first. A development build checks everything twice, and measures something else.', to: 1, mark: 0 },
        { text: 'Open the page in a private window. Extensions run on each click, too, and you would blame yourself.', to: 3, mark: 1 },
        { text: 'Slow the processor down four times. Your visitors do not have your laptop.', to: 4, mark: 3 },
        { text: 'Now record, press Brass fittings, and stop when the list has settled.', to: 5, mark: 4 },
        { text: 'Name the recording after what you pressed, and keep the file.' },
      ],
    },
    {
      file: 'three recordings',
      from: 1,
      code: `
click      1      2      3
total    341    298    310 ms
middle                 310 ms`,
      sentences: [
        { text: 'Do it three times. The machine has other things to do, and no two recordings are alike.', to: 2, mark: 1 },
        { text: 'Keep the one in the middle: three hundred and ten.', to: 3, mark: 2 },
        { text: 'The worst would spoil an average, and the best was luck.' },
        { text: 'If they differ by more than a fifth, close what else is running, and begin again.' },
        { text: 'Write it down before you change a thing. A number that you remember is kinder than one on paper.', mark: [] },
      ],
    },
    {
      file: 'the middle recording',
      from: 1,
      code: `
event      2   our handler
render    41   our components
commit   182   the document changes
style     48   which rules apply
layout    29   where it all goes
paint      8   pixels`,
      sentences: [
        { text: 'Here it is, from the click to the pixels, in milliseconds.', to: 1, mark: 0 },
        { text: 'Read such a list from the largest number down, and not from top to bottom.' },
        { text: 'Our own handler sets a state, and is done after two. It was not the handler.' },
        { text: 'React calls our components to learn what the page should be. That takes forty-one.', to: 2, mark: 1 },
        { text: 'Then it changes the document, until it is like that: one hundred and eighty-two. This is the commit.', to: 3, mark: 2 },
        { text: 'The rest is the browser’s: style, layout and paint. Together they take eighty-five.', to: 6, mark: [3, 4, 5] },
        { text: 'At this point, many people wrap a component in memo. At best, it saves a part of forty-one.', mark: 1 },
        { text: 'But more than half of the time is in the commit. So ask what it did.', mark: 2 },
      ],
    },
    {
      file: 'what the commit did',
      from: 1,
      code: `
removed    1,940 rows
inserted   1,940 rows
moved          0
updated        0`,
      sentences: [
        { text: 'It removed almost two thousand rows, and inserted exactly as many.', to: 2, mark: [0, 1] },
        { text: 'It moved none, and it updated none.', to: 4, mark: [2, 3] },
        { text: 'Each row has eight elements, so more than fifteen thousand were made for nothing.' },
        { text: 'And yet most of these parts were on the page before the click, and are on it afterwards.' },
        { text: 'React did not know them again. It threw them away, and built them anew.', mark: [] },
      ],
    },
    {
      file: 'Catalogue.tsx',
      from: 61,
      code: `
{parts.map((part, index) => (
  <Row key={\`\${filter}-\${index}\`} part={part} />
))}`,
      sentences: [
        { text: 'This is where the rows are made. A key is the address by which React finds a row again.', to: 1, mark: 0 },
        { text: 'And this key contains the name of the filter.', to: 3, mark: 1 },
        { text: 'With another filter, every row has an address that was never seen before.' },
        { text: 'Nobody is to blame. It was written to silence a warning about keys that appeared twice.' },
        {
          text: 'So those one hundred and eighty-two are ours as well. That makes two hundred and twenty-five of three hundred and ten.',
          mark: [],
        },
      ],
    },
    {
      file: 'Catalogue.tsx',
      from: 61,
      begin: 2,
      code: `
{parts.map((part, index) => (
  <Row key={\`\${filter}-\${index}\`} part={part} />
  <Row key={part.id} part={part} />
))}`,
      removed: [1],
      added: [2],
      sentences: [
        { text: 'We change one thing: the key is the number of the part, whichever filter is on.', to: 4, mark: 2 },
        { text: 'Then the same click, three times, and the middle one. Forty-two.' },
        { text: 'Be careful with that number, though. It is true for this laptop, this page, and this click.' },
        { text: 'The browser got faster, too, since less had changed. You rarely mend one number alone.' },
        { text: 'Lesson three explains why it works, and when it does not.', mark: [] },
      ],
    },
    {
      card: 'Three habits',
      under: 'before anything else',
      sentences: [
        { text: 'Measure the same action three times, and keep the middle value.' },
        { text: 'Change one thing.' },
        { text: 'If you change two, you will never know which one it was.' },
        { text: 'And if the number did not move, put the thing back. That is the habit that people skip.' },
        { text: 'Keep your recording of this click. We compare with it for nine lessons.' },
      ],
    },
  ],
};
