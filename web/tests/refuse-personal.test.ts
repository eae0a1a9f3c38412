import { buildSchema, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { refusePersonal } from '../server/documents/refuse-personal.ts';

const schema = buildSchema(`
  directive @public(tags: [String!]!) on QUERY
  type Query { clips: [Clip!]! clip: Named viewer: Person }
  interface Named { title: String! }
  type Clip implements Named { id: ID! title: String! bookmarks: [Bookmark!]! }
  type Bookmark { id: ID! }
  type Person { id: ID! }
`);
const personal = new Set(['Clip.bookmarks', 'Query.viewer']);

function refuse(...texts: string[]): () => void {
  return () =>
    refusePersonal(
      schema,
      personal,
      texts.map((text) => parse(text)),
    );
}

describe('a query that is marked as public', () => {
  test('can contain public fields, and an unmarked one personal ones, too', () => {
    expect(refuse('query list @public(tags: ["clips"]) { clips { id title } }')).not.toThrow();
    expect(refuse('query list { viewer { id } clips { bookmarks { id } } }')).not.toThrow();
  });

  test.each([
    ['a field', 'query list @public(tags: []) { clips { bookmarks { id } } }', 'Clip.bookmarks'],
    ['a field under another name', 'query list @public(tags: []) { clips { id: bookmarks { id } } }', 'Clip.bookmarks'],
    [
      'a field of a type among several',
      'query list @public(tags: []) { clip { title ... on Clip { bookmarks { id } } } }',
      'Clip.bookmarks',
    ],
    [
      'a field that is only wanted now and then',
      'query list($on: Boolean!) @public(tags: []) { viewer @include(if: $on) { id } }',
      'Query.viewer',
    ],
    ['two', 'query list @public(tags: []) { viewer { id } clips { bookmarks { id } } }', 'Query.viewer, Clip.bookmarks'],
  ])('is refused with a personal field: %s', (_, text, field) => {
    expect(refuse(text)).toThrow(`list: expected a document that is the same for everybody, and it has ${field}`);
  });

  test('is refused if a fragment contains one, in another file or in another fragment', () => {
    const inner = 'fragment inner on Clip { bookmarks { id } }';
    const outer = 'fragment outer on Clip { title ...inner }';
    expect(refuse('query list @public(tags: []) { clips { ...outer } }', outer, inner)).toThrow(/Clip\.bookmarks/);
    expect(refuse('query list @public(tags: []) { clips { ...outer } }', outer, 'fragment inner on Clip { id }')).not.toThrow();
    expect(refuse('query list @public(tags: []) { clips { ...outer } }', outer)).toThrow('expected a fragment inner');
  });
});
