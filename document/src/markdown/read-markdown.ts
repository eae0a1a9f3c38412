import { append } from '../append.ts';
import type { Token } from 'markdown-it';
import type { DocumentKind, DocumentNode } from '../document-node.ts';
import type { DirectiveRule, NodeDefinition, TokenAttributes } from '../schema/definition.ts';
import { findNode, nodeDefinitions } from '../schema/nodes.ts';
import { isComplete, readNodeAttributes } from '../schema/read-node-attributes.ts';
import { formatVersion } from '../schema/version.ts';
import { NoteReader } from './note-reader.ts';
import { metaOf, parserOf } from './parser.ts';
import { placeChildren } from './place-children.ts';
import { readInline } from './read-inline.ts';

/** The longest Markdown that is read, in UTF-16 code units. The rest is cut off, and the remainder is validated. */
const maxLength: Readonly<Record<DocumentKind, number>> = { lesson: 4_000_000, article: 4_000_000, comment: 128_000 };

/** The node being built. */
interface Frame {
  readonly definition: NodeDefinition;
  readonly rawAttributes: Readonly<Record<string, unknown>>;
  readonly directive: DirectiveRule | null;
  content: DocumentNode[];
}

const pairs = new Map<string, { readonly definition: NodeDefinition; readonly attributes: TokenAttributes }>();
const leaves: { readonly type: string; readonly definition: NodeDefinition; readonly read: (token: Token) => DocumentNode | null }[] = [];
for (const definition of nodeDefinitions) {
  for (const [type, attributes] of Object.entries(definition.markdown?.pairs ?? {})) pairs.set(type, { definition, attributes });
  for (const [type, read] of Object.entries(definition.markdown?.leaves ?? {})) leaves.push({ type, definition, read });
}

