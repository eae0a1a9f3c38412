import type { Token } from 'markdown-it';
import type { DocumentNode, Json } from '../document-node.ts';
import type { HtmlRule } from '../html-in/html-tree.ts';
import type { Attribute } from './attribute.ts';

/** Attributes by name, in the order in which they're stored. */
export type AttributeTable = Readonly<Record<string, Attribute>>;

/** Functions and options for a node's Markdown rule. */
export interface BlockWriter {
  /** Whether IDs are written too, as in the lossless export. */
  readonly hasIds: boolean;
  /** Writes a list of blocks, separated by empty lines. */
  blocks(nodes: readonly DocumentNode[]): string;
  /** Writes inline content on one line, or on several where a hard break can be at a line's end. */
  inline(nodes: readonly DocumentNode[], position: 'paragraph' | 'heading' | 'cell'): string;
  /** Writes the node's attributes that differ from their defaults as `key=value` pairs without braces; `omit` leaves some out. */
  attributes(node: DocumentNode, omit?: readonly string[]): string;
  /** Writes a container directive with as many colons as its content needs. */
  container(name: string, attributes: string, content: string): string;
}

/** Reads attributes from a Markdown token. Missing or invalid ones get the default. */
export type TokenAttributes = (token: Token) => Readonly<Record<string, unknown>>;

/** How a node is written to and read from Markdown. A node without a rule appears only inside a node that writes it. */
export interface MarkdownRule {
  /**
   * Writes one block without a line break at its end. `isSecond` means that the previous block is a list of the same kind with the usual
   * marker.
   */
  write(node: DocumentNode, writer: BlockWriter, isSecond: boolean): string;
  /**
   * The attributes that Markdown's own syntax expresses; the others are on a line `{: key=value}` before the block. Absent if the node
   * writes all its attributes.
   */
  readonly inPlace?: readonly string[];
  /** Tokens of markdown-it that open and close this node, without `_open` and `_close`. */
  readonly pairs?: Readonly<Record<string, TokenAttributes>>;
  /** Tokens of markdown-it that are this whole node; null leaves the token to another node. */
  readonly leaves?: Readonly<Record<string, (token: Token) => DocumentNode | null>>;
  /** Directives `:::name{…}` (with content) or `::name{…}` (without) for this node. */
  readonly directives?: readonly DirectiveRule[];
}

/** One directive of a node. `names` maps an attribute to its shorter name in Markdown. */
export interface DirectiveRule {
  readonly name: string;
  readonly isContainer: boolean;
  /** Turns the blocks inside into the node's content; by default they are its content. */
  readonly adopt?: (attributes: Readonly<Record<string, Json>>, content: readonly DocumentNode[]) => readonly DocumentNode[];
}

/** A change to a node or mark in a version of the format, which normalization applies to older documents. */
export interface Migration {
  /** The first version with the change. */
  readonly to: number;
  /** The former names of the node or mark. */
  readonly formerNames?: readonly string[];
  /** Attributes by their former names. */
  readonly renamedAttributes?: Readonly<Record<string, string>>;
}

/** The definition of a kind of node, except its HTML: attributes with defaults and checks, position, Markdown and text. */
export interface NodeDefinition {
  readonly name: string;
  readonly group?: 'block' | 'inline';
  /** ProseMirror's content expression; absent for a leaf. */
  readonly content?: string;
  /** The marks that its text can carry; all if absent. */
  readonly marks?: 'none';
  /** True if the text keeps its line breaks and tabs. */
  readonly isCode?: boolean;
  /** Whether a comment can contain it. */
  readonly isForComments: boolean;
  readonly attributes: AttributeTable;
  readonly markdown?: MarkdownRule;
  /** How it is read from HTML; if absent, it never is. */
  readonly html?: HtmlRule;
  /** The node's names in older versions of the format, in order. */
  readonly migrations?: readonly Migration[];
  /** Shorter names of attributes in Markdown, as in `:::panel{type=tip}`. */
  readonly markdownNames?: Readonly<Record<string, string>>;
  /** Returns the plain text of a node whose text is in its attributes, or that has more than its content. */
  readonly text?: (node: DocumentNode, inner: string) => string;
  /** True if the node counts as content even without text, like an image. */
  readonly isSubstance?: boolean;
}

/** Markdown that encloses text, and is only read as such next to certain characters. */
export type Delimiter = '**' | '_' | '~~';

/** The definition of a mark with its attributes. */
export interface MarkDefinition {
  readonly name: string;
  /** Whether a comment can contain it. */
  readonly isForComments: boolean;
  readonly attributes: AttributeTable;
  /** The Markdown around the text. The inline writer itself writes links and code. */
  readonly delimiter?: Delimiter;
  /** The HTML tag around the text in Markdown, for a mark that Markdown has no notation for. */
  readonly tag?: string;
  /** The token of markdown-it that opens and closes it, without `_open` and `_close`. */
  readonly token?: string;
  /** The mark's names in older versions of the format, in order. */
  readonly migrations?: readonly Migration[];
}

/** Returns an attribute as text, or '' if it's absent or has another type. */
export function textAttribute(node: DocumentNode, name: string): string {
  const value: Json | undefined = node.attrs?.[name];
  return typeof value === 'string' ? value : '';
}

/** Returns an attribute as a number, or null. */
export function numberAttribute(node: DocumentNode, name: string): number | null {
  const value: Json | undefined = node.attrs?.[name];
  return typeof value === 'number' ? value : null;
}
