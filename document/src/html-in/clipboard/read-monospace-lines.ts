import { emptyRecord } from '../../empty-record.ts';
import { hasClass, textOfPieces, type HtmlElement, type HtmlPiece } from '../html-tree.ts';

const monospace = /font-family:[^;]*(?:monospace|courier|consolas|menlo|monaco|roboto mono|source code|jetbrains|fira (?:code|mono))/iu;

/** Whether an element has a monospace font. */
export function isMonospace({ tag, attributes }: HtmlElement): boolean {
  const font = tag === 'font' ? `font-family:${attributes['face'] ?? ''}` : '';
  return monospace.test((attributes['style'] ?? '').replaceAll('&quot;', '')) || monospace.test(font);
}

/** Converts paragraphs that are completely in a monospace font to a code block, as people write code in Google Docs and Word. */
export function readMonospaceLines(element: HtmlElement): HtmlElement {
  if (!element.children.some((child) => isCodeLine(child) || isWesternLine(child))) return element;
  const children: HtmlPiece[] = [];
  let lines: string[] = [];
  const end = () => {
    const code = lines.join('\n').replace(/\n+$/u, '');
    if (code !== '') children.push({ tag: 'pre', attributes: emptyRecord(), children: [code] });
    lines = [];
  };
  for (const child of element.children) {
    if (isCodeLine(child) || isWesternLine(child)) lines.push(textOfPieces(child.children).replaceAll('\u00A0', ' '));
    else if (typeof child === 'string' ? child.trim() !== '' : lines.length === 0 || !isEmptyLine(child)) {
      end();
      children.push(child);
    } else if (typeof child !== 'string') lines.push('');
  }
  end();
  return { ...element, children };
}

/** LibreOffice writes each line of code as a block of its own. */
function isWesternLine(piece: HtmlPiece): piece is HtmlElement {
  return typeof piece !== 'string' && piece.tag === 'pre' && hasClass(piece, 'western');
}

function isEmptyLine({ tag, children }: HtmlElement): boolean {
  return tag === 'br' || (tag === 'p' && textOfPieces(children).trim() === '');
}

/** Whether all text of a paragraph is in a monospace font. */
function isCodeLine(piece: HtmlPiece): piece is HtmlElement {
  if (typeof piece === 'string' || piece.tag !== 'p') return false;
  return textOfPieces(piece.children).trim() !== '' && (isMonospace(piece) || piece.children.every(isCode));
}

function isCode(piece: HtmlPiece): boolean {
  if (typeof piece === 'string') return piece.trim() === '';
  if (piece.tag === 'br' || textOfPieces(piece.children).trim() === '') return true;
  return piece.tag === 'code'
    ? piece.attributes['data-monospace'] === ''
    : isMonospace(piece) || ((piece.tag === 'span' || piece.tag === 'font') && piece.children.every(isCode));
}
