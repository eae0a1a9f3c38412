import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AnchorView, leafNodes, charactersOf, charactersWithin, viewOfDocument } from '../src/annotations/anchor-view.ts';
import { type EditorHint, followAnchor } from '../src/annotations/follow-anchor.ts';
import { anchorBlock, createAnchor, findByContext, findQuote } from '../src/annotations/text-anchor.ts';
import type { DocumentNode } from '../src/document-node.ts';
import { fromMarkdown } from '../src/markdown.ts';
import { nodeDefinitions } from '../src/schema/nodes.ts';
import { documentSchema } from '../src/schema/prosemirror-schema.ts';
import { normalized } from './builders.ts';
import { lessonDocuments } from './generated-documents.ts';
import { propertyRuns } from './property-runs.ts';

fc.configureGlobal({ seed: Number(process.env['NEWLINE_TEST_SEED']) });

function read(markdown: string): DocumentNode {
  const result = fromMarkdown(markdown, 'article');
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.document;
}

/** Returns a document of paragraphs with the ids a, b, c …, or those given before `: `. */
function paragraphs(...texts: readonly string[]): DocumentNode {
  const content = texts.map((line, index) => {
    const [, id = String.fromCharCode(97 + index), text = ''] = /^(?:(\w): )?(.*)$/u.exec(line) ?? [];
    return { type: 'paragraph', attrs: { id }, ...(text !== '' && { content: [{ type: 'text', text }] }) };
  });
  return { type: 'doc', content };
}

/** Returns the position of the nth occurrence of a text in the view. */
function rangeOf(view: AnchorView, words: string, nth = 1) {
  const characters = charactersOf(words);
  let start = -1;
  for (let count = 0; count < nth; count += 1) start = view.characters.indexOf(characters, start + 1);
  if (start === -1) throw new Error(`rangeOf: expected ${words} ${nth} times`);
  return { start, end: start + characters.length };
}

function follow(before: DocumentNode, after: DocumentNode, words: string, nth = 1, hint?: EditorHint) {
  const [old, now] = [viewOfDocument(before), viewOfDocument(after)];
  const range = rangeOf(old, words, nth);
  const quoted = range.end - range.start;
  const followed = followAnchor(old, now, { range, quoted, remaining: quoted }, hint);
  return followed === null
    ? null
    : { words: now.textBetween(followed.start, followed.end), before: now.characters.slice(0, followed.start) };
}

describe('the view of a document', () => {
  test('counts positions as ProseMirror does, in every node @DISC-09', () => {
    fc.assert(
      fc.property(lessonDocuments, (generated) => {
        const document = normalized(generated);
        const view = viewOfDocument(document);
        const node = documentSchema.nodeFromJSON(document);
        expect(view.blocks.at(-1)?.to ?? 0).toBe(node.content.size);
        for (let offset = 0; offset < view.characters.length; offset += 7) {
          const at = view.positionOf(offset);
          expect(node.textBetween(at, at + 1)).toBe(view.characters.charAt(offset));
        }
      }),
      propertyRuns(60),
    );
  });

  test('knows every node without content', () => {
    const leaves = nodeDefinitions.filter(({ content, name }) => content === undefined && name !== 'text').map(({ name }) => name);
    expect([...leafNodes].toSorted()).toEqual(leaves.toSorted());
  });

  test.each([null, 7, [], {}, { content: 3 }, { type: 'doc', content: [null, { type: 'paragraph', content: 'x' }] }])(
    'treats %j as no letters, and doesn’t throw',
    (document) => expect(viewOfDocument(document).characters).toBe(''),
  );
});

test('loses text that was deleted in the editor, even if the next block begins with the same text @DISC-10', () => {
  const before = paragraphs('twin words', 'twin words');
  expect(follow(before, paragraphs('a: ', 'b: twin words'), 'twin words', 1, null)).toBeNull();
  // The control: text that wasn't deleted stays.
  expect(follow(before, paragraphs('a: twin words', 'b: '), 'twin words', 1, null)).toEqual({ words: 'twin words', before: '' });
});

