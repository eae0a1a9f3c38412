import type { VideoScript } from './script.ts';

/** The lesson "A lexer in thirty lines" of A Parser before Lunch. */
export const theLexerLive: VideoScript = {
  playbackId: 'lexer-2n6w',
  title: 'The lexer, live',
  topic: 'concepts',
  scenes: [
    {
      card: 'The lexer, live',
      under: 'From characters to words',
      sentences: [
        { text: 'A program is a long row of characters.' },
        { text: 'Before you can ask what it means, you have to see its words: numbers, names, signs.' },
        { text: 'The part that finds them is called a lexer. We write one now, and we write it twice.' },
      ],
    },
    {
      file: 'token.ts',
      from: 1,
      code: `
export type Token = {
  kind: 'number' | 'name' | 'sign' | 'end';
  text: string;
  at: number;
};`,
      sentences: [
        { text: 'Begin with what comes out. A token is one word.', to: 1 },
        { text: 'It has a kind, and there are four of them.', to: 2, mark: 1 },
        { text: 'It has its text, exactly as it was written.', to: 3, mark: 2 },
        { text: 'And it knows where it stood. You need that for every error message you will ever print.', to: 5, mark: 3 },
        { text: 'The kind named end looks superfluous. It saves the parser from asking, each time, whether there is more.', mark: 1 },
      ],
    },
    {
      file: 'lex.ts',
      from: 1,
      code: `
export function lex(text: string): Token[] {
  const tokens: Token[] = [];
  for (const piece of text.split(' ')) {
    const kind = /^\\d/.test(piece) ? 'number' : 'name';
    tokens.push({ kind, text: piece, at: 0 });
  }
  return tokens;
}`,
      sentences: [
        { text: 'The first idea of nearly everyone is to split at the spaces.', to: 3, mark: 2 },
        { text: 'A piece that begins with a digit is a number, and the rest are names.', to: 6, mark: 3 },
        { text: 'Try it on price, star, three, with spaces between. It works, and you feel clever.', to: 8, mark: [] },
        { text: 'Now leave out the spaces, as everybody does. You get a single word.' },
        { text: 'And the position is a lie: it is always zero.', mark: 4 },
        { text: 'Splitting asks what stands between words. A lexer has to ask what a word is.' },
        { text: 'Those are two different questions, and only the second has an answer in every language.' },
      ],
    },
    {
      file: 'lex.ts',
      from: 1,
      code: `
const word = /\\s*(?:(\\d+)|([a-z]\\w*)|([-+*/=()]))/iy;

function kindOf(match: RegExpExecArray): Token['kind'] {
  if (match[1] !== undefined) return 'number';
  return match[2] !== undefined ? 'name' : 'sign';
}`,
      sentences: [
        { text: 'So say what a word is, as a pattern. First, skip the spaces.', to: 1, mark: 0 },
        { text: 'Then one of three: some digits, or a name, or a single sign.' },
        { text: 'Each has its own brackets, so afterwards we can see which of them matched.', to: 3, mark: [] },
        { text: 'If the first pair has something in it, we found a number.', to: 4, mark: 3 },
        { text: 'The second is a name, and whatever is left must be a sign.', to: 6, mark: 4 },
        {
          text: 'The letter y at the end is important. It makes the pattern sticky.',
          say: 'The letter why at the end is important. It makes the pattern sticky.',
          mark: 0,
        },
        { text: 'Sticky means: match exactly here, or not at all. Without it, the search runs ahead and skips what it does not know.' },
      ],
    },
    {
      file: 'lex.ts',
      from: 8,
      code: `
export function lex(text: string): Token[] {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  for (word.lastIndex = 0; word.lastIndex < end; ) {
    const match = word.exec(text) ?? fail(text, end);
    const found = match[0].trimStart();
    const at = word.lastIndex - found.length;
    tokens.push({ kind: kindOf(match), text: found, at });
  }
  return [...tokens, { kind: 'end', text: '', at: end }];
}`,
      sentences: [
        { text: 'Now the loop. It has one variable, and the pattern keeps it for us: last index.', to: 4, mark: 3 },
        { text: 'As long as there is text, match one word at this place.', to: 5, mark: 4 },
        { text: 'If nothing matches, stop with an error. We come to that in lesson five.' },
        { text: 'It must be an error, and never a skip: a sign that is ignored is a program that means something else.' },
        { text: 'Take the spaces away. What is left began where the match ends, minus its own length.', to: 7, mark: [5, 6] },
        { text: 'Keep the token. The pattern has moved on by itself, so the loop has nothing to count.', to: 9, mark: 7 },
        { text: 'When the text is over, add the end, with its place, and we are done.', to: 11, mark: 9 },
        { text: 'Ten lines, and no case for a space that is missing or a space too many.', mark: [] },
      ],
    },
    {
      file: 'lex("price*(n+1)")',
      from: 1,
      code: `
name    price   0
sign    *       5
sign    (       6
name    n       7
sign    +       8
number  1       9
sign    )      10
end            11`,
      sentences: [
        { text: 'Run it on a line without any spaces. Here are the words, and where they stand.', to: 4 },
        { text: 'Each column has a reader. The kind is for the parser, the text for the value.', to: 7 },
        { text: 'The position is for a human being, at the moment when something is wrong.', to: 8, mark: [] },
        { text: 'The end stands at eleven: that is where you will say, I expected something here.', mark: 7 },
      ],
    },
    {
      card: 'One loop, one place',
      under: 'Say what a word is, then stand still',
      sentences: [
        { text: 'A lexer is a loop around one position, and a pattern that may not run ahead.' },
        { text: 'It does not know what a bracket is for. That is the work of the parser, after the coffee.' },
        { text: 'Before you go on, add a kind of your own: a number with a point in it.' },
        { text: 'You will change one line. If it were two, the lexer would know too much.' },
      ],
    },
  ],
};
