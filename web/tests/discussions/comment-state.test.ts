import { describe, expect, test } from 'vitest';
import { opensPanel, readCommentState, withCommentState, withoutCommentState } from '../../app/shared/discussions/comment-state.ts';
import { carriedDocument, writtenDocument } from '../../app/shared/discussions/written-document.ts';
import { safeReturnTo } from '@newline/api/rules/return-path';

const parentId = '01a1fe1b-e984-7939-9ee4-f5b64329290b';
const documentOf = (text: string) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] });
const none = { parentId: null, from: null, to: null, document: documentOf('x'), second: null };

describe('the URL of a comment in progress', () => {
  test('opens the panel with parentId, or with commentText without from @DISC-01', () => {
    const opens = ['parentId', 'commentText', 'from'].map((name) => opensPanel(`?${name}=${name === 'parentId' ? parentId : '1'}`));
    expect(opens).toEqual([true, true, false]);
    expect(opensPanel('?commentText=a&from=3&to=4')).toBe(false);
    expect(opensPanel(`?commentText=a&from=3&parentId=${parentId}`)).toBe(true);
    expect(opensPanel('?commentText=')).toBe(false);
    expect(opensPanel('?parentId=javascript:1')).toBe(false);
  });

  test('accepts only numbers and ids @DISC-01', () => {
    expect(readCommentState(`?parentId=${parentId}&from=3&to=9&commentText=a`)).toEqual({ parentId, from: 3, to: 9, commentText: 'a' });
    expect(readCommentState('?parentId=1&from=-3&to=9e9')).toEqual({ parentId: null, from: null, to: null, commentText: null });
  });

  test('is unchanged after signing in @DISC-02 @AUTH-02', () => {
    const url = withCommentState('/clips/7', {
      ...none,
      parentId,
      from: 3,
      to: 9,
      document: documentOf('a & b <c> “d” #?'),
      second: 27.6,
    });
    const back = new URL(safeReturnTo(url), 'https://site.example');
    expect(back.pathname).toBe('/clips/7');
    expect(back.searchParams.get('t')).toBe('27');
    const state = readCommentState(back.search);
    expect(state).toMatchObject({ parentId, from: 3, to: 9 });
    expect(writtenDocument(state.commentText)?.content?.[0]?.content).toEqual([{ type: 'text', text: 'a & b <c> “d” #?' }]);
  });

  test('stays below 8 kB: a longer text is stored in this browser @DISC-02', () => {
    const short = withCommentState('/clips/7', { ...none, document: documentOf('y'.repeat(7000)) });
    expect(readCommentState(new URL(short, 'https://a.example').search).commentText).toContain('yyyy');
    const long = withCommentState('/clips/7', { ...none, document: documentOf('y'.repeat(9000)) });
    expect(long).toBe('/clips/7?commentText=local');
  });

  test('loses the four parameters and nothing else @DISC-03', () => {
    expect(withoutCommentState(`https://a.example/clips/7?t=3&parentId=${parentId}&from=1&to=2&commentText=x&q=1#c`)).toBe(
      '/clips/7?t=3&q=1#c',
    );
  });
});

test('has its text read by the rules of comments, or dropped @DISC-01', () => {
  expect(writtenDocument(JSON.stringify(documentOf('x')))).toMatchObject({ type: 'doc' });
  for (const text of [
    null,
    '',
    '{',
    '[]',
    'local',
    JSON.stringify({ type: 'doc', content: [{ type: 'table' }] }),
    `"${'x'.repeat(200_000)}"`,
  ])
    expect(writtenDocument(text)).toBeNull();
});

describe('the text of a comment in a URL', () => {
  test('can be plain text, a paragraph for each line @DISC-01', () => {
    const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
    expect(carriedDocument('hello')?.content).toMatchObject([paragraph('hello')]);
    expect(carriedDocument('42')?.content).toMatchObject([paragraph('42')]);
    expect(carriedDocument('one\n\ntwo <b>')?.content).toMatchObject([paragraph('one'), paragraph('two <b>')]);
  });

  test('can be a document; an invalid one, or one stored elsewhere, is dropped @DISC-01', () => {
    const document = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'hi' }] }] };
    expect(carriedDocument(JSON.stringify(document))).toMatchObject(document);
    for (const text of [null, '', ' ', 'local', '{"type":"doc","content":[{"type":"script"}]}', '{broken', 'x'.repeat(200_000)])
      expect(carriedDocument(text)).toBeNull();
  });
});
