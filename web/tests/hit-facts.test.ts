import { expect, test } from 'vitest';
import { piecesOf, wordsOf } from '../app/shared/search/hit-facts.ts';

const match = (word: string) => `\uE000${word}\uE001`;

test('an excerpt does not repeat the title: its matches are marked in the title', () => {
  expect(wordsOf({ title: 'A typed event bus', excerpt: `${match('typed')} event bus · Forty lines, no casts` })).toEqual({
    title: `A ${match('typed')} event bus`,
    excerpt: 'Forty lines, no casts',
  });
  expect(wordsOf({ title: 'Types before resolvers', excerpt: `${match('Types')} before resolvers` })).toEqual({
    title: `${match('Types')} before resolvers`,
    excerpt: '',
  });
});

test('a part of an excerpt that another one contains is shown once', () => {
  const { title, excerpt } = wordsOf({ title: 'CSS', excerpt: `${match('Type')} for people. · ${match('Type')} for people · A third` });
  expect(title).toBe('CSS');
  expect(excerpt).toBe(`${match('Type')} for people. · A third`);
});

test('the title of a deleted user stays unknown, and pieces say which of them match', () => {
  expect(wordsOf({ title: null, excerpt: `a ${match('b')}` })).toEqual({ title: null, excerpt: `a ${match('b')}` });
  expect(piecesOf(`a ${match('b')} c`).map(({ text, isMatch }) => [text, isMatch])).toEqual([
    ['a ', false],
    ['b', true],
    [' c', false],
  ]);
});
