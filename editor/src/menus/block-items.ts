import { calloutOf, offeredCallouts } from '@newline/document/callouts';
import {
  AppWindow,
  Captions,
  Code,
  CornerDownLeft,
  FolderGit2,
  GitCommitHorizontal,
  Heading1,
  Heading2,
  Heading3,
  Heading4,
  Image,
  Lightbulb,
  List,
  ListChecks,
  ListOrdered,
  MessageSquareWarning,
  Minus,
  MonitorPlay,
  PanelTop,
  Pilcrow,
  Puzzle,
  Sigma,
  SquareCheck,
  SquareCode,
  Superscript,
  Table,
  TextQuote,
  Type,
  Workflow,
  type IconNode,
} from 'lucide';
import type { Json } from '@newline/document/document-node';
import type { FormKind } from '../forms/forms-plugin.ts';

type Attributes = Readonly<Record<string, Json>>;

/** The effect of an item of the block menu. */
export type BlockInsertion =
  /** Changes the current line to another kind of line. */
  | { readonly kind: 'line'; readonly type: string; readonly attributes?: Attributes }
  /** Wraps the current line in a box. */
  | { readonly kind: 'wrap'; readonly type: string; readonly attributes?: Attributes }
  /** Turns the current line into the first item of a list. */
  | { readonly kind: 'list'; readonly type: string; readonly checked?: boolean }
  /** Replaces the current line with a block if the line is empty, otherwise adds the block after it. */
  | { readonly kind: 'block'; readonly type: string; readonly attributes?: Attributes }
  /** Inserts a table with three columns and a heading row. */
  | { readonly kind: 'table' }
  /** Inserts an exercise with all of its parts. */
  | { readonly kind: 'exercise' }
  /** Opens a form and inserts its result. */
  | { readonly kind: 'form'; readonly form: FormKind; readonly type: string }
  /** Gives the block before the line a caption. */
  | { readonly kind: 'caption' }
  /** Inserts a footnote at the caret. */
  | { readonly kind: 'footnote' }
  /** Opens the image picker. */
  | { readonly kind: 'images' };

/** An item of the block menu. */
export interface BlockItem {
  /** A unique name, which is part of the ID of its element. */
  readonly name: string;
  readonly label: string;
  readonly group: 'Blocks' | 'Code' | 'Embeds' | 'Technical' | 'Callouts';
  readonly icon: IconNode;
  /** The Markdown to type instead. */
  readonly hint?: string;
  /** Additional search terms. */
  readonly keywords: string;
  readonly insertion: BlockInsertion;
  /** True if it's shown only in search results, as a variant of an item that is shown. */
  readonly isHidden?: boolean;
}