/** Reads Markdown into a document that isn't normalized yet; see `fromMarkdown`. */
export function readMarkdown(text: string, kind: DocumentKind): DocumentNode {
  // oxlint-disable-next-line newline/safe-cuts -- a text that is too long is refused: nobody reads what is cut here
  const tokens = parserOf(kind).parse(text.slice(0, maxLength[kind]), {});
  const root: Frame = { definition: definitionOf('doc'), rawAttributes: {}, directive: null, content: [] };
  const stack: Frame[] = [root];
  const notes = new NoteReader(tokens);
  let pending: Readonly<Record<string, unknown>> = {};

  const takePending = () => {
    const taken = pending;
    pending = {};
    return taken;
  };
  const addAll = (nodes: readonly DocumentNode[]) => {
    append(stack.at(-1)?.content ?? [], nodes);
  };
  const add = (node: DocumentNode) => addAll([node]);
  const close = () => {
    const frame = stack.length > 1 ? stack.pop() : undefined;
    if (frame?.definition.name === 'footnote') addAll(notes.take(frame.rawAttributes['label'], frame.content));
    else if (frame !== undefined) addAll(finish(frame));
  };

  for (const token of tokens) {
    const base = token.type.replace(/_(?:open|close)$/u, '');
    if (token.type === 'block_attributes') {
      pending = metaOf(token).attributes;
    } else if (token.type === 'directive_open') {
      const { directive, attributes } = metaOf(token);
      if (directive !== null)
        stack.push({ definition: directive.definition, rawAttributes: attributes, directive: directive.rule, content: [] });
      pending = {};
    } else if (token.type === 'directive') {
      add(directiveNode(token));
      pending = {};
    } else if (token.type === 'inline') {
      const frame = stack.at(-1);
      if (frame !== undefined) readInto(frame, token);
    } else if (token.type === 'footnote_definition_open') {
      stack.push({ definition: definitionOf('footnote'), rawAttributes: { label: token.info }, directive: null, content: [] });
      pending = {};
    } else if (token.nesting === 1) {
      const pair = pairs.get(base);
      if (pair !== undefined) {
        stack.push({
          definition: pair.definition,
          rawAttributes: { ...pair.attributes(token), ...takePending() },
          directive: null,
          content: [],
        });
      }
    } else if (token.nesting === -1) {
      if (pairs.has(base) || token.type === 'directive_close' || token.type === 'footnote_definition_close') close();
    } else {
      // A language can be written with escapes; the text after it has its own syntax.
      if (token.type === 'fence') token.info = token.info.replace(/^\s*[^\s{}="`]+/u, (word) => parserOf(kind).utils.unescapeAll(word));
      addAll(leafNodes(token, kind, takePending()));
    }
  }
  while (stack.length > 1) close();
  return { type: 'doc', attrs: { version: formatVersion }, content: notes.insertInto(placeChildren(root.definition, root.content)) };
}

function readInto(frame: Frame, token: Token): void {
  const position = frame.definition.name === 'paragraph' ? 'paragraph' : 'line';
  const inline = readInline(token.children ?? [], position);
  const isCell = frame.definition.name === 'tableCell' || frame.definition.name === 'tableHeader';
  if (isCell) frame.content.push({ type: 'paragraph', content: inline });
  else append(frame.content, inline);
}

function finish(frame: Frame): readonly DocumentNode[] {
  const { definition, rawAttributes, directive } = frame;
  if (directive?.adopt !== undefined) return directive.adopt(readNodeAttributes(definition, rawAttributes), frame.content);
  if (definition.name === 'paragraph') return finishParagraph(definition, rawAttributes, frame.content);
  return [
    { type: definition.name, attrs: readNodeAttributes(definition, rawAttributes), content: placeChildren(definition, frame.content) },
  ];
}

/** Finishes a paragraph. An image in it goes between two paragraphs; an image alone takes the attributes meant for the paragraph. */
function finishParagraph(
  definition: NodeDefinition,
  rawAttributes: Readonly<Record<string, unknown>>,
  content: readonly DocumentNode[],
): readonly DocumentNode[] {
  const blocks: DocumentNode[] = [];
  let texts: DocumentNode[] = [];
  const isAlone = content.length === 1;
  const endParagraph = () => {
    const trimmed = content.some((node) => node.type === 'image') ? trimInline(texts) : texts;
    if (trimmed.length > 0)
      blocks.push({ type: 'paragraph', attrs: readNodeAttributes(definition, isAlone ? {} : rawAttributes), content: trimmed });
    texts = [];
  };
  for (const node of content) {
    if (node.type !== 'image') {
      texts.push(node);
      continue;
    }
    endParagraph();
    blocks.push({ ...node, attrs: { ...node.attrs, ...(isAlone ? readNodeAttributes(definitionOf('image'), rawAttributes) : {}) } });
  }
  if (isAlone && texts.length > 0) return [{ type: 'paragraph', attrs: readNodeAttributes(definition, rawAttributes), content: texts }];
  endParagraph();
  return blocks.length > 0 ? blocks : [{ type: 'paragraph', attrs: readNodeAttributes(definition, rawAttributes) }];
}

function isBlank(node: DocumentNode | undefined): boolean {
  return node?.type === 'hardBreak' || node?.text?.trim() === '';
}

function trimInline(nodes: readonly DocumentNode[]): DocumentNode[] {
  let from = 0;
  let to = nodes.length;
  while (from < to && isBlank(nodes[from])) from += 1;
  while (to > from && isBlank(nodes[to - 1])) to -= 1;
  return nodes.slice(from, to).map((node, index, all) => {
    if (node.text === undefined || node.marks?.some((mark) => mark.type === 'code') === true) return node;
    const start = index === 0 ? node.text.trimStart() : node.text;
    return { ...node, text: index === all.length - 1 ? start.trimEnd() : start };
  });
}

function leafNodes(token: Token, kind: DocumentKind, rawAttributes: Readonly<Record<string, unknown>>): readonly DocumentNode[] {
  for (const { type, definition, read } of leaves) {
    if (type !== token.type || (kind === 'comment' && !definition.isForComments)) continue;
    const node = read(token);
    if (node !== null) return [{ ...node, attrs: readNodeAttributes(definition, { ...node.attrs, ...rawAttributes }) }];
  }
  if (token.type !== 'fence') return [];
  // The language of a node that this kind of document can't contain: its source is shown as code.
  token.info = `${token.info} block=code`;
  return token.info.endsWith(' block=code block=code') ? [] : leafNodes(token, kind, rawAttributes);
}

/** Returns the node of a directive without content, or the directive's line as text if a required attribute is missing. */
function directiveNode(token: Token): DocumentNode {
  const { directive, attributes } = metaOf(token);
  const definition = directive?.definition ?? definitionOf('paragraph');
  const attrs = readNodeAttributes(definition, attributes);
  return isComplete(definition, attrs)
    ? { type: definition.name, attrs }
    : { type: 'paragraph', content: [{ type: 'text', text: token.content }] };
}

function definitionOf(name: string): NodeDefinition {
  const definition = findNode(name);
  if (definition === undefined) throw new Error(`expected a node of the format, got ${name}`);
  return definition;
}
