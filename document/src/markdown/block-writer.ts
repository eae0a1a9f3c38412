import { largestOf } from '../append.ts';
import type { DocumentNode, Json } from '../document-node.ts';
import type { BlockWriter } from '../schema/definition.ts';
import { findNode, idAttributeOf } from '../schema/nodes.ts';
import { stringifyAttribute } from './attributes-syntax.ts';
import { writeInline, type NoteWriter } from './write-inline.ts';

/** Creates the writer with which nodes write their content. By default, footnotes are written in place: `^[text]`. */
export function createBlockWriter(hasIds: boolean, writeNote?: NoteWriter): BlockWriter {
  const writer: BlockWriter = {
    hasIds,
    blocks: (nodes) => writeBlocks(nodes, writer),
    inline: (nodes, position) => writeInline(nodes, position, writeNote),
    attributes: (node, omit = []) => writeAttributes(node, omit, hasIds),
    container: (name, attributes, content) => {
      const longest = largestOf(
        (content.match(/^[ \t>]*:+/gmu) ?? []).map((run) => run.replaceAll(/[^:]/gu, '').length),
        2,
      );
      const fence = ':'.repeat(longest + 1);
      const head = attributes === '' ? `${fence}${name}` : `${fence}${name}{${attributes}}`;
      return content === '' ? `${head}\n${fence}` : `${head}\n${content}\n${fence}`;
    },
  };
  return writer;
}

/** Returns the Markdown of each of these siblings, in order, with '' for a node that has none. */
export function writeEachBlock(nodes: readonly DocumentNode[], writer: BlockWriter = createBlockWriter(false)): string[] {
  const written: string[] = [];
  let previous: string | null = null;
  let isSecond = false;
  for (const node of nodes) {
    const definition = findNode(node.type);
    if (definition?.markdown === undefined) {
      written.push('');
      continue;
    }
    isSecond = node.type === previous && !isSecond;
    previous = node.type;
    const block = definition.markdown.write(node, writer, isSecond);
    const { inPlace } = definition.markdown;
    const attributes = inPlace === undefined || block.startsWith('::') ? '' : writer.attributes(node, inPlace);
    written.push(attributes === '' ? block : `{: ${attributes}}\n${block}`);
  }
  return written;
}

function writeBlocks(nodes: readonly DocumentNode[], writer: BlockWriter): string {
  return writeEachBlock(nodes, writer)
    .filter((block) => block !== '')
    .join('\n\n');
}

function writeAttributes(node: DocumentNode, omit: readonly string[], hasIds: boolean): string {
  const definition = findNode(node.type);
  if (definition === undefined) return '';
  const id = idAttributeOf(definition);
  return Object.entries(definition.attributes)
    .filter(([name]) => !omit.includes(name) && (hasIds || name !== id))
    .flatMap(([name, attribute]) => {
      const value = node.attrs?.[name] ?? null;
      if (value === null || isEqual(value, attribute.default)) return [];
      const text = attribute.written === 'string' && typeof value === 'string' ? value : JSON.stringify(value);
      return [stringifyAttribute(definition.markdownNames?.[name] ?? name, text)];
    })
    .join(' ');
}

function isEqual(one: Json, other: Json): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
