import { append } from '@newline/document/append';
import type { DocumentKind, DocumentNode } from '@newline/document/document-node';
import { withoutUploads } from '@newline/document/uploads';
import { validatePart } from '@newline/document/validate-part';
import type { JSONContent } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { titleNodeName } from './editor-schema.ts';
import type { EditorAnchor } from './plugins/anchors.ts';

/** The edited content: the title line (always '' in a comment) and the normalized document below it. */
export interface EditorContent {
  readonly title: string;
  readonly document: DocumentNode;
  /** The positions of annotations in the document, as far as the editor could follow them. */
  readonly anchors?: readonly EditorAnchor[];
}

/** Text that was typed before the editor was mounted: the block, the title line being the first, and the number of characters before it. */
export interface TypedText {
  readonly block: number;
  readonly offset: number;
  readonly text: string;
}

/** Returns the JSON of an editor's state for a title and a document; comments have no title. */
export function toEditorJson(content: EditorContent, kind: DocumentKind): JSONContent {
  if (kind === 'comment') return content.document as JSONContent;
  const line = content.title.replaceAll(/[\n\t]/gu, '');
  const title: DocumentNode = { type: titleNodeName, ...(line === '' ? {} : { content: [{ type: 'text', text: line }] }) };
  return { ...content.document, content: [title, ...(content.document.content ?? [])] } as JSONContent;
}

// ProseMirror's nodes are immutable, so a block is read again only after it was edited.
const readBlocks = new WeakMap<Node, readonly DocumentNode[]>();

/**
 * Returns the title and the normalized document of an editor's state, without images that are still uploading. Only blocks that changed
 * since the last call are read again, which keeps long documents fast.
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
  const nodeJson = node.toJSON() as DocumentNode;
  if (nodeJson.type === 'paywallThreshold') return [nodeJson];
  if (nodeJson.type === 'imageUploadPlaceholder') return [];
  const json = withoutUploads(nodeJson);
  const validation = validatePart({ type: 'doc', content: [json] }, kind);
  // An invalid block stays unchanged: the server reports which one and why.
  return validation.ok ? (validation.document.content ?? []) : [json];
}
