import type { Editor } from '@tiptap/core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { TypedText } from '../src/content.ts';
import { typeInto } from '../src/type-into.ts';
import { blocksOf, createHeadlessEditor } from './headless-editor.ts';

/** Returns the blocks of a text after typing into it, and the text before and after the caret in its block. */
function type(markdown: string, ...texts: TypedText[]): { blocks: readonly string[]; caret: readonly [string, string] } {
  const editor = createHeadlessEditor('Title', markdown);
  letKeysIn(editor);
  typeInto(editor, texts);
  const { $from } = editor.state.selection;
  const { textContent } = $from.parent;
  return { blocks: blocksOf(editor), caret: [textContent.slice(0, $from.parentOffset), textContent.slice($from.parentOffset)] };
}

/** A browser's key event, with the properties that the plugins read. */
class Key extends Event {
  readonly key: string;
  constructor(type: string, { key }: { key: string }) {
    super(type);
    this.key = key;
  }
}

/** Adds to an editor without a page what Return needs: plugins that receive keys, and the focus. */
function letKeysIn(editor: Editor): void {
  const bare = editor.view;
  const more: Record<string | symbol, unknown> = {
    focus: () => undefined,
    someProp: (_name: string, ask: (handler: unknown) => boolean) =>
      editor.state.plugins.some((plugin) => {
        const { handleKeyDown } = plugin.props;
        return handleKeyDown !== undefined && ask(handleKeyDown.bind(plugin));
      }),
  };
  const view = new Proxy(bare, { get: (target, name): unknown => more[name] ?? Reflect.get(target, name) });
  Object.defineProperty(editor, 'view', { value: view });
}

beforeAll(() => void vi.stubGlobal('KeyboardEvent', Key));
afterAll(() => void vi.unstubAllGlobals());

describe('text typed before the editor was loaded @EDIT-01 @SITE-10', () => {
  test('goes to its position in its block, the title being the first', () => {
    expect(type('one three', { block: 1, offset: 4, text: 'two ' })).toEqual({
      blocks: ['title: Title', 'paragraph: one two three'],
      caret: ['one two ', 'three'],
    });
    expect(type('words', { block: 0, offset: 5, text: 's' }).blocks).toEqual(['title: Titles', 'paragraph: words']);
    // The letters of all its runs count, bold or not.
    expect(type('one **two** three', { block: 1, offset: 7, text: '!' }).blocks[1]).toBe('paragraph: one two! three');
  });

  test('goes to the end if a block or the text is shorter', () => {
    expect(type('one', { block: 1, offset: 99, text: '!' }).blocks[1]).toBe('paragraph: one!');
    expect(type('one\n\ntwo', { block: 99, offset: 99, text: '!' }).blocks).toEqual(['title: Title', 'paragraph: one', 'paragraph: two!']);
  });

  test('leaves the caret where the last of it was clicked, even if nothing was typed there', () => {
    expect(type('one', { block: 1, offset: 1, text: '' })).toEqual({
      blocks: ['title: Title', 'paragraph: one'],
      caret: ['o', 'ne'],
    });
    expect(type('one\n\ntwo', { block: 1, offset: 3, text: '!' }, { block: 2, offset: 1, text: '' })).toEqual({
      blocks: ['title: Title', 'paragraph: one!', 'paragraph: two'],
      caret: ['t', 'wo'],
    });
  });

  test('counts every position in the original text, however often and in whatever order it was clicked', () => {
    const both = [
      { block: 1, offset: 0, text: 'zero ' },
      { block: 1, offset: 3, text: ' and' },
      { block: 2, offset: 5, text: '.' },
    ];
    const blocks = ['title: Title', 'paragraph: zero one and two', 'paragraph: three.'];
    expect(type('one two\n\nthree', ...both).blocks).toEqual(blocks);
    expect(type('one two\n\nthree', ...both.toReversed()).blocks).toEqual(blocks);
  });

  test('begins a paragraph with Return, and counts it for later positions', () => {
    expect(type('one two\n\nthree', { block: 1, offset: 3, text: '.\nThen' }, { block: 2, offset: 5, text: '!' })).toEqual({
      blocks: ['title: Title', 'paragraph: one.', 'paragraph: Then two', 'paragraph: three!'],
      caret: ['three!', ''],
    });
  });

  test('begins an item in a list, and leaves the list from an empty one', () => {
    expect(type('- one\n- two', { block: 1, offset: 6, text: '!\nthree' }).blocks).toEqual(['title: Title', 'bulletList: onetwo!three']);
    expect(type('- one', { block: 1, offset: 3, text: '\n\nafter' }).blocks.slice(0, 3)).toEqual([
      'title: Title',
      'bulletList: one',
      'paragraph: after',
    ]);
  });

  test('begins a line in code, as it was typed', () => {
    expect(type('```ts\nconst a = 1;\n```', { block: 1, offset: 12, text: '\n- **b**' }).blocks[1]).toMatch(/: const a = 1;\n- \*\*b\*\*$/);
  });
});
