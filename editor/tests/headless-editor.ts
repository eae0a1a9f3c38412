import type { DocumentKind, DocumentNode } from '@newline/document/document-node';
import { fromMarkdown } from '@newline/document/markdown';
import { validateDocument } from '@newline/document/validate';
import { Editor, type Extensions } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { toEditorJson } from '../src/content.ts';
import { createEditorOptions } from '../src/editor-options.ts';
import { CommentDoc } from '../src/nodes/doc.ts';
import { authorNodes } from '../src/sets/author-nodes.ts';
import { noServices } from './no-services.ts';

/** An editor with all its plugins and without a page: its state accepts transactions, and nothing is rendered. */
export function createHeadlessEditor(
  title: string,
  blocks: string | readonly DocumentNode[],
  kind: DocumentKind = 'article',
  more: Extensions = [],
): Editor {
  const read = typeof blocks === 'string' ? fromMarkdown(blocks, kind) : validateDocument({ type: 'doc', content: blocks }, kind);
  if (!read.ok) throw new Error(`createHeadlessEditor: ${JSON.stringify(read.errors)}`);
  const extensions = [...(kind === 'comment' ? [CommentDoc] : authorNodes), ...more];
  const editor = new Editor({
    ...createEditorOptions({ kind, services: noServices, extensions }),
    element: null,
    content: toEditorJson({ title, document: read.document }, kind),
  });
  editor.view.updateState(editor.state.reconfigure({ plugins: editor.extensionManager.plugins }));
  return editor;
}

/** Puts the caret before the first occurrence of a text, or after it. */
export function putCaret(editor: Editor, words: string, side: 'before' | 'after' = 'before'): void {
  let position = -1;
  editor.state.doc.descendants((node, pos) => {
    const index = node.isText ? (node.text ?? '').indexOf(words) : -1;
    if (position === -1 && index !== -1) position = pos + index + (side === 'after' ? words.length : 0);
  });
  if (position === -1) throw new Error(`putCaret: expected the words ${words}`);
  editor.view.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, position)));
}

/** Returns every id in the text, in order. */
export function idsOf(editor: Editor): readonly string[] {
  const ids: string[] = [];
  editor.state.doc.descendants(({ attrs }) => {
    const id: unknown = attrs['uniqueId'] ?? attrs['id'];
    if (typeof id === 'string') ids.push(id);
  });
  return ids;
}

/** Returns the top-level blocks as strings: type and text. */
export function blocksOf(editor: Editor): readonly string[] {
  const blocks: string[] = [];
  editor.state.doc.forEach((node) => {
    blocks.push(`${node.type.name}: ${node.textContent}`);
  });
  return blocks;
}
