import type { VideoScript } from './script.ts';

/** The short of the lesson "A lexer in thirty lines" of A Parser before Lunch. */
export const aLexerIsALoop: VideoScript = {
  playbackId: 'loop-2f6k',
  title: 'A lexer is a loop',
  topic: 'concepts',
  scenes: [
    {
      from: 10,
      code: `
const re =
  /\\s*(\\d+|\\S)/y
while (at < end) {
  re.lastIndex = at
  m = re.exec(text)
  if (!m) fail(at)
  out.push(m[1])
  at = re.lastIndex
}`,
      sentences: [
        { text: 'A lexer turns text into words. It is one loop around one position.', to: 3, mark: 2 },
        {
          text: 'The y makes the pattern sticky: it matches exactly here, or not at all.',
          say: 'The letter y makes the pattern sticky: it matches exactly here, or not at all.',
          to: 5,
          mark: 1,
        },
        { text: 'Without it, the engine would search ahead, and jump over what it does not understand.' },
        { text: 'If nothing matches, say where.', to: 6, mark: 5 },
        { text: 'Keep the piece, and go on where it ended.', to: 9, mark: [6, 7] },
      ],
    },
    {
      from: 1,
      code: `
// text: '12+3 '
// at 0: '12'
// at 2: '+'
// at 3: '3'
// at 4: fail`,
      sentences: [
        { text: 'Watch it run on twelve plus three.', to: 1 },
        { text: 'At zero it finds twelve, and moves to two. There it finds the plus.', to: 3 },
        { text: 'At three, the last number. At four there is only a space, and it fails.', to: 5, mark: 4 },
      ],
    },
    {
      from: 7,
      code: `
const text = source
  .trimEnd()
const end =
  text.length`,
      sentences: [
        { text: 'Spaces at the end are no word. Trim them before you begin, and the loop ends where the text does.', to: 4, mark: 1 },
        { text: 'One position, one pattern, one list. Every lexer that you meet is a variation of these lines.', mark: [] },
      ],
    },
  ],
};

/** The short of the lesson "Precedence, by climbing" of A Parser before Lunch. */
export const precedenceIsANumber: VideoScript = {
  playbackId: 'precedence-8h3m',
  title: 'Precedence is a number',
  topic: 'concepts',
  scenes: [
    {
      from: 44,
      code: `
let a = factor()
for (;;) {
  const p = power()
  if (p < min) break
  const op = take()
  a = { op, a,
    b: expr(p + 1) }
}
return a`,
      sentences: [
        { text: 'Two plus three times four. Who gets the three?', to: 1 },
        { text: 'Give each operator a number. Plus has the power one, times has two.', to: 3, mark: 2 },
        { text: 'Anything else has zero, and ends the loop.', to: 4, mark: 3 },
        { text: 'Take the operator, and ask for its right side: only what binds more tightly.', to: 8, mark: 6 },
        { text: 'Then return what you have.', to: 9, mark: [] },
      ],
    },
    {
      from: 1,
      code: `
// 2 + 3 * 4, min 1
// a = 2, op = +
//   min 2: 3 * 4
//   a = 3, op = *
//     min 3: 4
//   b = 3 * 4
// a = 2 + (3 * 4)`,
      sentences: [
        { text: 'Plus wants a right side with at least the power two.', to: 3, mark: 2 },
        { text: 'Three begins it, and times has two, so times may take it.', to: 5, mark: 3 },
        { text: 'Times gets the three, and plus gets the product.', to: 7, mark: 6 },
      ],
    },
    {
      from: 50,
      code: `
// 9 - 4 - 1
b: expr(p + 1)
// (9 - 4) - 1

// 2 ^ 3 ^ 2
b: expr(p)
// 2 ^ (3 ^ 2)`,
      sentences: [
        { text: 'Why plus one? A second minus is then too weak for the right side of the first.', to: 3, mark: 1 },
        { text: 'Powers group the other way. Leave out the plus one.', to: 7, mark: 5 },
        { text: 'A new level is a new number, and not a new function.', mark: [] },
      ],
    },
  ],
};
