import { emptyRecord } from '../../empty-record.ts';
import { formulaAt } from '../../markdown/inline-formula.ts';
import { textOfPieces, type HtmlElement, type HtmlPiece } from '../html-tree.ts';

/** What only TeX has, so that amounts of money and names of variables stay text. */
const texSigns = /[\\^_{}]/u;
const asTheyAre = new Set(['code', 'pre', 'kbd', 'samp', 'tt']);

/** Converts formulas that a clipboard has as text between dollar signs, as Notion's does. */
export function readDollars(element: HtmlElement): HtmlElement {
  if (asTheyAre.has(element.tag) || !element.children.some((child) => typeof child === 'string' && child.includes('$'))) return element;
  return { ...element, children: element.children.flatMap((child) => (typeof child === 'string' ? piecesOf(child) : [child])) };
}

/** Converts a paragraph that is only TeX between `$$`, as Notion, GitHub and Obsidian write a formula on its own line. */
export function readDisplayDollars(element: HtmlElement): HtmlElement {
  if (
    !/^(?:p|div|math-renderer)$/u.test(element.tag) ||
    !element.children.every((child) => typeof child === 'string' || child.tag === 'br')
  )
    return element;
  const tex = /^\s*\$\$([^$]+)\$\$\s*$/u.exec(textOfPieces(element.children))?.[1]?.trim() ?? '';
  if (tex === '') return element;
  const attributes = emptyRecord<string>();
  attributes['class'] = 'math';
  return { tag: 'div', attributes, children: [tex] };
}

function piecesOf(text: string): HtmlPiece[] {
  const pieces: HtmlPiece[] = [];
  const missing = new Set<number>();
  let from = 0;
  for (let at = text.indexOf('$'); at !== -1; ) {
    const formula = formulaAt(text, at, missing);
    const isTex = formula !== null && texSigns.test(formula.tex);
    if (isTex) {
      const attributes = emptyRecord<string>();
      attributes['class'] = 'formula';
      pieces.push(text.slice(from, at), { tag: 'span', attributes, children: [formula.tex] });
      from = formula.end;
    }
    at = text.indexOf('$', isTex ? from : at + 1);
  }
  return [...pieces, text.slice(from)];
}
