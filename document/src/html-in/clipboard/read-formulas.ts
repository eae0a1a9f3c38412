import { emptyRecord } from '../../empty-record.ts';
import { findElement, hasClass, type HtmlElement } from '../html-tree.ts';

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
  if (!isAround && element.tag !== 'math') return null;
  const math = findElement(element, ({ tag }) => tag === 'math');
  const tex = plainTex(math?.attributes['alttext'] ?? '');
  if (math === undefined || tex === '') return null;
  const isOwnLine = isDisplay || math.attributes['display'] === 'block' || element.attributes['display'] === 'true';
  const attributes = emptyRecord<string>();
  attributes['class'] = isOwnLine ? 'math' : 'formula';
  return { tag: isOwnLine ? 'div' : 'span', attributes, children: [tex] };
}

/** Removes the wrapper that Wikipedia adds to each formula. */
function plainTex(tex: string): string {
  const inner = /^\s*\{\\(?:displaystyle|textstyle)\s+([\s\S]*)\}\s*$/u.exec(tex)?.[1] ?? tex;
  return inner.trim();
}
