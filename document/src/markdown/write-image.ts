import type { DocumentNode } from '../document-node.ts';
import { type BlockWriter, textAttribute } from '../schema/definition.ts';
import { writeDestination } from './write-destination.ts';

/** Writes an image as `![alt](src "title")`, inside `[…](href)` if it is a link. */
export function writeImage(node: DocumentNode, writer: BlockWriter): string {
  const alt = textAttribute(node, 'alt');
  const title = textAttribute(node, 'title');
  // A dollar sign would begin a formula that ends in the URL.
  const label =
    alt === ''
      ? ''
      : writer.inline([{ type: 'text', text: alt }], 'heading').replaceAll(/\\[^]|\$/gu, (sign) => (sign === '$' ? '\\$' : sign));
  const quoted = title === '' ? '' : ` "${title.replaceAll(/["\\&]/gu, String.raw`\$&`)}"`;
  const image = `![${label}](${writeDestination(textAttribute(node, 'src'))}${quoted})`;
  const href = textAttribute(node, 'href');
  return href === '' ? image : `[${image}](${writeDestination(href)})`;
}
