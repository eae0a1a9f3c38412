import type { DocumentNode } from './document-node.ts';

/** A piece of MathML or SVG as `[tag, attributes, ...children]`; a string is text. */
export type Markup = readonly [tag: string, attributes: Readonly<Record<string, string>>, ...children: (Markup | string)[]];

/** Coloured code: for each line its runs, a length and a letter (a space for none) each, as in `5k7 1n`. The text is the document's own. */
export interface CodeRendering {
  readonly code: readonly string[];
  /** What the language is called. */
  readonly name: string;
}

/** A formula (`math`) or a diagram (`svg`); `of` is the length of the source from which it was drawn. */
export interface MarkupRendering {
  readonly of: number;
  /** What a diagram says, for those who do not see it. */
  readonly label?: string;
  readonly markup: Markup;
}

/** What was drawn of one node; null when it could not be, and its source is shown. */
export type Rendering = CodeRendering | MarkupRendering | null;

/**
 * What was drawn of a document, one entry a top-level block, so that the paywall cut slices it as it does the blocks: null for a
 * block without anything to draw, else one drawing for each of its nodes that can be drawn, in the order of the text.
 */
export type Renderings = readonly (readonly Rendering[] | null)[];

/** A node that can be drawn. */
export interface Drawable {
  readonly type: 'codeBlock' | 'math' | 'mermaid';
  readonly source: string;
  /** The language of code as its author wrote it. */
  readonly mode: string;
}

/** The nodes of each top-level block that can be drawn, in the order in which the renderer asks for their drawings. */
export function drawablesOf(document: DocumentNode): readonly (readonly Drawable[])[] {
  return (document.content ?? []).map((block) => {
    const found: Drawable[] = [];
    collect(block, found);
    return found;
  });
}

function collect(node: DocumentNode, into: Drawable[]): void {
  const { type, content = [], attrs } = node;
  if (type === 'codeBlock' || type === 'math' || type === 'mermaid') {
    const source = content.map(({ text }) => text ?? '').join('');
    into.push({ type, source, mode: typeof attrs?.['mode'] === 'string' ? attrs['mode'] : '' });
    return;
  }
  for (const child of content) collect(child, into);
}
