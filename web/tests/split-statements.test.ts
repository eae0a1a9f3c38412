import { expect, test } from 'vitest';
import { splitStatements } from '../app/shared/runner/engines/split-statements.ts';

test.each([
  ['statements', 'select 1; select 2;', ['select 1', ' select 2']],
  ['the last one without a semicolon', 'select 1;\nselect 2', ['select 1', '\nselect 2']],
  ['nothing', ' ;; -- a\n/* b */', []],
  ['texts', `select 'a;''b', E'c\\';', "d;""";select 2`, [`select 'a;''b', E'c\\';', "d;"""`, 'select 2']],
  ['a backslash that ends a text', String.raw`select 'a\'; select 2`, [String.raw`select 'a\'`, ' select 2']],
  ['dollars', 'select $$a;$b$;$$, $c$;$$;$c$; select $1', ['select $$a;$b$;$$, $c$;$$;$c$', ' select $1']],
  ['comments', 'select 1 -- a;\n, /* b; /* c; */ d; */ 2; select 3', ['select 1 -- a;\n, /* b; /* c; */ d; */ 2', ' select 3']],
  [
    'parentheses',
    'create rule a as on insert to b do (select 1; select 2); select 3',
    ['create rule a as on insert to b do (select 1; select 2)', ' select 3'],
  ],
  [
    'the body of a function',
    'create function a() returns int begin atomic select case when true then 1 end; select 2; end; select 3',
    ['create function a() returns int begin atomic select case when true then 1 end; select 2; end', ' select 3'],
  ],
  ['a transaction', 'begin; select 1; end; select 2', ['begin', ' select 1', ' end', ' select 2']],
  ['what is not closed', "select 'a; select 2", ["select 'a; select 2"]],
])('splits %s', (_name, sql, statements) => {
  const result = splitStatements(sql);
  expect(result.map(({ text }) => text)).toEqual(statements);
  for (const { text, from } of result) expect(sql.slice(from, from + text.length)).toBe(text);
});
