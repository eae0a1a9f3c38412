import { renderBold } from '../marks/bold.ts';
import { renderCode } from '../marks/code.ts';
import { renderFormula } from '../marks/formula.ts';
import { renderHighlight } from '../marks/highlight.ts';
import { renderItalic } from '../marks/italic.ts';
import { renderKeyboard } from '../marks/keyboard.ts';
import { renderLink } from '../marks/link.ts';
import { renderStrikethrough } from '../marks/strikethrough.ts';
import { renderSubscript } from '../marks/subscript.ts';
import { renderSuperscript } from '../marks/superscript.ts';
import { renderUnderline } from '../marks/underline.ts';
import { renderBlockquote } from '../nodes/blockquote.ts';
import { renderBulletList } from '../nodes/bullet-list.ts';
import { renderCaption } from '../nodes/caption.ts';
import { renderCaptioned } from '../nodes/captioned.ts';
import { renderCodeBlock } from '../nodes/code-block.ts';
import { renderEmbed } from '../nodes/embed.ts';
import { renderExercise } from '../nodes/exercise.ts';
import { renderExercisePart } from '../nodes/exercise-part.ts';
import { renderFootnote } from '../nodes/footnote.ts';
import { renderHardBreak } from '../nodes/hard-break.ts';
import { renderHeading } from '../nodes/heading.ts';
import { renderHorizontalRule } from '../nodes/horizontal-rule.ts';
import { renderIdeEmbed } from '../nodes/ide-embed.ts';
import { renderIframeEmbed } from '../nodes/iframe-embed.ts';
import { renderImage } from '../nodes/image.ts';
import { renderImageUploadPlaceholder } from '../nodes/image-upload-placeholder.ts';
import { renderListItem } from '../nodes/list-item.ts';
import { renderMath } from '../nodes/math.ts';
import { renderMdx } from '../nodes/mdx.ts';
import { renderMermaid } from '../nodes/mermaid.ts';
import { renderOrderedList } from '../nodes/ordered-list.ts';
import { renderPanel } from '../nodes/panel.ts';
import { renderParagraph } from '../nodes/paragraph.ts';
import { renderPaywallThreshold } from '../nodes/paywall-threshold.ts';
import { renderProtectedRepositoryLink } from '../nodes/protected-repository-link.ts';
import { renderRemoteCodeBlock } from '../nodes/remote-code-block.ts';
import { renderRemoteCodeHeader } from '../nodes/remote-code-header.ts';
import { renderSummary } from '../nodes/summary.ts';
import { renderTable } from '../nodes/table.ts';
import { renderTableCell } from '../nodes/table-cell.ts';
import { renderTableHeader } from '../nodes/table-header.ts';
import { renderTableRow } from '../nodes/table-row.ts';
import { emptyRecord } from '../empty-record.ts';
import type { RenderNode } from './element.ts';
import type { RenderMark } from './mark.ts';

/** The renderer of each node, in a record without a prototype, so that a node called `constructor` is unknown. */
export const nodeRenderers: Readonly<Record<string, RenderNode | undefined>> = withoutPrototype({
  paragraph: renderParagraph,
  heading: renderHeading,
  bulletList: renderBulletList,
  orderedList: renderOrderedList,
  listItem: renderListItem,
  blockquote: renderBlockquote,
  panel: renderPanel,
  summary: renderSummary,
  exercise: renderExercise,
  exercisePart: renderExercisePart,
  captioned: renderCaptioned,
  caption: renderCaption,
  codeBlock: renderCodeBlock,
  remoteCodeBlock: renderRemoteCodeBlock,
  remoteCodeHeader: renderRemoteCodeHeader,
  image: renderImage,
  imageUploadPlaceholder: renderImageUploadPlaceholder,
  embed: renderEmbed,
  iframeEmbed: renderIframeEmbed,
  ideEmbed: renderIdeEmbed,
  table: renderTable,
  tableRow: renderTableRow,
  tableCell: renderTableCell,
  tableHeader: renderTableHeader,
  math: renderMath,
  mermaid: renderMermaid,
  mdx: renderMdx,
  horizontalRule: renderHorizontalRule,
  hardBreak: renderHardBreak,
  footnote: renderFootnote,
  protectedRepositoryLink: renderProtectedRepositoryLink,
  paywallThreshold: renderPaywallThreshold,
});

/** The renderer of each mark, outermost first. */
export const markRenderers: Readonly<Record<string, RenderMark | undefined>> = withoutPrototype({
  link: renderLink,
  bold: renderBold,
  italic: renderItalic,
  underline: renderUnderline,
  strikethrough: renderStrikethrough,
  highlight: renderHighlight,
  subscript: renderSubscript,
  superscript: renderSuperscript,
  keyboard: renderKeyboard,
  code: renderCode,
  formula: renderFormula,
});

function withoutPrototype<Value>(table: Readonly<Record<string, Value>>): Readonly<Record<string, Value | undefined>> {
  return Object.freeze(Object.assign(emptyRecord<Value>(), table));
}
