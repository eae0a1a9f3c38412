import { clipSchema, itemSchema } from '@newline/db/demo/content-schemas';
import { findPassage } from '@newline/db/demo/find-passage';
import { readFrontMatter } from '@newline/db/demo/front-matter';
import { parseContent } from '@newline/db/demo/parse-content';
import { readDocument } from '@newline/db/demo/read-document';
import { describe, expect, test } from 'vitest';

describe('front matter', () => {
  test('contains JSON where a value is JSON, and plain text elsewhere', () => {
    const text = '---\ntitle: Pipes: one idea\ntags: ["shell"]\nvideo: 7\nsection: null\nnote:\n---\n\nText.\n\n---\n';
    expect(readFrontMatter(text)).toEqual({
      facts: { title: 'Pipes: one idea', tags: ['shell'], video: 7, section: null, note: '' },
      body: 'Text.\n\n---',
    });
  });

  test.each([
    ['no front matter', 'Text.', /expected front matter/],
    ['a line without a key', '---\ntitle\n---\n', /expected "key: value", got "title"/],
    ['a key twice', '---\na: 1\na: 2\n---\n', /a is there twice/],
  ])('with %s is refused', (_name, text, message) => {
    expect(() => readFrontMatter(text)).toThrow(message);
  });
});

describe('a mistake in the demo’s texts is reported with', () => {
  test('file, field and reason', () => {
    expect(() => parseContent('courses/pipes/index.md', { title: 'Pipes', numExercises: 'many' }, itemSchema)).toThrow(
      /^db\/demo: courses\/pipes\/index\.md: slug: .*; permalink: /,
    );
  });

  test('the field, if a clip has both a course and a book', () => {
    const clip = { slug: 'a', title: 'A', isShort: true, course: 'a', book: 'b', video: 1, thumbnail: 0, createdDaysAgo: 1 };
    expect(() => parseContent('clips.json', clip, clipSchema)).toThrow('db/demo: clips.json: course: expected either a course or a book');
  });
});

describe('a quote', () => {
  const document = readDocument(
    '## Plans\n\nA plan is a **tree** of `Seq Scan` nodes.\n\n- first\n- second *thing*\n\n```sql\nselect 1;\nselect 2;\n```',
    'lesson',
    'a test',
  );
  const ids = (document.content ?? []).map(({ attrs }) => attrs?.['uniqueId'] ?? attrs?.['id']);

  // Positions: the start and the end of a block count as one each, and so does a character.
  test.each([
    ['a heading', 'Plans', 'Plans', { from: 1, to: 6, node: 'heading', block: 0 }],
    ['marked text, as it reads', 'a tree of Seq', 'a tree of Seq', { from: 18, to: 31, node: 'paragraph', block: 1 }],
    ['marked text, as Markdown', 'a **tree** of', 'a tree of', { from: 18, to: 27, node: 'paragraph', block: 1 }],
    ['a list', 'second thing', 'second thing', { from: 56, to: 68, node: 'paragraph', block: 2 }],
    ['code', 'select 2;', 'select 2;', { from: 82, to: 91, node: 'codeBlock', block: 3 }],
  ])('is found in %s', (_name, quote, text, { block, ...expected }) => {
    expect(findPassage(document, quote)).toMatchObject({ ...expected, text, blockId: ids[block] });
  });

  test('keeps its formats in its own document', () => {
    expect(findPassage(document, 'tree')?.delta).toMatchObject({
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'tree', marks: [{ type: 'bold' }] }] }],
    });
  });

  test('is not found if the text doesn’t contain it', () => {
    expect(findPassage(document, 'a forest')).toBeNull();
  });
});
