import { charactersOf, charactersWithin, viewOfDocument } from '@newline/document/annotations/anchor-view';
import { followAnchor } from '@newline/document/annotations/follow-anchor';
import type { DocumentNode } from '@newline/document/document-node';
import type { Editor } from '@tiptap/core';
import { undo } from '@tiptap/pm/history';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromEditorDoc, toEditorJson } from '../src/content.ts';
import { AnchorTracking, anchorsOf } from '../src/plugins/anchors.ts';
import { createHeadlessEditor } from './headless-editor.ts';

fc.configureGlobal({ seed: Number(process.env['NEWLINE_TEST_SEED']) });

const sentence = 'It is so.';

/** An editor that tracks the bold words of its text: bold stays with the words, and shows where they are. */
function follow(blocks: string | readonly DocumentNode[]): Editor {
  const plain = createHeadlessEditor('Title', blocks);
  const { from, to } = boldOf(plain);
  const base = plain.state.doc.firstChild?.nodeSize ?? 0;
  plain.destroy();
  return createHeadlessEditor('Title', blocks, 'article', [
    AnchorTracking.configure({ anchors: [{ discussionId: 'd', from: from - base, to: to - base }] }),
  ]);
}

/** Returns the position of the bold words in the editor; an empty range if they are gone. */
function boldOf({ state: { doc } }: Editor): { from: number; to: number } {
  const positions: number[] = [];
  doc.descendants((node, pos) => {
    if (node.marks.some(({ type }) => type.name === 'bold')) positions.push(pos, pos + node.nodeSize);
  });
  return positions.length === 0 ? { from: 0, to: 0 } : { from: Math.min(...positions), to: Math.max(...positions) };
}

function anchorOf(editor: Editor): { from: number | null; to: number | null; words: string | null } {
  const anchor = anchorsOf(editor.state)?.[0];
  if (!anchor) throw new Error('anchorOf: expected an anchor');
  const base = editor.state.doc.firstChild?.nodeSize ?? 0;
  const { from, to } = anchor;
  return { from, to, words: from === null || to === null ? null : editor.state.doc.textBetween(from + base, to + base, '\n') };
}

describe('the editor', () => {
  const text = `${sentence} And yet. **${sentence}** ${sentence}\n\n\`\`\`ts\nconst a = 1;\n\`\`\``;

  test('keeps an annotation on its text through earlier changes, a split and a moved block', () => {
    const editor = follow(text);
    editor.view.dispatch(editor.state.tr.insertText(`${sentence} `, 8));
    editor.view.dispatch(editor.state.tr.split(boldOf(editor).from));
    const { from, to } = boldOf(editor);
    expect(anchorOf(editor)).toEqual({ from: from - 7, to: to - 7, words: sentence });
  });

  test('reports deleted text as gone, even if the same text follows, and as back after an undo', () => {
    const editor = follow(text);
    const { from, to } = boldOf(editor);
    editor.view.dispatch(editor.state.tr.delete(from, to + 1));
    expect(anchorOf(editor)).toMatchObject({ from: null, to: null });
    editor.view.dispatch(editor.state.tr.insertText('Quite. ', 8));
    expect(anchorOf(editor)).toMatchObject({ from: null });
    undo(editor.state, editor.view.dispatch);
    undo(editor.state, editor.view.dispatch);
    expect(anchorOf(editor)).toMatchObject({ words: sentence, from: from - 7 });
  });

  test('reports nothing about a text that was replaced as a whole', () => {
    const editor = follow(text);
    editor.commands.setContent(toEditorJson({ title: 'New', document: { type: 'doc', content: [{ type: 'paragraph' }] } }, 'article'));
    expect(anchorsOf(editor.state)).toBeUndefined();
  });
});

type Edit = { kind: 'insert' | 'delete' | 'split' | 'join'; at: number; length: number };

const edits = fc.array(
  fc.record<Edit>({
    kind: fc.constantFrom('insert', 'insert', 'delete', 'split', 'join'),
    at: fc.nat({ max: 1_000_000 }),
    length: fc.nat({ max: 20 }),
  }),
  { minLength: 1000, maxLength: 1000 },
);

/** Returns an edit that doesn't affect the bold words, or none if there isn't one. */
function editElsewhere(editor: Editor, { kind, at, length }: Edit): void {
  const { doc, tr } = editor.state;
  const bold = boldOf(editor);
  const title = doc.firstChild?.nodeSize ?? 0;
  const position = title + 1 + (at % Math.max(1, doc.content.size - title - 2));
  const $position = doc.resolve(position);
  if (!$position.parent.isTextblock || (position > bold.from && position < bold.to)) return;
  const end = Math.min(position + length, $position.end());
  if (kind === 'insert') tr.insert(position, editor.schema.text([sentence, 'It is', 'so.', ' ', 'const b = 1;'][length % 5] ?? ' '));
  else if (kind === 'split' && $position.depth === 1) tr.split(position);
  else if (kind === 'join' && $position.depth === 1 && $position.parentOffset === 0 && doc.resolve(position - 1).nodeBefore?.isTextblock) {
    if ($position.parent.type === doc.resolve(position - 1).nodeBefore?.type && doc.resolve(position - 1).index() > 1)
      tr.join(position - 1);
  } else if (kind === 'delete' && (end <= bold.from || position >= bold.to) && doc.content.size > 200) tr.delete(position, end);
  if (tr.docChanged) editor.view.dispatch(tr);
}

test.each([
  ['the second of two equal sentences', `${sentence} **${sentence}** ${sentence}\n\nOther words.\n\n${sentence}`],
  ['words in a list', `- ${sentence}\n- Other. **${sentence}**\n\n${sentence} ${sentence}`],
])('keeps %s through 1,000 random edits elsewhere, in the editor and after each save; deleted, it is an orphan @DISC-10', (_name, text) => {
  fc.assert(
    fc.property(edits, (list) => {
      const editor = follow(text);
      const documentOf = () => fromEditorDoc(editor.state.doc, 'article').document;
      const characters = charactersOf(sentence).length;
      let view = viewOfDocument(documentOf());
      let range = charactersWithin(view, anchorOf(editor).from ?? 0, anchorOf(editor).to ?? 0);
      const save = () => {
        const next = viewOfDocument(documentOf());
        const { from, to } = anchorOf(editor);
        const hint = from === null || to === null ? null : { from, to };
        const followed = followAnchor(view, next, { range, quoted: characters, remaining: characters }, hint);
        if (followed !== null) [view, range] = [next, followed];
        return followed;
      };
      for (const [index, edit] of list.entries()) {
        editElsewhere(editor, edit);
        const bold = boldOf(editor);
        const base = editor.state.doc.firstChild?.nodeSize ?? 0;
        if (index % 20 !== 0) continue;
        expect(anchorOf(editor)).toEqual({ from: bold.from - base, to: bold.to - base, words: sentence });
        expect(save()).toMatchObject(charactersWithin(viewOfDocument(documentOf()), bold.from - base, bold.to - base));
      }
      const { from, to } = boldOf(editor);
      editor.view.dispatch(editor.state.tr.delete(from, to));
      expect(anchorOf(editor)).toMatchObject({ from: null });
      const left = viewOfDocument(documentOf()).characters.split(charactersOf(sentence)).length - 1;
      const wereMore = view.characters.split(charactersOf(sentence)).length - 1 > 1;
      if (wereMore || left === 0) expect(save()).toBeNull();
      editor.destroy();
    }),
    { numRuns: process.env['NEWLINE_TEST_FULL'] === '1' ? 30 : 4, endOnFailure: true },
  );
});
