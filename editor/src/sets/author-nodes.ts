import type { Extensions } from '@tiptap/core';
import { Highlight } from '../marks/highlight.ts';
import { Subscript } from '../marks/subscript.ts';
import { Superscript } from '../marks/superscript.ts';
import { Underline } from '../marks/underline.ts';
import { Caption } from '../nodes/caption.ts';
import { Captioned } from '../nodes/captioned.ts';
import { ArticleDoc } from '../nodes/doc.ts';
import { Exercise } from '../nodes/exercise.ts';
import { ExercisePart } from '../nodes/exercise-part.ts';
import { Footnote } from '../nodes/footnote.ts';
import { IdeEmbed } from '../nodes/ide-embed.ts';
import { IframeEmbed } from '../nodes/iframe-embed.ts';
import { MathBlock } from '../nodes/math.ts';
import { Mdx } from '../nodes/mdx.ts';
import { Mermaid } from '../nodes/mermaid.ts';
import { PaywallThreshold } from '../nodes/paywall-threshold.ts';
import { ProtectedRepositoryLink } from '../nodes/protected-repository-link.ts';
import { Summary } from '../nodes/summary.ts';
import { TableCell } from '../nodes/table-cell.ts';
import { TableHeader } from '../nodes/table-header.ts';
import { TableRow } from '../nodes/table-row.ts';
import { Table } from '../nodes/table.ts';
import { Title } from '../nodes/title.ts';
import { SinglePaywall } from '../plugins/single-paywall.ts';
import { TableEditing } from '../plugins/table-editing.ts';
import { TableRoles } from '../plugins/table-roles.ts';
import { TitleLine } from '../plugins/title-line.ts';
import { WholeWidths } from '../plugins/whole-widths.ts';

/** The nodes and marks that only an author's document can contain, and the title line, with their rules. */
export const authorNodes: Extensions = [
  ArticleDoc,
  Title,
  Underline,
  Highlight,
  Subscript,
  Superscript,
  Summary,
  Exercise,
  ExercisePart,
  Captioned,
  Caption,
  Footnote,
  IframeEmbed,
  IdeEmbed,
  Table,
  TableRow,
  TableCell,
  TableHeader,
  MathBlock,
  Mermaid,
  Mdx,
  ProtectedRepositoryLink,
  PaywallThreshold,
  TitleLine,
  SinglePaywall,
  TableRoles,
  TableEditing,
  WholeWidths,
];