describe('an anchor', () => {
  const document = read(
    'First the same. Then the same.\n\n```ts\nconst a = 1;\nconst b = 1;\n```\n\n| a | b |\n|---|---|\n| one **two** | three |\n',
  );

  test('is found again where it was created: the second of two equal sentences, a line of code, across formats and cells @DISC-09', () => {
    const view = viewOfDocument(document);
    for (const [words, nth, occurrence] of [
      ['the same.', 2, 1],
      ['const b = 1;', 1, 0],
      ['one two', 1, 0],
      ['two three', 1, 0],
      ['the same. const a', 1, 0],
    ] as const) {
      const range = rangeOf(view, words, nth);
      const anchor = createAnchor(view, range);
      expect(anchor).toMatchObject({ occurrence });
      expect(charactersOf(anchor?.text ?? '')).toBe(charactersOf(words));
      expect(anchor && findQuote(view, anchor)).toEqual(range);
      expect(anchor && charactersWithin(view, anchor.from, anchor.to)).toEqual(range);
      expect(anchor && findByContext(view, anchor)).toEqual(range);
    }
  });

  test('stores the text around the quote, only from its own block', () => {
    const view = viewOfDocument(document);
    expect(createAnchor(view, rangeOf(view, 'the same.', 2))).toMatchObject({ prefix: 'First the same. Then ', suffix: '' });
    expect(createAnchor(view, rangeOf(view, 'const a'))).toMatchObject({ prefix: '', suffix: ' = 1;\nconst b = 1;', node: 'codeBlock' });
  });

  test('for a block has its text, or the block itself if it has none', () => {
    const formula: DocumentNode = {
      type: 'doc',
      content: [
        { type: 'math', attrs: { id: 'm' }, content: [{ type: 'text', text: 'a + b' }] },
        { type: 'paragraph', attrs: { id: 'p' }, content: [{ type: 'text', text: 'Words.' }] },
      ],
    };
    const view = viewOfDocument(formula);
    expect(anchorBlock(view, 'm')).toMatchObject({ text: '', node: 'math', from: 0, to: 7 });
    expect(anchorBlock(view, 'p')).toMatchObject({ text: 'Words.', node: 'paragraph', from: 8, to: 14 });
    expect(anchorBlock(view, 'gone')).toBeNull();
    expect(findQuote(view, { blockId: 'm', text: '', occurrence: 0 })).toEqual({ start: 0, end: 0 });
  });

  test('leaves out formulas, of which a page shows renderings', () => {
    const line: DocumentNode = {
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          attrs: { id: 'p' },
          content: [
            { type: 'text', text: 'So ' },
            { type: 'text', text: 'a^2', marks: [{ type: 'formula' }] },
            { type: 'text', text: ' is.' },
          ],
        },
      ],
    };
    const view = viewOfDocument(line);
    expect(view.characters).toBe('Sois.');
    expect(view.positionOf(2)).toBe(8);
    expect(createAnchor(view, rangeOf(view, 'is'))).toMatchObject({ from: 8, to: 10 });
  });

  test('that was lost comes back only to text with the same surroundings', () => {
    const anchor = { blockId: 'a', text: 'same.', prefix: 'One is the ', suffix: ' Two is the same.' };
    expect(findByContext(viewOfDocument(paragraphs('One is the same. Two is the same.')), anchor)).toEqual({ start: 8, end: 13 });
    for (const other of ['Two is the same.', 'And one is the same. Two is the same.', 'b: One is the same. Two is the same.'])
      expect(findByContext(viewOfDocument(paragraphs(other)), anchor)).toBeNull();
  });
});

