import type { DocumentNode } from '@newline/document/document-node';
import { followAnchors, type StoredAnchor } from '@newline/api/features/annotations/follow-anchors';
import { expect, test } from 'vitest';

const paragraph = (text: string): DocumentNode => ({
  type: 'doc',
  content: [{ type: 'paragraph', attrs: { id: 'aaaaa' }, content: [{ type: 'text', text }] }],
});

test('positions from another version are ignored: the text of the block is searched instead @DISC-10', () => {
  const stored: StoredAnchor = {
    discussionId: 'd',
    from: 3,
    to: 9,
    text: 'It is so.',
    currentText: 'It is so.',
    blockId: 'aaaaa',
    endBlockId: 'aaaaa',
    occurrence: 1,
    node: 'paragraph',
    prefix: 'It is so. And yet. ',
    suffix: '',
    isOrphaned: false,
    quoted: 7,
    kept: 7,
    isHinted: false,
    hintFrom: null,
    hintTo: null,
  };
  const before = paragraph('It is so. And yet. It is so.');
  const after = paragraph('Mind: It is so. And yet. It is so.');
  expect(followAnchors(before, after, [stored])).toMatchObject([{ from: 26, to: 35, occurrence: 1, isOrphaned: false }]);
  // Control: counted as the first occurrence, it stays with the first.
  expect(followAnchors(before, after, [{ ...stored, occurrence: 0 }])).toMatchObject([{ from: 7, to: 16, occurrence: 0 }]);
});
