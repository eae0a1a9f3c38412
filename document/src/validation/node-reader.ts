import type { DocumentKind, DocumentMark, DocumentNode, Json } from '../document-node.ts';
import { documentLimits } from '../limits.ts';
import { cleanLine, cleanText } from '../schema/attribute.ts';
import type { AttributeTable, NodeDefinition } from '../schema/definition.ts';
import { findMark, markDefinitions } from '../schema/marks.ts';
import { findNode } from '../schema/nodes.ts';
import { documentSchema } from '../schema/prosemirror-schema.ts';
import { describe, type ValidationError } from './validation-error.ts';

const maxErrors = 20;
const kindNames: Readonly<Record<DocumentKind, string>> = { lesson: 'a lesson', article: 'an article', comment: 'a comment' };

/** Reads a document from any source and collects its problems in `errors`. */
export class NodeReader {
  readonly errors: ValidationError[] = [];
  readonly #kind: DocumentKind;
  #nodeCount = 0;
  #isFull = false;

  constructor(kind: DocumentKind) {
    this.#kind = kind;
  }

  /** Returns the normalized document, without new IDs yet, or null. */
  readDocument(json: unknown): DocumentNode | null {
    const type = ownValue(json, 'type');
    if (type !== 'doc') {
      this.#refuse('', 'a document: an object with type "doc"', type === undefined ? describe(json) : `type ${describe(type)}`);
      return null;
    }
    const document = this.#readNode(json, '', 1);
    const markers = document?.content?.flatMap((node, index) => (node.type === 'paywallThreshold' ? [index] : [])) ?? [];
    if (markers.length > 1) this.#refuse(`content[${markers[1]}]`, 'at most one paywallThreshold', `number ${markers.length}`);
    return document;
  }

  #readNode(json: unknown, path: string, depth: number): DocumentNode | null {
    const { maxDepth, maxNodes } = documentLimits[this.#kind];
    this.#nodeCount += 1;
    if (this.#nodeCount > maxNodes) {
      this.#isFull = true;
      this.#refuse('', `at most ${maxNodes} nodes`, 'more');
    } else if (depth > maxDepth) {
      this.#refuse(path, `at most ${maxDepth} levels of nodes`, 'more');
    }
    if (this.#nodeCount > maxNodes || depth > maxDepth) return null;
    const definition = this.#readType(json, path);
    if (definition === null) return null;
    if (definition.name === 'text') return this.#readText(json, path);
    const attrs = this.#readAttributes(definition.attributes, ownValue(json, 'attrs'), join(path, 'attrs'));
    const content = this.#readContent(json, definition, path, depth);
    if (attrs === null || content === null) return null;
    if (definition.name === 'captioned' && content.length === 1) return { ...emptyParagraph(), content: content[0]?.content ?? [] };
    return {
      type: definition.name,
      ...(Object.keys(attrs).length > 0 ? { attrs } : {}),
      ...(content.length > 0 ? { content } : {}),
    };
  }

  #readType(json: unknown, path: string): NodeDefinition | null {
    const type = ownValue(json, 'type');
    const definition = findNode(type);
    const expected = `a node of ${kindNames[this.#kind]}`;
    if (definition === undefined) {
      this.#refuse(path, expected, typeof type === 'string' ? `unknown node ${describe(type)}` : describe(json));
      return null;
    }
    if (this.#kind === 'comment' && !definition.isForComments) {
      this.#refuse(path, expected, definition.name);
      return null;
    }
    return definition;
  }

  #readContent(json: unknown, definition: NodeDefinition, path: string, depth: number): DocumentNode[] | null {
    const children = ownValue(json, 'content') ?? [];
    if (!Array.isArray(children)) {
      this.#refuse(join(path, 'content'), 'a list of nodes', describe(children));
      return null;
    }
    const errorsBefore = this.errors.length;
    const content: DocumentNode[] = [];
    const indexes: number[] = [];
    for (const [index, child] of children.entries() as Iterable<[number, unknown]>) {
      if (this.#isFull || this.errors.length >= maxErrors) return null;
      const childPath = join(path, `content[${index}]`);
      const read = this.#readNode(child, childPath, depth + 1);
      if (read === null || isDropped(read)) continue;
      const node = definition.isCode === true || read.type !== 'text' ? read : oneLine(read);
      if (definition.marks === 'none' && node.marks !== undefined) this.#refuse(join(childPath, 'marks'), 'no marks in code', 'marks');
      const last = content.at(-1);
      if (last !== undefined && isMergeable(last, node)) {
        content[content.length - 1] = { ...last, text: `${last.text}${node.text}` };
        continue;
      }
      content.push(node);
      indexes.push(index);
    }
    if (this.errors.length > errorsBefore) return null;
    if (content.length === 0 && definition.content !== undefined && /block.*\+$/u.test(definition.content)) return [emptyParagraph()];
    // Code that couldn't be loaded leaves its caption, which becomes a paragraph.
    if (definition.name === 'captioned' && content.length === 1 && content[0]?.type === 'caption') return content;
    // Too short to be valid, so its parent drops it.
    if (definition.name === 'remoteCodeBlock' && content.length < 2) return content;
    return this.#isPlacedRightly(content, indexes, definition, path) ? content : null;
  }