/** All blocks that an author can insert, in the order of the menu. A comment offers those in its schema. */
export const blockItems: readonly BlockItem[] = [
  ...([Heading1, Heading2, Heading3, Heading4] as const).map((icon, index): BlockItem => {
    const level = index + 1;
    return {
      name: `heading-${level}`,
      label: `Heading ${level}`,
      group: 'Blocks',
      icon,
      hint: '#'.repeat(level),
      keywords: `h${level} title section`,
      insertion: { kind: 'line', type: 'heading', attributes: { level } },
    };
  }),
  {
    name: 'quote',
    label: 'Quote',
    group: 'Blocks',
    icon: TextQuote,
    hint: '>',
    keywords: 'blockquote citation',
    insertion: { kind: 'wrap', type: 'blockquote' },
  },
  {
    name: 'bulleted-list',
    label: 'Bulleted List',
    group: 'Blocks',
    icon: List,
    hint: '-',
    keywords: 'unordered ul points',
    insertion: { kind: 'list', type: 'bulletList' },
  },
  {
    name: 'numbered-list',
    label: 'Numbered List',
    group: 'Blocks',
    icon: ListOrdered,
    hint: '1.',
    keywords: 'ordered ol steps',
    insertion: { kind: 'list', type: 'orderedList' },
  },
  {
    name: 'summary',
    label: 'Summary',
    group: 'Blocks',
    icon: Pilcrow,
    keywords: 'takeaway box remember',
    insertion: { kind: 'wrap', type: 'summary' },
  },
  {
    name: 'callout',
    label: 'Callout',
    group: 'Blocks',
    icon: MessageSquareWarning,
    keywords: 'panel note info admonition',
    insertion: { kind: 'wrap', type: 'panel', attributes: { panelType: 'info' } },
  },
  { name: 'image', label: 'Image', group: 'Blocks', icon: Image, keywords: 'picture photo upload figure', insertion: { kind: 'images' } },
  {
    name: 'paywall-threshold',
    label: 'Paywall Threshold',
    group: 'Blocks',
    icon: CornerDownLeft,
    keywords: 'premium subscribers marker pro',
    insertion: { kind: 'block', type: 'paywallThreshold' },
  },
  {
    name: 'exercise',
    label: 'Exercise',
    group: 'Blocks',
    icon: SquareCheck,
    keywords: 'task practice tests',
    insertion: { kind: 'exercise' },
  },
  {
    name: 'hint',
    label: 'Hint',
    group: 'Blocks',
    icon: Lightbulb,
    keywords: 'exercise help',
    insertion: { kind: 'wrap', type: 'exercisePart' },
  },
  {
    name: 'exercise-tests',
    label: 'Tests of an Exercise',
    group: 'Blocks',
    icon: SquareCheck,
    keywords: 'expect hidden',
    insertion: { kind: 'wrap', type: 'exercisePart', attributes: { partType: 'tests' } },
  },
  {
    name: 'solution',
    label: 'Solution',
    group: 'Blocks',
    icon: Lightbulb,
    keywords: 'exercise answer',
    insertion: { kind: 'wrap', type: 'exercisePart', attributes: { partType: 'solution' } },
  },
  {
    name: 'task-list',
    label: 'Task List',
    group: 'Blocks',
    icon: ListChecks,
    hint: '[ ]',
    keywords: 'todo checklist checkbox',
    insertion: { kind: 'list', type: 'bulletList', checked: false },
  },
  {
    name: 'paragraph',
    label: 'Text',
    group: 'Blocks',
    icon: Type,
    keywords: 'paragraph plain',
    insertion: { kind: 'line', type: 'paragraph' },
    isHidden: true,
  },
  {
    name: 'divider',
    label: 'Divider',
    group: 'Blocks',
    icon: Minus,
    hint: '---',
    keywords: 'horizontal rule line hr separator',
    insertion: { kind: 'block', type: 'horizontalRule' },
  },
  {
    name: 'table',
    label: 'Table',
    group: 'Blocks',
    icon: Table,
    keywords: 'grid rows columns',
    insertion: { kind: 'table' },
  },
  {
    name: 'code',
    label: 'Code',
    group: 'Code',
    icon: Code,
    hint: '```',
    keywords: 'snippet program block',
    insertion: { kind: 'block', type: 'codeBlock' },
  },
  {
    name: 'listing',
    label: 'Listing',
    group: 'Code',
    icon: Captions,
    keywords: 'code caption figure',
    insertion: { kind: 'block', type: 'captioned' },
  },
  {
    name: 'caption',
    label: 'Caption',
    group: 'Blocks',
    icon: Captions,
    keywords: 'table figure listing',
    insertion: { kind: 'caption' },
    isHidden: true,
  },
  {
    name: 'footnote',
    label: 'Footnote',
    group: 'Blocks',
    icon: Superscript,
    hint: '^[…]',
    keywords: 'note reference endnote',
    insertion: { kind: 'footnote' },
  },
  {
    name: 'remote-code',
    label: 'Remote code',
    group: 'Code',
    icon: GitCommitHorizontal,
    keywords: 'github repository file lines',
    insertion: { kind: 'form', form: 'remote-code', type: 'remoteCodeBlock' },
  },
  {
    name: 'ide',
    label: 'IDE',
    group: 'Code',
    icon: SquareCode,
    keywords: 'sandbox stackblitz codesandbox playground',
    insertion: { kind: 'form', form: 'ide', type: 'ideEmbed' },
  },
  {
    name: 'repository-link',
    label: 'Repository link',
    group: 'Code',
    icon: FolderGit2,
    keywords: 'protected download source',
    insertion: { kind: 'form', form: 'repository-link', type: 'protectedRepositoryLink' },
  },
  {
    name: 'embed',
    label: 'Embed',
    group: 'Embeds',
    icon: MonitorPlay,
    keywords: 'video youtube vimeo post tweet sandbox',
    insertion: { kind: 'form', form: 'embed', type: 'embed' },
  },
  {
    name: 'iframe',
    label: 'Iframe',
    group: 'Embeds',
    icon: AppWindow,
    keywords: 'frame page site',
    insertion: { kind: 'form', form: 'iframe', type: 'iframeEmbed' },
  },
  {
    name: 'math',
    label: 'Math',
    group: 'Technical',
    icon: Sigma,
    hint: '$$',
    keywords: 'formula tex latex equation',
    insertion: { kind: 'block', type: 'math' },
  },
  {
    name: 'diagram',
    label: 'Diagram',
    group: 'Technical',
    icon: Workflow,
    keywords: 'mermaid flowchart sequence chart',
    insertion: { kind: 'block', type: 'mermaid' },
  },
  {
    name: 'mdx',
    label: 'MDX component',
    group: 'Technical',
    icon: Puzzle,
    keywords: 'details steps tabs columns collapsible',
    insertion: { kind: 'form', form: 'mdx', type: 'mdx' },
  },
  {
    name: 'collapsible',
    label: 'Details',
    group: 'Technical',
    icon: PanelTop,
    keywords: 'collapsible spoiler toggle',
    insertion: { kind: 'wrap', type: 'mdx', attributes: { component: 'Details', properties: {} } },
    isHidden: true,
  },
  ...offeredCallouts.flatMap((type): BlockItem[] => {
    const { label, searchWords } = calloutOf(type);
    if (searchWords == null) return [];
    return [
      {
        name: `callout-${type}`,
        label: `Callout: ${label}`,
        group: 'Callouts',
        icon: MessageSquareWarning,
        keywords: searchWords,
        insertion: { kind: 'wrap', type: 'panel', attributes: { panelType: type } },
        isHidden: true,
      },
    ];
  }),
];
