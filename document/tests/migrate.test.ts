import { expect, test } from 'vitest';
import { migrateDocument } from '../src/migrate.ts';
import { formatVersion } from '../src/schema/version.ts';
import { validateDocument } from '../src/validate.ts';
import { doc, node, normalized, p, text, withoutIds } from './builders.ts';
import { hostileDocuments } from './hostile-documents.ts';

/** Names from ProseMirror's and Tiptap's default schemas, in documents from before the format had versions. */
const old = doc(
  node('paragraph', { textAlign: 'center' }, text('a', 'strong', 'em')),
  node('bullet_list', {}, node('list_item', {}, p('b', node('hard_break'), 'c'))),
  node('ordered_list', { order: 3 }, node('list_item', {}, p('d'))),
  node('code_block', { params: 'ts' }, 'e'),
  node('codeBlock', { language: 'js' }, 'f'),
  node('horizontal_rule'),
  node('table', {}, node('table_row', {}, node('table_header', {}, p('g')), node('table_cell', {}, p('h')))),
);

test('a document without a version is migrated when it is validated @DOC-01', () => {
  const document = normalized(old);
  expect(document.attrs).toEqual({ version: formatVersion });
  expect(withoutIds(document)).toEqual(
    withoutIds(
      normalized(
        doc(
          node('paragraph', { align: 'center' }, text('a', 'bold', 'italic')),
          node('bulletList', {}, node('listItem', {}, p('b', node('hardBreak'), 'c'))),
          node('orderedList', { start: 3 }, node('listItem', {}, p('d'))),
          node('codeBlock', { mode: 'ts' }, 'e'),
          node('codeBlock', { mode: 'js' }, 'f'),
          node('horizontalRule'),
          node('table', {}, node('tableRow', {}, node('tableHeader', {}, p('g')), node('tableCell', {}, p('h')))),
        ),
      ),
    ),
  );
});

test('a document of this version is unchanged, and one of a newer version is refused @DOC-01', () => {
  const document = normalized(doc(p('a')));
  expect(migrateDocument(document)).toBe(document);
  expect(validateDocument({ ...document, attrs: { version: 99 } }, 'lesson')).toEqual({
    ok: false,
    errors: [{ path: 'attrs.version', expected: `a version of the format up to ${formatVersion}`, got: '99' }],
  });
  // A former name is invalid in a document of the current version.
  expect(validateDocument({ ...old, attrs: { version: formatVersion } }, 'lesson').ok).toBe(false);
});

test('a document of version 1 is read like one of the current version @DOC-01', () => {
  const document = normalized(doc(p('a', text('b', 'bold'))));
  expect(validateDocument({ ...document, attrs: { version: 1 } }, 'lesson')).toEqual({ ok: true, document });
});

test('the input is unchanged, and nothing makes it throw @DOC-01', () => {
  const before = JSON.stringify(old);
  migrateDocument(old);
  expect(JSON.stringify(old)).toBe(before);
  for (const [, document] of hostileDocuments) expect(() => migrateDocument(document)).not.toThrow();
});
