import type { FrameFor } from '../embeds/frame-for.ts';

/** HTML attributes by their HTML names (`class`, `colspan`, `stroke-width`); undefined and false are left out. */
export type ElementAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Makes one element. Strings among the children are text and are escaped by whoever makes the element. */
export type CreateElement<T> = (tag: string, attributes: ElementAttributes, ...children: readonly (T | string)[]) => T;

/** What rendering needs to know about the site. */
export interface RenderOptions {
  /** The site's own origin, for example `https://newline.example`: links elsewhere get rel. Without it every absolute link does. */
  readonly siteOrigin?: string;
  /** Decides what a frame shows, by the site's list; without it embeds are links. */
  readonly frameFor?: FrameFor;
  /** Whether headings get ids. Off for comments: a page holds many of them, written by anybody. */
  readonly hasHeadingIds?: boolean;
  /** Whether each block says that it runs the way its own letters do (`dir="auto"`), and code that it runs from left to right. */
  readonly hasDirections?: boolean;
  /** Where the item's protected repository is, signed for this reader; without it a link to it is a note. */
  readonly repositoryUrl?: string;
  /** What was drawn of the document when it was saved (`Drawings`), checked by nobody; without it code is plain and formulas and diagrams are their source. */
  readonly renderings?: unknown;
  /** More attributes for the outermost element of each node, for an export; a node that shows nothing is an empty `div` then. */
  readonly attributesFor?: (type: string, attributes: Readonly<Record<string, unknown>>) => ElementAttributes;
}

/** A node as the renderer sees it: from anywhere, checked by nobody. */
export interface LooseNode {
  readonly type: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly content: readonly unknown[];
}

/** What a node's render function may use. */
export interface RenderContext<T> {
  readonly h: CreateElement<T>;
  readonly options: RenderOptions;
  /** The rendered children. */
  children(node: LooseNode): readonly (T | string)[];
  /** The text of a node and everything in it, without marks. */
  text(node: LooseNode): string;
  /** An anchor for a heading's text, unique in this document. */
  anchor(text: string): string;
  /** The child as a loose node, or null when it is none. */
  open(child: unknown): LooseNode | null;
  /** What was drawn of the node that is rendered now, unchecked; each call is for the next one. */
  rendering(): Readonly<Record<string, unknown>>;
  /** One child, rendered. */
  render(child: unknown): readonly (T | string)[];
}

/** Renders one kind of node. `extra` belongs on the outermost element: the block's id. */
export type RenderNode = <T>(node: LooseNode, context: RenderContext<T>, extra: ElementAttributes) => T | string | readonly (T | string)[];

/** The direction of code, formulas and diagrams, wherever they are. */
export function leftToRight<T>({ options }: RenderContext<T>): 'ltr' | undefined {
  return options.hasDirections === true ? 'ltr' : undefined;
}

/** The attribute when it is a string, else ''. */
export function stringOf(node: LooseNode, name: string): string {
  const value = node.attributes[name];
  return typeof value === 'string' ? value : '';
}

/** The attribute when it is one of the choices, else the fallback. */
export function choiceOf<Choice extends string>(node: LooseNode, name: string, choices: ReadonlySet<Choice>, fallback: Choice): Choice {
  const value = node.attributes[name];
  return isChoice(value, choices) ? value : fallback;
}

function isChoice<Choice extends string>(value: unknown, choices: ReadonlySet<Choice>): value is Choice {
  return typeof value === 'string' && (choices as ReadonlySet<string>).has(value);
}

/** The attribute when it is a whole number, brought within the limits; else undefined. */
export function integerOf(node: LooseNode, name: string, min: number, max: number): number | undefined {
  const value = node.attributes[name];
  return typeof value === 'number' && Number.isInteger(value) ? Math.min(max, Math.max(min, value)) : undefined;
}

/** Class names joined; empty ones are left out. */
export function classes(...names: readonly (string | false)[]): string | undefined {
  let all = '';
  for (const name of names) if (name !== false && name !== '') all = all === '' ? name : `${all} ${name}`;
  return all === '' ? undefined : all;
}
