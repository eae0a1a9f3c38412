import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { beyondNames, findNames, identifiersOf, insteadOfName, namesBaselineFile, namesOfSchemas } from '../../texts/names-to-avoid.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));

describe('names to avoid', () => {
  test.for(['keptPages', 'KEPT_PAGES', 'kept-pages', 'pageKeeper', 'drawings', 'OwnNotices', 'booksOut', 'knownDocument', 'told', 'given'])(
    'include %s',
    (name) => {
      expect(insteadOfName(name, 'web/app/page.ts')).toEqual(expect.any(String));
    },
  );

  test.for(['cachedPages', 'newsletter', 'notFound', 'unknown', 'knownFor', 'surface', 'wordsOf', 'latest', 'react', 'replaced'])(
    'don’t include %s',
    (name) => {
      expect(insteadOfName(name, 'web/app/page.ts')).toBeUndefined();
    },
  );

  test('are found among identifiers, not in strings, comments or style sheet classes', () => {
    const source = `
      import styles from './page.module.css';
      const kept = { told: 1, 'the-wish': 'budget' }; // A drawing.
      const page = <p className={styles.notice}>{kept.told}</p>;
    `;
    expect([...identifiersOf('page.tsx', source)].filter((name) => insteadOfName(name) !== undefined)).toEqual(['kept', 'told']);
  });

  test('are allowed where the schema of GraphQL or the database fixes them', () => {
    const graphql = 'type Query {\n  """Not the budget."""\n  unreadNoticesCount(letterId: ID): Int\n}';
    const sql = `create table app.newsletter (
  told_state text,
  told text,
  constraint one CHECK (true)
);
create function app.take_notices(the_wish text)`;
    const fixed = namesOfSchemas(graphql, sql);
    const names = ['unreadnoticescount', 'letterid', 'toldstate', 'takenotices', 'thewish'];
    expect([...names, 'told', 'budget'].filter((name) => fixed.has(name))).toEqual(names);
  });

  test('are read from the schemas of this project', () => {
    const read = (file: string) => readFileSync(join(root, file), 'utf8');
    const fixed = namesOfSchemas(read('api/schema.graphql'), read('db/schema.sql'));
    expect(['toldstate', 'drawnby', 'noticemails'].filter((name) => !fixed.has(name))).toEqual([]);
  });

  test('can become fewer in a file, and never others', () => {
    const findings = { 'a.ts': [{ name: 'told', instead: 'message' }] };
    expect(beyondNames(findings, { 'a.ts': 'told kept' })).toEqual([]);
    expect(beyondNames(findings, { 'a.ts': 'kept untold', 'b.ts': 'told' })).toEqual(['a.ts: "told": write message']);
  });

  test('are in no file beyond the baseline: docs/words.md says what to write instead', () => {
    const findings = findNames(root);
    const baseline = JSON.parse(readFileSync(join(root, namesBaselineFile), 'utf8')) as Record<string, string>;
    expect(beyondNames(findings, baseline)).toEqual([]);
  });
});
