import { blockquote } from '../nodes/blockquote.ts';
import { bulletList } from '../nodes/bullet-list.ts';
import { caption } from '../nodes/caption.ts';
import { captioned } from '../nodes/captioned.ts';
import { codeBlock } from '../nodes/code-block.ts';
import { doc } from '../nodes/doc.ts';
import { embed } from '../nodes/embed.ts';
import { exercise } from '../nodes/exercise.ts';
import { exercisePart } from '../nodes/exercise-part.ts';
import { footnote } from '../nodes/footnote.ts';
import { hardBreak } from '../nodes/hard-break.ts';
import { heading } from '../nodes/heading.ts';
import { horizontalRule } from '../nodes/horizontal-rule.ts';
import { ideEmbed } from '../nodes/ide-embed.ts';
import { iframeEmbed } from '../nodes/iframe-embed.ts';
import { image } from '../nodes/image.ts';
import { imageUploadPlaceholder } from '../nodes/image-upload-placeholder.ts';
import { listItem } from '../nodes/list-item.ts';
import { math } from '../nodes/math.ts';
import { mdx } from '../nodes/mdx.ts';
import { mermaid } from '../nodes/mermaid.ts';
import { orderedList } from '../nodes/ordered-list.ts';
import { panel } from '../nodes/panel.ts';
import { paragraph } from '../nodes/paragraph.ts';
import { paywallThreshold } from '../nodes/paywall-threshold.ts';
import { protectedRepositoryLink } from '../nodes/protected-repository-link.ts';
import { remoteCodeBlock } from '../nodes/remote-code-block.ts';
import { remoteCodeHeader } from '../nodes/remote-code-header.ts';
import { summary } from '../nodes/summary.ts';
import { table } from '../nodes/table.ts';
import { tableCell } from '../nodes/table-cell.ts';
import { tableHeader } from '../nodes/table-header.ts';
import { tableRow } from '../nodes/table-row.ts';
import { text } from '../nodes/text.ts';
import type { NodeDefinition } from './definition.ts';

/** All nodes of the format, in the order of docs/document-format.md. */
export const nodeDefinitions: readonly NodeDefinition[] = [
  doc,
  text,
  paragraph,
  heading,
  bulletList,
  orderedList,
  listItem,
  blockquote,
  panel,
  summary,
  exercise,
  exercisePart,
  captioned,
  caption,
  codeBlock,
  remoteCodeBlock,
  remoteCodeHeader,
  image,
  imageUploadPlaceholder,
  embed,
  iframeEmbed,
  ideEmbed,
  table,
  tableRow,
  tableCell,
  tableHeader,
  math,
  mermaid,
  mdx,
  horizontalRule,
  hardBreak,
  footnote,
  protectedRepositoryLink,
  paywallThreshold,
];

const nodesByName = new Map(nodeDefinitions.map((definition) => [definition.name, definition]));

/** Returns the definition of a node, or undefined for any unknown name or value. */
export function findNode(name: unknown): NodeDefinition | undefined {
  return typeof name === 'string' ? nodesByName.get(name) : undefined;
}

/** Returns the attribute that identifies a block, `uniqueId` or `id`, or null if the node has none. */
export function idAttributeOf(definition: NodeDefinition): 'uniqueId' | 'id' | null {
  if ('uniqueId' in definition.attributes) return 'uniqueId';
  return 'id' in definition.attributes ? 'id' : null;
}
