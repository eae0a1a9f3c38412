import { emptyRecord } from '../../empty-record.ts';
import { findElement, hasClass, textOfPieces, type HtmlElement, type HtmlPiece } from '../html-tree.ts';
import { scriptCharacters } from '../script-characters.ts';
import { isMonospace } from './read-monospace-lines.ts';

/** Converts subscript and superscript to characters, such as the 2 in H₂O, for documents without these marks. */
export function readScripts(element: HtmlElement): HtmlElement {
  const { tag, attributes, children } = element;
  const style = attributes['style'] ?? '';
  const script =
    tag === 'sub' || /vertical-align:\s*sub\b/iu.test(style)
      ? 'sub'
      : tag === 'sup' || /vertical-align:\s*super\b/iu.test(style)
        ? 'sup'
        : null;
  if (script === null || !children.every(isPlain)) return element;
  const characters = scriptCharacters(script, textOfPieces(children).trim());
  return characters === null ? element : { tag: 'span', attributes: emptyRecord(), children: [characters] };
}

/** Converts formatting that only styles or classes express: code in a monospace font, Word's title. Unwraps lists that only contain a list. */
export function readFormats(element: HtmlElement): HtmlElement {
  const { tag, children } = element;
  if (tag === 'span' && isMonospace(element) && textOfPieces(children).trim() !== '') return asCode(element);
  if (tag === 'p' && (hasClass(element, 'MsoTitle') || hasClass(element, 'MsoHeading'))) return { ...element, tag: 'h1' };
  const inner = children.filter((child) => typeof child !== 'string' || child.trim() !== '');
  const [only] = inner;
  if ((tag === 'ol' || tag === 'ul') && inner.length === 1 && typeof only === 'object' && (only.tag === 'ol' || only.tag === 'ul'))
    return only;
  return element;
}

function isPlain(piece: HtmlPiece): boolean {
  return typeof piece === 'string' || (piece.tag === 'span' && piece.children.every(isPlain));
}

/** Marks inline code in a monospace font, so that paragraphs of only such text can be distinguished from paragraphs with code. */
function asCode({ children }: HtmlElement): HtmlElement {
  const attributes = emptyRecord<string>();
  attributes['data-monospace'] = '';
  return { tag: 'code', attributes, children };
}

/** Removes links within the source page, replaces Google's redirects with their targets, and removes underlines, which a link has anyway. */
export function readLinks(original: HtmlElement): HtmlElement {
  const { href } = original.attributes;
  if (original.tag !== 'a' || href === undefined) return original;
  const element = { ...original, children: original.children.map(withoutUnderline) };
  if (href.startsWith('#')) return { tag: 'span', attributes: emptyRecord(), children: element.children };
  const target = URL.canParse(href) ? redirectTarget(new URL(href)) : null;
  if (target === null) return element;
  const attributes = emptyRecord<string>();
  attributes['href'] = target;
  return { ...element, attributes };
}

function withoutUnderline(piece: HtmlPiece): HtmlPiece {
  if (typeof piece === 'string') return piece;
  return { ...piece, tag: piece.tag === 'u' ? 'span' : piece.tag, children: piece.children.map(withoutUnderline) };
}

function redirectTarget({ hostname, pathname, searchParams }: URL): string | null {
  const target = /^(?:www\.)?google\.[a-z.]{2,10}$/u.test(hostname) && pathname === '/url' ? searchParams.get('q') : null;
  return target !== null && /^https?:\/\//iu.test(target) ? target : null;
}

/** Callout types by the emoji of a Notion callout. */
const signs: Readonly<Record<string, string>> = {
  '💡': 'tip',
  ℹ️: 'info',
  '📝': 'info',
  '✅': 'success',
  '⚠️': 'warning',
  '🚧': 'warning',
  '❗': 'error',
  '🚨': 'error',
  '❌': 'error',
  '⛔': 'error',
};
const leadingSign = /^\s*(\p{Extended_Pictographic}\uFE0F?)\s*/u;

/** Converts a Notion callout: an aside that starts with an emoji. */
export function readCallout(element: HtmlElement): HtmlElement {
  const first = element.tag === 'aside' ? firstWords(element.children) : null;
  const [mark = '', sign = ''] = leadingSign.exec(first ?? '') ?? [];
  if (first === null || mark === '') return element;
  const kind = signs[sign] ?? signs[`${sign}\uFE0F`];
  const children = kind === undefined ? element.children : withoutFirst(element.children, first, mark.length);
  const attributes = emptyRecord<string>();
  attributes['class'] = `note note--${kind ?? 'info'}`;
  return { tag: 'aside', attributes, children: [{ tag: 'div', attributes: emptyRecord(), children }] };
}

function firstWords(children: readonly HtmlPiece[]): string | null {
  for (const child of children) {
    const words = typeof child === 'string' ? (child.trim() === '' ? null : child) : firstWords(child.children);
    if (words !== null) return words;
  }
  return null;
}

function withoutFirst(children: readonly HtmlPiece[], words: string, length: number): HtmlPiece[] {
  let isDone = false;
  const visit = (piece: HtmlPiece): HtmlPiece => {
    if (isDone) return piece;
    if (typeof piece !== 'string') return { ...piece, children: piece.children.map(visit) };
    if (piece !== words) return piece;
    isDone = true;
    return piece.slice(length);
  };
  return children.map(visit);
}

/** Converts code in a table whose other cells are line numbers: GitHub's file view, Rouge, highlight.js with numbers. */
export function readCodeTable(element: HtmlElement): HtmlElement {
  if (element.tag !== 'table') return element;
  const whole = findElement(element, ({ tag }) => tag === 'pre');
  const isRouge = whole !== undefined && ['rouge-table', 'highlighttable', 'hljs-ln', 'lntable'].some((name) => hasClass(element, name));
  if (isRouge) return whole;
  const lines: string[] = [];
  let isCode = false;
  const visit = (piece: HtmlPiece) => {
    if (typeof piece === 'string') return;
    if (piece.tag !== 'td') piece.children.forEach(visit);
    else {
      isCode ||= hasClass(piece, 'blob-code') || hasClass(piece, 'hljs-ln-code') || hasClass(piece, 'js-file-line');
      lines.push(textOfPieces(piece.children).replaceAll('\n', ''));
    }
  };
  element.children.forEach(visit);
  return isCode ? { tag: 'pre', attributes: emptyRecord(), children: [lines.join('\n')] } : element;
}
