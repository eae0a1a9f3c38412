import type { Token } from 'markdown-it';
import type { DocumentNode, Json } from '../document-node.ts';
import type { HtmlRule } from '../html-in/html-tree.ts';
import type { Attribute } from './attribute.ts';

/** Attributes by name, in the order in which they are stored. */
export type AttributeTable = Readonly<Record<string, Attribute>>;

/** What a node's Markdown rule may ask of the writer. */
export interface BlockWriter {
  /** Whether ids are written too, as in the lossless export. */
  readonly hasIds: boolean;
  /** Markdown of a list of blocks, separated by empty lines. */
  blocks(nodes: readonly DocumentNode[]): string;
  /** Markdown of inline content on one line, or on several where a hard break may stand at a line's end. */
  inline(nodes: readonly DocumentNode[], place: 'paragraph' | 'heading' | 'cell'): string;
  /** The node's attributes that differ from their defaults, as `key=value` pairs without braces; `omit` leaves some out. */
  attributes(node: DocumentNode, omit?: readonly string[]): string;
  /** A container directive, with as many colons as its content needs. */
  container(name: string, attributes: string, content: string): string;
}

/** Attributes read from a Markdown token; what is missing or not allowed becomes the default. */
export type TokenAttributes = (token: Token) => Readonly<Record<string, unknown>>;

/** How a node is written in and read from Markdown. A node without one appears only inside a node that writes it. */
export interface MarkdownRule {
  /** One block without trailing line end. `isSecond` tells that the block before is a list of the same kind, with the usual marker. */
  write(node: DocumentNode, writer: BlockWriter, isSecond: boolean): string;
  /**
   * For a notation of Markdown's own, the attributes that it says itself; the others stand on a line `{: key=value}` before the
   * block. Absent where the node writes all its attributes.
   */
  readonly inPlace?: readonly string[];
  /** Tokens of markdown-it that open and close this node, without `_open` and `_close`. */
  readonly pairs?: Readonly<Record<string, TokenAttributes>>;
  /** Tokens of markdown-it that are this node whole; null leaves the token to another node. */
  readonly leaves?: Readonly<Record<string, (token: Token) => DocumentNode | null>>;
  /** Directives `:::name{…}` (with content) or `::name{…}` (without) that are this node. */
  readonly directives?: readonly DirectiveRule[];
}

/** One directive of a node; `names` maps an attribute to its shorter name in Markdown. */
export interface DirectiveRule {
  readonly name: string;
  readonly isContainer: boolean;
  /** Turns the blocks inside into the content of the node; by default they are the content. */
  readonly adopt?: (attributes: Readonly<Record<string, Json>>, content: readonly DocumentNode[]) => readonly DocumentNode[];
}

/** What a version of the format changed about a node or mark; normalisation applies it to older documents. */
export interface Migration {
  /** The first version in which it is so. */
  readonly to: number;
  /** Names that it had before. */
  readonly formerNames?: readonly string[];
  /** Attributes by their former names. */
  readonly renamedAttributes?: Readonly<Record<string, string>>;
}

/** Everything about one kind of node that is not its HTML: attributes with default and check, place, Markdown, text. */
export interface NodeDefinition {
  readonly name: string;
  /** One sentence for docs/document-format.md. */
  readonly summary: string;
  readonly group?: 'block' | 'inline';
  /** ProseMirror's content expression; absent for a leaf. */
  readonly content?: string;
  /** Which marks its text may carry; all when absent. */
  readonly marks?: 'none';
  /** Text keeps its line ends and tabs. */
  readonly isCode?: boolean;
  /** Whether a comment may hold it. */
  readonly isForComments: boolean;
  readonly attributes: AttributeTable;
  readonly markdown?: MarkdownRule;
  /** How it is read from HTML; one that is absent is never read. */
  readonly html?: HtmlRule;
  /** What older versions of the format called it; in order. */
  readonly migrations?: readonly Migration[];
  /** Shorter names of attributes in Markdown, as in `:::panel{type=tip}`. */
  readonly markdownNames?: Readonly<Record<string, string>>;
  /** Plain text of a node whose words are in its attributes, and what else stands around its content. */
  readonly text?: (node: DocumentNode, inner: string) => string;
  /** Whether the node counts as content even without text, as an image does. */
  readonly isSubstance?: boolean;
}

/** A mark with its attributes. */
export interface MarkDefinition {
  readonly name: string;
  readonly summary: string;
  readonly attributes: AttributeTable;
  /** How Markdown surrounds the text; link and code are written by the inline writer itself. */
  readonly delimiter?: '**' | '_';
  /** Token of markdown-it that opens and closes it, without `_open` and `_close`. */
  readonly token?: string;
  /** What older versions of the format called it; in order. */
  readonly migrations?: readonly Migration[];
}

/** An attribute as text, '' when it is absent or of another type. */
export function textAttribute(node: DocumentNode, name: string): string {
  const value: Json | undefined = node.attrs?.[name];
  return typeof value === 'string' ? value : '';
}

/** An attribute as a number, or null. */
export function numberAttribute(node: DocumentNode, name: string): number | null {
  const value: Json | undefined = node.attrs?.[name];
  return typeof value === 'number' ? value : null;
}
