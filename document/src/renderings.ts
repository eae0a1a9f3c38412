import type { DocumentNode } from './document-node.ts';
import { isFormula } from './is-formula.ts';

/** A piece of MathML or SVG as `[tag, attributes, ...children]`. Strings are text. */
export type Markup = readonly [tag: string, attributes: Readonly<Record<string, string>>, ...children: (Markup | string)[]];

/**
 * Colored code: for each line its runs, each with a length and a letter (a space for none), as in `5k7 1n`. The text comes from the
 * document.
 */
export interface CodeRendering {
  readonly code: readonly string[];
  /** The name of the language. */
  readonly name: string;
}

/** A formula (`math`) or a diagram (`svg`). `of` is the length of its source. */
export interface MarkupRendering {
  readonly of: number;
  /** The text of a diagram, for screen readers. */
  readonly label?: string;
  readonly markup: Markup;
}

/** The rendering of one node; null if it failed, and its source is shown. */
export type Rendering = CodeRendering | MarkupRendering | null;

/**
 * The renderings of a document, with one entry per top-level block, so that the paywall slices them like the blocks: null for a block
 * without anything to render, otherwise one rendering for each of its nodes that needs one, in the order of the text.
 */
export type Renderings = readonly (readonly Rendering[] | null)[];

/** A node that needs a rendering, or text that is a formula. */
export interface Drawable {
  readonly type: 'codeBlock' | 'math' | 'mermaid' | 'formula';
  readonly source: string;
  /** The language of code, as its author wrote it. */
  readonly mode: string;
}

/** Returns the nodes of each top-level block that need a rendering, in the order in which the renderer reads them. */
export function drawablesOf(document: DocumentNode): readonly (readonly Drawable[])[] {
  return (document.content ?? []).map((block) => {
    const drawables: Drawable[] = [];
    collect(block, drawables);
    return drawables;
  });
}

function collect(node: DocumentNode, into: Drawable[]): void {
  const { type, content = [], attrs } = node;
  if (isFormula(node)) into.push({ type: 'formula', source: node.text ?? '', mode: '' });
  if (type === 'codeBlock' || type === 'math' || type === 'mermaid') {
    const source = content.map(({ text }) => text ?? '').join('');
    into.push({ type, source, mode: typeof attrs?.['mode'] === 'string' ? attrs['mode'] : '' });
    return;
  }
  for (const child of content) collect(child, into);
}
