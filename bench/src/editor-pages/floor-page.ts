import { documentSchema } from '@newline/document/schema/prosemirror-schema';
import { readerDom } from '@newline/editor/views/reader-dom.ts';
import '@newline/ui/tokens.css';
import '@newline/ui/elements.css';
import '@newline/ui/prose.css';
import { baseKeymap } from 'prosemirror-commands';
import { history } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { type MarkSpec, type NodeSpec, Schema } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import 'prosemirror-view/style/prosemirror.css';
import { createCodeDocument, createMixedDocument } from './mixed-document.ts';

/** Plain ProseMirror as the floor: its own style sheet, history and keys, the same document, no highlighting, no menus. */
const tags: Readonly<Record<string, string>> = { bold: 'strong', italic: 'em', code: 'code', link: 'a' };
const nodes: Record<string, NodeSpec> = {};
documentSchema.spec.nodes.forEach((name, spec) => {
  nodes[name] =
    name === 'text' || name === 'doc' ? spec : { ...spec, toDOM: name === 'codeBlock' || name === 'panel' ? drawBox : readerDom };
});
const marks: Record<string, MarkSpec> = {};
documentSchema.spec.marks.forEach((name, spec) => {
  marks[name] = { ...spec, toDOM: () => [tags[name] ?? 'span', 0] };
});

function drawBox(node: { readonly type: { readonly name: string } }): readonly ['pre' | 'aside', 0] {
  return [node.type.name === 'codeBlock' ? 'pre' : 'aside', 0];
}

const parameters = new URLSearchParams(location.search);
const source = parameters.has('code') ? createCodeDocument() : createMixedDocument(Number(parameters.get('blocks')));
const doc = new Schema({ nodes, marks }).nodeFromJSON(source);
const view = new EditorView(document.getElementById('root'), {
  state: EditorState.create({ doc, plugins: [history(), keymap(baseKeymap)] }),
});
view.dom.setAttribute('aria-label', 'Plain ProseMirror');
