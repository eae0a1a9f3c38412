import type { DocumentNode } from '../document-node.ts';
import type { BlockWriter } from '../schema/definition.ts';

/**
 * Writes a list with the given marker for each item. Two adjacent lists would be read as one, so every second one has another marker: `*`
 * instead of `-`, `1)` instead of `1.`.
 */
export function writeList(list: DocumentNode, writer: BlockWriter, marker: (index: number) => string): string {
  const items = list.content ?? [];
  const isTight = items.every((item) => isTightItem(item));
  const written = items.map((item, index) => {
    const sign = marker(index);
    const indent = ' '.repeat(sign.length + 1);
    const parts = isTight ? (item.content ?? []).map((child) => writer.blocks([child])) : [writer.blocks(item.content ?? [])];
    const { checked } = item.attrs ?? {};
    const written = typeof checked === 'boolean' ? withBox(parts.join('\n'), checked) : parts.join('\n');
    const lines = written.split('\n');
    return lines.map((line, row) => (row === 0 ? `${sign} ${line}` : line === '' ? '' : `${indent}${line}`)).join('\n');
  });
  return written.join(isTight ? '\n' : '\n\n');
}

/** Puts the checkbox of a task before the text of its first paragraph, after the line with the paragraph's attributes. */
function withBox(item: string, isChecked: boolean): string {
  const [, attributes = '', rest = ''] = /^(\{: .*\}\n)?([^]*)$/u.exec(item) ?? [];
  const [directive, attributeText] = /^::paragraph(?:\{(.*)\})?$/mu.exec(rest.split('\n', 1)[0] ?? '') ?? [];
  const box = isChecked ? '[x]' : '[ ]';
  if (directive === undefined) return `${attributes}${box} ${rest}`;
  // An empty paragraph can't be a directive after the box. `{:}` is nothing.
  return `${attributeText === undefined ? '' : `{: ${attributeText}}\n`}${box} {:}${rest.slice(directive.length)}`;
}

// Without an empty line, only a block that can interrupt a paragraph can follow it: a bulleted list, or a numbered one that starts at 1.
function isTightItem(item: DocumentNode): boolean {
  const [first, second, ...rest] = item.content ?? [];
  if (first?.type !== 'paragraph' || rest.length > 0) return false;
  if (second === undefined) return true;
  const isList = second.type === 'bulletList' || (second.type === 'orderedList' && second.attrs?.['start'] === 1);
  return isList && (first.content ?? []).length > 0 && (second.content ?? []).every((child) => isTightItem(child));
}
