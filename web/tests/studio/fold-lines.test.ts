import { expect, test } from 'vitest';
import { foldLines } from '../../app/features/studio/fold-lines.ts';
import type { ComparedLine } from '../../app/features/studio/remote-code-documents.ts';

const same = (count: number) => Array.from({ length: count }, (_, index): ComparedLine => ({ kind: 'SAME', text: `line ${index}` }));

test('lines far from a change are counted, the others numbered on both sides @EDIT-06', () => {
  const lines = foldLines(
    [...same(6), { kind: 'REMOVED', text: 'old' }, { kind: 'ADDED', text: 'new' }, { kind: 'ADDED', text: 'more' }, ...same(8)],
    {
      before: 10,
      after: 30,
    },
  );
  expect(lines.map((line) => (line.kind === 'FOLDED' ? `${line.count} folded` : `${line.before} ${line.after} ${line.kind}`))).toEqual([
    '3 folded',
    '13 33 SAME',
    '14 34 SAME',
    '15 35 SAME',
    '16 null REMOVED',
    'null 36 ADDED',
    'null 37 ADDED',
    '17 38 SAME',
    '18 39 SAME',
    '19 40 SAME',
    '5 folded',
  ]);
});
