import { expect, test } from 'vitest';
import { readSqlTests, showRows } from '../app/shared/runner/engines/sql-tests.ts';

test('a comment begins a test, and the last statement of each returns the expected rows @PRACTICE-02', () => {
  const sql = '-- Lists all\nvalues (1);\n\n--Adds one\ninsert into a values (2);\nselect * from a;\nvalues (1), (2); -- after it\n';
  expect(readSqlTests(sql).map(({ name, queries, expected }) => [name, queries.length, expected.trim().split('\n').at(-1)])).toEqual([
    ['Lists all', 0, 'values (1)'],
    ['Adds one', 2, 'values (1), (2)'],
  ]);
});

test('a test without a name has one, and text without statements has no tests', () => {
  expect(readSqlTests('values (1)')).toEqual([{ name: 'The rows are right', queries: [], expected: 'values (1)' }]);
  expect(readSqlTests('-- Nothing follows\n')).toEqual([]);
});

test('rows are shown one a line, and a missing value unlike an empty one', () => {
  expect(showRows([])).toBe('no rows');
  expect(
    showRows([
      ['a', null],
      ['', 'b'],
    ]),
  ).toBe('a | NULL\n | b');
});