describe('updating an anchor without an editor', () => {
  const twice = paragraphs('It is so. Yes. It is so.', 'The end.');

  test.each([
    ['words before it', paragraphs('Mind: it is so. It is so. Yes. It is so.', 'The end.'), 'Mind:itisso.Itisso.Yes.'],
    ['a block before it', paragraphs('x: It is so.', 'a: It is so. Yes. It is so.', 'b: The end.'), 'Itisso.Itisso.Yes.'],
    ['the first of the two taken away', paragraphs('Yes. It is so.', 'The end.'), 'Yes.'],
    ['its block moved', paragraphs('b: The end.', 'a: It is so. Yes. It is so.'), 'Theend.Itisso.Yes.'],
    ['its block made two', paragraphs('a: It is so. Yes.', 'n: It is so.', 'b: The end.'), 'Itisso.Yes.'],
  ])('keeps the second of two equal sentences through %s @DISC-10', (_change, after, before) => {
    expect(follow(twice, after, 'It is so.', 2)).toEqual({ words: 'It is so.', before });
  });

  test.each([
    ['deleted', paragraphs('It is so. Yes.', 'The end.')],
    ['deleted, when it may have been the other one', paragraphs('It is so.', 'The end.')],
    ['replaced', paragraphs('It is so. Yes. Who knows?', 'The end.')],
    ['deleted with its block', paragraphs('b: The end.')],
  ])('loses the second of two equal sentences when it is %s, and doesn’t take the first @DISC-10', (_change, after) => {
    expect(follow(twice, after, 'It is so.', 2)).toBeNull();
  });

  test('keeps edited text as long as half of it is left', () => {
    const before = paragraphs('Say: the quick brown fox. And on.');
    expect(follow(before, paragraphs('Say: the quick red fox. And on.'), 'the quick brown fox')).toMatchObject({
      words: 'the quick red fox',
    });
    expect(follow(before, paragraphs('Say: the slow, lazy dog. And on.'), 'the quick brown fox')).toBeNull();
  });

  test('doesn’t take the start of the next sentence for the rest of a deleted one', () => {
    expect(follow(paragraphs('The cat sat. The cat ran.'), paragraphs('The cat ran.'), 'The cat sat.')).toBeNull();
  });
});

describe('updating an anchor with an editor', () => {
  test('uses the position that the editor reports if the text is there, and no other', () => {
    const [before, after] = [paragraphs('It is so. It is so.'), paragraphs('It is so.')];
    expect(follow(before, after, 'It is so.', 2, { from: 1, to: 10 })).toMatchObject({ words: 'It is so.' });
    expect(follow(before, after, 'It is so.', 2, null)).toBeNull();
    expect(follow(before, paragraphs('Quite other words.'), 'It is so.', 2, { from: 1, to: 12 })).toBeNull();
  });

  test('finds text that was cut and pasted elsewhere, if there is only one possible position', () => {
    const before = paragraphs('Keep. Move me.', 'The end.');
    expect(follow(before, paragraphs('Keep.', 'The end. Move me.'), 'Move me.', 1, null)).toMatchObject({ before: 'Keep.Theend.' });
    expect(follow(before, paragraphs('Keep. Move me.', 'The end. Move me.', 'c'), 'Move me.', 1, null)).toMatchObject({ before: 'Keep.' });
    expect(follow(before, paragraphs('Keep, Move me.', 'The end. Move me.'), 'Move me.', 1, null)).toBeNull();
  });
});

/** One-letter words, so that there are many equal sentences. */
const sentence = fc.array(fc.constantFrom('a', 'b', 'a b', 'ab.'), { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));

test('keeps a unique sentence through 1,000 edits elsewhere, and loses it when it is deleted @DISC-10', () => {
  const edit = fc.tuple(fc.nat(), fc.nat(), fc.nat({ max: 12 }), fc.option(sentence, { nil: '' }));
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1000, maxLength: 1000 }), (edits) => {
      const own = 'My own Words.';
      const texts = new Map([
        ['a', 'a b. a b.'],
        ['b', `a b ab. ${own} a b.`],
        ['c', 'b'],
      ]);
      const documentOf = () => paragraphs(...[...texts].map(([id, text]) => `${id}: ${text}`));
      let view = viewOfDocument(documentOf());
      let range = rangeOf(view, own);
      for (const [which, at, length, words] of edits) {
        const [id, text] = [...texts][which % texts.size] ?? ['', ''];
        const mine = text.indexOf(own);
        const from = at % (text.length + 1);
        const isInside = mine !== -1 && from + length > mine && from < mine + own.length;
        if (isInside) continue;
        texts.set(id, `${text.slice(0, from)}${words}${text.slice(from + length)}`.slice(0, 400));
        if (![...texts.values()].some((value) => value.includes(own))) texts.set(id, text);
        const next = viewOfDocument(documentOf());
        const followed = followAnchor(view, next, { range, quoted: 11, remaining: 11 });
        expect(followed).toMatchObject({ ...rangeOf(next, own), remaining: 11 });
        view = next;
        range = rangeOf(next, own);
      }
      for (const [id, text] of texts) texts.set(id, text.replace(own, 'a b ab.'));
      expect(followAnchor(view, viewOfDocument(documentOf()), { range, quoted: 11, remaining: 11 })).toBeNull();
    }),
    propertyRuns(8),
  );
});
