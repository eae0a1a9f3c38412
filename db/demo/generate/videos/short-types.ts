import type { VideoScript } from './script.ts';

/** The short of the lesson "The never that helps" of Types That Tell the Truth. */
export const theNeverThatHelps: VideoScript = {
  playbackId: 'never-8t2w',
  title: 'The never that helps',
  topic: 'languages',
  scenes: [
    {
      from: 24,
      code: `
switch (s.kind) {
  case 'dot':
    return 0
  case 'box':
    return s.w * s.h
  default:
    const no: never
      = s
}`,
      sentences: [
        { text: 'Every case of the union is handled, so nothing is left.', to: 5 },
        { text: 'What has no value left has the type never. Assign it, and the compiler agrees.', to: 9, mark: [6, 7] },
        { text: 'When the program runs, this line does nothing.' },
      ],
    },
    {
      from: 8,
      begin: 2,
      code: `
type Shape =
  | Dot
  | Box
  | { kind: 'text',
      says: Words }`,
      added: [3, 4],
      sentences: [{ text: 'Now add a third shape, a text.', to: 5, mark: [3, 4] }, { text: 'The line with never no longer compiles.' }],
    },
    {
      from: 1,
      code: `
// TS2322: Type
// { kind: 'text',
//   says: Words }
// is not assignable
// to type 'never'`,
      sentences: [
        { text: 'And the message names the shape that you forgot, in every switch of the project.', to: 5, mark: [1, 2] },
        { text: 'A switch without that line would compile. It would draw no text, and nobody would hear of it until a reader asks.' },
      ],
    },
    {
      from: 40,
      code: `
const name: Record<
  Shape['kind'],
  string
> = {
  dot: 'a dot',
  box: 'a box',
}
// error: no text`,
      sentences: [
        { text: 'An object with one entry for each kind does the same, and you can pass it around.', to: 8, mark: [0, 1] },
        { text: 'Use one or the other. You list the cases, and the compiler counts them.', mark: 7 },
      ],
    },
  ],
};

/** The short of the lesson "State you cannot reach" of Types That Tell the Truth. */
export const fourBooleansOneUnion: VideoScript = {
  playbackId: 'union-5w8d',
  title: 'Four booleans, one union',
  topic: 'languages',
  scenes: [
    {
      from: 3,
      code: `
let isOpen: boolean
let isSaving:
  boolean
let hasError:
  boolean
let isDirty: boolean
// 2 ** 4 = 16`,
      sentences: [
        { text: 'A dialog with four booleans has sixteen states.', to: 7, mark: 6 },
        { text: 'Its author tested six. Users found the seventh in an hour: closed, saving, with an error.' },
      ],
    },
    {
      from: 13,
      code: `
type Dialog =
  | { is: 'closed' }
  | { is: 'editing';
      draft: Draft }
  | { is: 'saving';
      draft: Draft }
  | { is: 'asking';
      draft: Draft }`,
      sentences: [
        { text: 'Four of the sixteen make sense. Write down the four, and what each one carries.', to: 8 },
        { text: 'Closed has no draft. Editing and saving have one, and so has asking whether to throw it away.', mark: 1 },
        { text: 'And dirty is gone. Compare the draft with what you loaded, and you know it.', mark: [] },
      ],
    },
    {
      from: 22,
      code: `
function save(
  d: Editing,
): Saving {
  return {
    is: 'saving',
    draft: d.draft,
  }
}`,
      sentences: [
        { text: 'Functions are the arrows between them. Save takes an editing dialog, and returns a saving one.', to: 8, mark: [1, 2] },
        { text: 'To save a closed dialog is not forbidden. There is no way to write it.' },
        { text: 'A test shows that a state was handled. A type shows that it cannot happen.', mark: [] },
      ],
    },
  ],
};