  #isPlacedRightly(content: readonly DocumentNode[], indexes: readonly number[], definition: NodeDefinition, path: string): boolean {
    let match = documentSchema.nodes[definition.name]?.contentMatch ?? null;
    const expected = definition.content === undefined ? `nothing inside ${definition.name}` : `${definition.content} in ${definition.name}`;
    for (const [index, node] of content.entries()) {
      const type = documentSchema.nodes[node.type];
      match = type === undefined || match === null ? null : match.matchType(type);
      if (match === null) {
        this.#refuse(join(path, `content[${indexes[index] ?? index}]`), expected, node.type);
        return false;
      }
    }
    if (match === null || match.validEnd) return true;
    this.#refuse(join(path, 'content'), expected, content.length === 0 ? 'nothing' : `only ${content.map((node) => node.type).join(', ')}`);
    return false;
  }

  #readText(json: unknown, path: string): DocumentNode | null {
    const text = ownValue(json, 'text');
    if (typeof text !== 'string') {
      this.#refuse(join(path, 'text'), 'text', describe(text));
      return null;
    }
    const marks = this.#readMarks(ownValue(json, 'marks') ?? [], join(path, 'marks'));
    if (marks === null) return null;
    const remaining = withoutEmptyFormula(marks, text);
    return { type: 'text', text: cleanText(text), ...(remaining.length > 0 ? { marks: remaining } : {}) };
  }

  #readMarks(json: unknown, path: string): DocumentMark[] | null {
    if (!Array.isArray(json) || json.length > 16) {
      this.#refuse(path, 'a list of at most 16 marks', describe(json));
      return null;
    }
    const marks = new Map<string, DocumentMark>();
    for (const [index, mark] of json.entries() as Iterable<[number, unknown]>) {
      const markPath = `${path}[${index}]`;
      const type = ownValue(mark, 'type');
      const definition = findMark(type);
      if (definition === undefined) {
        const expected = `one of ${markDefinitions.map(({ name }) => name).join(', ')}`;
        this.#refuse(markPath, expected, typeof type === 'string' ? `unknown mark ${describe(type)}` : describe(mark));
        return null;
      }
      if (this.#kind === 'comment' && !definition.isForComments) {
        this.#refuse(markPath, 'a mark of a comment', definition.name);
        return null;
      }
      const attrs = this.#readAttributes(definition.attributes, ownValue(mark, 'attrs'), `${markPath}.attrs`);
      if (attrs === null) return null;
      if (marks.has(definition.name)) continue;
      marks.set(definition.name, { type: definition.name, ...(Object.keys(attrs).length > 0 ? { attrs } : {}) });
    }
    return markDefinitions.flatMap(({ name }) => marks.get(name) ?? []);
  }

  #readAttributes(table: AttributeTable, json: unknown, path: string): Record<string, Json> | null {
    if (json !== undefined && json !== null && (typeof json !== 'object' || Array.isArray(json))) {
      this.#refuse(path, 'an object', describe(json));
      return null;
    }
    const attributes: Record<string, Json> = {};
    let isRight = true;
    for (const [name, attribute] of Object.entries(table)) {
      const value = ownValue(json, name);
      const isAbsent = value === undefined || value === null;
      const read = isAbsent && attribute.isRequired !== true ? attribute.default : attribute.read(value);
      if (read === undefined) {
        this.#refuse(`${path}.${name}`, attribute.expected, describe(value));
        isRight = false;
      } else {
        attributes[name] = read;
      }
    }
    return isRight ? attributes : null;
  }

  #refuse(path: string, expected: string, got: string): void {
    if (this.errors.length < maxErrors) this.errors.push({ path, expected, got });
  }
}

function join(path: string, step: string): string {
  return path === '' ? step : `${path}.${step}`;
}

function emptyParagraph(): DocumentNode {
  const attributes = findNode('paragraph')?.attributes ?? {};
  return { type: 'paragraph', attrs: Object.fromEntries(Object.entries(attributes).map(([name, { default: value }]) => [name, value])) };
}

/** Returns true for what cleaning removes from a document. */
function isDropped(node: DocumentNode): boolean {
  if (node.type === 'text') return node.text === '';
  if (node.type === 'footnote') return (node.content ?? []).every(({ text = '' }) => text.trim() === '');
  if (node.type === 'remoteCodeBlock') return (node.content ?? []).length < 2;
  return node.type === 'imageUploadPlaceholder' && node.attrs?.['progressPercent'] === 100;
}

function isMergeable(one: DocumentNode, other: DocumentNode): boolean {
  return one.type === 'text' && other.type === 'text' && JSON.stringify(one.marks) === JSON.stringify(other.marks);
}

/** A formula isn't code too, and spaces alone are no formula. */
function withoutEmptyFormula(marks: DocumentMark[], text: string): DocumentMark[] {
  if (!marks.some(({ type }) => type === 'formula')) return marks;
  const dropped = text.trim() === '' ? 'formula' : 'code';
  return marks.filter(({ type }) => type !== dropped);
}

function oneLine(node: DocumentNode): DocumentNode {
  return { ...node, text: cleanLine(node.text ?? '') };
}

/** Returns the value of an own property: an untrusted document must not reach a prototype. */
function ownValue(holder: unknown, key: string): unknown {
  if (typeof holder !== 'object' || holder === null || Array.isArray(holder) || !Object.hasOwn(holder, key)) return undefined;
  return Reflect.get(holder, key);
}
