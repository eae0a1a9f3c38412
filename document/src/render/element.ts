import type { Caption } from '../captions.ts';
import type { FrameFor } from '../embeds/frame-for.ts';

/** HTML attributes by their HTML names (`class`, `colspan`, `stroke-width`). Those that are undefined or false are left out. */
export type ElementAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Creates one element. Strings among the children are text, which this function must escape. */
export type CreateElement<T> = (tag: string, attributes: ElementAttributes, ...children: readonly (T | string)[]) => T;

/** Options for rendering, mostly about the site. */
export interface RenderOptions {
  /** The site's origin, for example `https://newline.example`. Links to other sites get `rel`; without an origin all absolute links do. */
  readonly siteOrigin?: string;
  /**
   * The other origins from which the page can load images; an image from elsewhere becomes a box with a link to it. Without them, every image is
   * shown.
   */
  readonly imageOrigins?: readonly string[];
  /** Chooses the frame for an embed, by the site's list; without it embeds become links. */
  readonly frameFor?: FrameFor;
  /** Whether headings get IDs. Off for comments: a page shows many of them, written by anyone. */
  readonly hasHeadingIds?: boolean;
  /** Whether each block has the direction of its own letters (`dir="auto"`), and code runs from left to right. */
  readonly hasDirections?: boolean;
  /** Whether runnable code is marked with `data-run`, for a page that can run it. */
  readonly canRun?: boolean;
  /** The URL of the item's protected repository, signed for this reader; without it a link to the repository becomes a note. */
  readonly repositoryUrl?: string;
  /**
   * The `Renderings` of the document from when it was saved, unchecked. Without them code is plain, and formulas and diagrams are shown as
   * their source.
   */
  readonly renderings?: unknown;
  /**
   * Returns more attributes for the outermost element of each node, for an export; a node that renders nothing becomes an empty `div` then.
   */
  readonly attributesFor?: (type: string, attributes: Readonly<Record<string, unknown>>) => ElementAttributes;
}

/** A node as the renderer sees it: from any source, unchecked. */
export interface LooseNode {
  readonly type: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly content: readonly unknown[];
}

/** Functions that a node's render function can use. */
export interface RenderContext<T> {
  readonly h: CreateElement<T>;
  readonly options: RenderOptions;
  /** Renders the children. */
  children(node: LooseNode): readonly (T | string)[];
  /** Returns the text of a node and of everything in it, without marks. */
  text(node: LooseNode): string;
  /** Returns an anchor for a heading's text, unique in this document. */
  anchor(text: string): string;
  /** Returns the number and the anchor of a node with a caption, in the order of the document. */
  caption(node: LooseNode): Caption;
  /** Returns the number and the anchors of a footnote, and keeps its content for the list of notes. Equal ones are one note. */
  footnote(node: LooseNode): { readonly number: number; readonly id: string; readonly backId: string };
  /** Returns the child as a loose node, or null if it isn't a node. */
  open(child: unknown): LooseNode | null;
  /** Returns the stored rendering of the current node, unchecked. Each call returns the next one. */
  rendering(): Readonly<Record<string, unknown>>;
  /** Renders one child. */
  render(child: unknown): readonly (T | string)[];
}

/** Renders one kind of node. `extra` goes on the outermost element and contains the block's ID. */
export type RenderNode = <T>(node: LooseNode, context: RenderContext<T>, extra: ElementAttributes) => T | string | readonly (T | string)[];

/** Returns the direction of code, formulas and diagrams. */
export function leftToRight<T>({ options }: RenderContext<T>): 'ltr' | undefined {
  return options.hasDirections === true ? 'ltr' : undefined;
}

/** Returns the attribute if it's a string, otherwise ''. */
export function stringOf(node: LooseNode, name: string): string {
  const value = node.attributes[name];
  return typeof value === 'string' ? value : '';
}

/** Returns the attribute if it's one of the choices, otherwise the fallback. */
export function choiceOf<Choice extends string>(node: LooseNode, name: string, choices: ReadonlySet<Choice>, fallback: Choice): Choice {
  const value = node.attributes[name];
  return isChoice(value, choices) ? value : fallback;
}

function isChoice<Choice extends string>(value: unknown, choices: ReadonlySet<Choice>): value is Choice {
  return typeof value === 'string' && (choices as ReadonlySet<string>).has(value);
}

/** Returns the attribute if it's a whole number, clamped to the limits; otherwise undefined. */
export function integerOf(node: LooseNode, name: string, min: number, max: number): number | undefined {
  const value = node.attributes[name];
  return typeof value === 'number' && Number.isInteger(value) ? Math.min(max, Math.max(min, value)) : undefined;
}

/** Joins class names and leaves out empty ones. */
export function classes(...names: readonly (string | false)[]): string | undefined {
  let all = '';
  for (const name of names) if (name !== false && name !== '') all = all === '' ? name : `${all} ${name}`;
  return all === '' ? undefined : all;
}
