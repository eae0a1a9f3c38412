import { expect, test } from 'vitest';
import { piecesOf, wordsOf } from '../app/shared/search/hit-facts.ts';

const match = (word: string) => `\uE000${word}\uE001`;

test('an excerpt does not repeat the title: its matches are marked in the title', () => {
  expect(wordsOf({ kind: 'LESSON', title: 'A typed event bus', excerpt: `${match('typed')} event bus · Forty lines, no casts` })).toEqual({
    title: `A ${match('typed')} event bus`,
    excerpt: 'Forty lines, no casts',
  });
  expect(wordsOf({ kind: 'LESSON', title: 'Types before resolvers', excerpt: `${match('Types')} before resolvers` })).toEqual({
    title: `${match('Types')} before resolvers`,
    excerpt: '',
  });
});

test('a part of an excerpt that another one contains is shown once', () => {
  const { title, excerpt } = wordsOf({
    kind: 'COURSE',
    title: 'CSS',
    excerpt: `${match('Type')} for people. · ${match('Type')} for people · A third`,
  });
  expect(title).toBe('CSS');
  expect(excerpt).toBe(`${match('Type')} for people. A third`);
});

test('the parts of an excerpt become sentences, and none of its ends has a dot between them', () => {
  const excerptOf = (excerpt: string) => wordsOf({ kind: 'COURSE', title: 'A', excerpt }).excerpt;
  expect(excerptOf(`A ${match('type')} is a claim · Three ways · Do you? · Yes`)).toBe(
    `A ${match('type')} is a claim. Three ways. Do you? Yes`,
  );
  expect(excerptOf(`the ${match('rest')} · Eleven programs ·…`)).toBe(`the ${match('rest')}. Eleven programs…`);
  expect(excerptOf(`the ${match('rest.')} ·`)).toBe(`the ${match('rest.')}`);
  expect(excerptOf(`…· the ${match('rest')}`)).toBe(`…the ${match('rest')}`);
});

test('dots that an author wrote stay', () => {
  expect(wordsOf({ kind: 'CODE', title: 'A', excerpt: `x · ${match('y')} ·…` }).excerpt).toBe(`x · ${match('y')} ·…`);
});

test('the title of a deleted user stays unknown, and pieces say which of them match', () => {
  expect(wordsOf({ kind: 'COMMENT', title: null, excerpt: `a ${match('b')}` })).toEqual({ title: null, excerpt: `a ${match('b')}` });
  expect(piecesOf(`a ${match('b')} c`).map(({ text, isMatch }) => [text, isMatch])).toEqual([
    ['a ', false],
    ['b', true],
    [' c', false],
  ]);
});
