import { emptyRecord } from '../../empty-record.ts';
import { findElement, hasClass, textOfPieces, type HtmlElement } from '../html-tree.ts';

/** Classes and tags of the elements that libraries render around a formula's MathML. */
const inlineClasses = ['katex', 'MathJax', 'mwe-math-element', 'mwe-math-element-inline', 'mwe-math-element-block'];

/**
 * Converts a formula of KaTeX, MathJax, Wikipedia or plain MathML. On its own line, it becomes a block. Null for any other
 * element.
 */
export function readFormulas(element: HtmlElement): HtmlElement | null {
  const isDisplay =
    hasClass(element, 'katex-display') || hasClass(element, 'MathJax_Display') || hasClass(element, 'mwe-math-element-block');
  const isAround = isDisplay || element.tag === 'mjx-container' || inlineClasses.some((name) => hasClass(element, name));
  const written = hasClass(element, 'math') || hasClass(element, 'arithmatex') ? readDelimiters(element) : null;
  if (written !== null) return formula(written.tex, written.isDisplay);
  if (!isAround && element.tag !== 'math') return null;
  const math = findElement(element, ({ tag }) => tag === 'math');
  const tex = plainTex(math?.attributes['alttext'] || (element.attributes['data-tex'] ?? '')) || null;
  if (tex === null) return null;
  const isOwnLine = isDisplay || math?.attributes['display'] === 'block' || element.attributes['display'] === 'true';
  return formula(tex, isOwnLine);
}

function formula(tex: string, isOwnLine: boolean): HtmlElement {
  const attributes = emptyRecord<string>();
  attributes['class'] = isOwnLine ? 'math' : 'formula';
  return { tag: isOwnLine ? 'div' : 'span', attributes, children: [tex] };
}

/** Reads the TeX between delimiters that Sphinx, Pandoc and MkDocs write before a script renders it. */
function readDelimiters({ children }: HtmlElement): { readonly tex: string; readonly isDisplay: boolean } | null {
  const words = textOfPieces(children).trim();
  const [, inline, display] = /^(?:\\\(([\s\S]*)\\\)|\\\[([\s\S]*)\\\])$/u.exec(words) ?? [];
  const tex = (display ?? inline ?? '').trim();
  return tex === '' ? null : { tex, isDisplay: display !== undefined };
}

/** Removes the wrapper that Wikipedia adds to each formula. */
function plainTex(tex: string): string {
  const inner = /^\s*\{\\(?:displaystyle|textstyle)\s+([\s\S]*)\}\s*$/u.exec(tex)?.[1] ?? tex;
  return inner.trim();
}
