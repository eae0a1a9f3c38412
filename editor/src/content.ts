import { append } from '@newline/document/append';
import type { DocumentKind, DocumentNode } from '@newline/document/document-node';
import { withoutUploads } from '@newline/document/uploads';
import { validateDocument } from '@newline/document/validate';
import type { JSONContent } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { titleNodeName } from './editor-schema.ts';
import type { EditorAnchor } from './plugins/anchors.ts';

/** What is edited: the title line (always '' in a comment) and the normalised document below it. */
export interface EditorContent {
  readonly title: string;
  readonly document: DocumentNode;
  /** Where annotations are in it, as far as the editor has followed them. */
  readonly anchors?: readonly EditorAnchor[];
}

/** What was typed into the text while the editor was not there: after how many letters of which block, the title line being the first. */
export interface TypedText {
  readonly block: number;
  readonly letters: number;
  readonly text: string;
}

/** The JSON of an editor's state for a title and a document; without a title for a comment. */
export function toEditorJson(content: EditorContent, kind: DocumentKind): JSONContent {
  if (kind === 'comment') return content.document as JSONContent;
  const line = content.title.replaceAll(/[\n\t]/gu, '');
  const title: DocumentNode = { type: titleNodeName, ...(line === '' ? {} : { content: [{ type: 'text', text: line }] }) };
  return { ...content.document, content: [title, ...(content.document.content ?? [])] } as JSONContent;
}

// Nodes of ProseMirror never change, so that a block is read once until it is edited.
const readBlocks = new WeakMap<Node, readonly DocumentNode[]>();

/**
 * Title and normalised document of an editor's state, without the images that are still uploading. Only blocks that changed since the
 * last call are read again, so that it costs little in a long document.
 */
export function fromEditorDoc(doc: Node, kind: DocumentKind): EditorContent {
  const content: DocumentNode[] = [];
  let title = '';
  doc.forEach((node) => {
    if (node.type.name === titleNodeName) {
      title = node.textContent;
      return;
    }
    let blocks = readBlocks.get(node);
    if (blocks === undefined) {
      blocks = readBlock(node, kind);
      readBlocks.set(node, blocks);
    }
    append(content, blocks);
  });
  const document: DocumentNode = { type: 'doc', attrs: doc.attrs, content: content.length > 0 ? content : [emptyParagraph] };
  return { title, document };
}

const emptyParagraph: DocumentNode = { type: 'paragraph' };

function readBlock(node: Node, kind: DocumentKind): readonly DocumentNode[] {
  const given = node.toJSON() as DocumentNode;
  if (given.type === 'paywallThreshold') return [given];
  if (given.type === 'imageUploadPlaceholder') return [];
  const json = withoutUploads(given);
  const validation = validateDocument({ type: 'doc', content: [json] }, kind);
  // A block that is refused stays as it is: the server says which, and why.
  return validation.ok ? (validation.document.content ?? []) : [json];
}
