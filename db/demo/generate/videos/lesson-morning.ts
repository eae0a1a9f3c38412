import type { VideoScript } from './script.ts';

/** The lesson "Nine o'clock" of A Parser before Lunch. */
export const nineOClock: VideoScript = {
  playbackId: 'clock-4w7p',
  title: 'Nine o’clock',
  topic: 'concepts',
  scenes: [
    {
      card: 'Nine o’clock',
      under: 'Forty-one red tests, and three hours',
      sentences: [
        { text: 'Good morning. At noon, you will have written a parser.' },
        { text: 'Not the best parser that there is. One that you understand in every line, and can explain to a colleague.' },
        { text: 'We do not use a tool that writes parsers. You can choose one in the afternoon, and you will know what it does.' },
      ],
    },
    {
      file: 'terminal',
      from: 1,
      code: `
$ git clone https://git.example/lunch.git
$ cd lunch && npm install
$ npm test

  0 passed, 41 failed`,
      sentences: [
        { text: 'You need Node, an editor, and the repository of this course.', to: 2, mark: [0, 1] },
        { text: 'Run the tests. All of them fail, which is just what we want.', to: 5, mark: 4 },
        { text: 'They are our timetable. Each lesson turns some of them green, and at noon it says the reverse.' },
        { text: 'Leave them running in a second window. They start again each time you save.' },
        { text: 'If a test is green already, you have cloned the wrong branch. It is called morning.', mark: [] },
      ],
    },
    {
      file: 'example.calc',
      from: 1,
      code: `
let price = 12
let n = 3
price * (n + 1) - 2`,
      sentences: [
        { text: 'This is a whole program in the language that we read today.', to: 3 },
        { text: 'It has numbers, names, and a word to give a name to a value.', mark: [0, 1] },
        { text: 'A name stands for its value from the line on which it got one. Before that, using it is a mistake, and we say so.' },
        { text: 'It has four operators and brackets.', mark: 2 },
        {
          text: 'There are no functions, no loops and no text. You will be tempted to add them before lunch. Wait until after it.',
          mark: [],
        },
        { text: 'What is the result? Work it out on paper, and watch yourself doing it.' },
        {
          text: 'You did not go from left to right. You looked for the brackets first, then you multiplied, and then you subtracted.',
          mark: 2,
        },
        { text: 'The answer is forty-six. How you found it is what we teach a computer.' },
        { text: 'Keep this example in sight. Each lesson comes back to it.' },
      ],
    },
    {
      card: 'Three steps',
      under: 'Characters, words, tree',
      sentences: [
        { text: 'It takes three steps, and each of them has its own lesson.' },
        { text: 'They are so small that each fits on a screen. It is the order that makes them powerful.' },
      ],
    },
    {
      file: 'from characters to a tree',
      from: 1,
      code: `
'n + 1'

name n    sign +    number 1

     +
    / \\
   n   1`,
      sentences: [
        { text: 'At first there are only characters: five of them, and two are spaces.', to: 1, mark: 0 },
        { text: 'The lexer makes words out of them. Each has a kind, and its text.', to: 3, mark: 2 },
        { text: 'The spaces are gone now. Nothing behind the lexer ever thinks of them again.' },
        {
          text: 'The parser makes a tree out of the words. The operator is on top, and below it are the two things it needs.',
          to: 7,
          mark: [4, 5, 6],
        },
        { text: 'A tree has no brackets. Its shape says what belongs together.' },
        { text: 'If that makes you think of a company with a boss and two departments, you are not wrong.' },
        { text: 'And to compute the result, you ask the top, which asks what is below it.', mark: [] },
      ],
    },
    {
      file: 'lunch/src',
      from: 1,
      code: `
token.ts       what a word is
lex.ts         from characters to words
parse.ts       from words to a tree
precedence.ts  what comes first
error.ts       what to say if it goes wrong
evaluate.ts    the result, written for you`,
      sentences: [
        { text: 'These are the files. Most of them are empty.', to: 1 },
        { text: 'We write the lexer until half past nine.', to: 2, mark: 1 },
        { text: 'Then a parser that calls itself, which sounds harder than it is.', to: 3, mark: 2 },
        { text: 'At half past ten we teach it that times comes before plus.', to: 4, mark: 3 },
        { text: 'And the last hour is for messages. A parser that only says no is of little use.', to: 5, mark: 4 },
        { text: 'The evaluation is there from the start, so that you can see results early.', to: 6, mark: 5 },
        { text: 'You may write them in any order that you like, but the tests prefer this one.' },
      ],
    },
    {
      card: 'What if it is empty?',
      under: 'The question for your neighbor',
      sentences: [
        { text: 'Work in pairs, if you can. One types, and the other asks: what if it is empty?' },
        { text: 'An empty program, an empty pair of brackets, a name without a value. Half of the tests are about that.' },
        { text: 'Write your questions into the comments, with the number of the line. I read them at half past, and at the hour.' },
        { text: 'There is no wrong question at nine in the morning.' },
        { text: 'Turn your microphones off, and open the first file.' },
      ],
    },
  ],
};
