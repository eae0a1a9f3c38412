import { largestOf, smallestOf } from '../../append.ts';
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
  const isWord = tag === 'span' || tag === 'font';
  if (isWord && isMonospace(element) && textOfPieces(children).trim() !== '' && !hasListSign(element)) return asCode(element);
  if (tag === 'p' && (hasClass(element, 'MsoTitle') || hasClass(element, 'MsoHeading'))) return { ...element, tag: 'h1' };
  if (tag === 'p' && (hasClass(element, 'MsoQuote') || hasClass(element, 'MsoIntenseQuote')))
    return { tag: 'blockquote', attributes: emptyRecord(), children: [element] };
  if (tag === 'span' && isHighlighted(element.attributes['style'] ?? '')) return { ...element, tag: 'mark' };
  const level = element.attributes['role'] === 'heading' ? element.attributes['aria-level'] : undefined;
  if ((tag === 'p' || tag === 'div') && level !== undefined && /^[1-6]$/u.test(level))
    return { tag: `h${level}`, attributes: emptyRecord(), children };
  if (/^h[1-6]$/u.test(tag)) return { ...element, children: children.map((child) => withoutOwnLink(child, element)) };
  const inner = children.filter((child) => typeof child !== 'string' || child.trim() !== '');
  const [only] = inner;
  if ((tag === 'ol' || tag === 'ul') && inner.length === 1 && typeof only === 'object' && (only.tag === 'ol' || only.tag === 'ul'))
    return only;
  return element;
}

/** Whether an element is the sign of an item in Word or Outlook, which can have any font. */
function hasListSign(element: HtmlElement): boolean {
  return findElement(element, ({ attributes }) => /mso-list:\s*ignore/iu.test(attributes['style'] ?? '')) !== undefined;
}

/** Whether a style is a highlighter: of Word, or a bright color behind the words, as in Google Docs. Pages have pale or dark ones. */
function isHighlighted(style: string): boolean {
  if (/mso-highlight:\s*(?!none)\w/u.test(style)) return true;
  const [, hex, red, green, blue] =
    /(?:^|;)\s*background(?:-color)?:\s*(?:#([\da-f]{6})\b|rgb\((\d{1,3}),\s*(\d{1,3}),\s*(\d{1,3})\))/iu.exec(style) ?? [];
  if (hex === undefined && red === undefined) return false;
  const channels = hex === undefined ? [red, green, blue].map(Number) : [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return largestOf(channels) > 200 && largestOf(channels) - smallestOf(channels) > 80;
}

/** Unwraps the link of a heading to itself, as on MDN. */
function withoutOwnLink(piece: HtmlPiece, { attributes }: HtmlElement): HtmlPiece {
  const id = attributes['id'];
  if (typeof piece === 'string' || piece.tag !== 'a' || id === undefined || id === '') return piece;
  return piece.attributes['href']?.endsWith(`#${id}`) === true
    ? { tag: 'span', attributes: emptyRecord(), children: piece.children }
    : piece;
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

/** Removes links within the source page, replaces the redirects of Google, Outlook and others with their targets, and removes underlines, which a link has anyway. */
export function readLinks(original: HtmlElement): HtmlElement {
  const { href } = original.attributes;
  if (original.tag !== 'a' || href === undefined) return original;
  const children = isCard(original) ? original.children.map(withoutHeadings) : original.children;
  const element = { ...original, children: children.map(withoutUnderline) };
  if (href.startsWith('#')) return { tag: 'span', attributes: emptyRecord(), children: element.children };
  const target = URL.canParse(href) ? redirectTarget(new URL(href)) : null;
  if (target === null) return element;
  const attributes = emptyRecord<string>();
  attributes['href'] = target;
  return { ...element, attributes };
}

/** Whether a link is a card with a title and more words, as on Medium: its title isn't a heading of the text. */
function isCard({ children }: HtmlElement): boolean {
  const headings = children.flatMap((child) => (typeof child === 'string' ? [] : (findElement(child, isHeading) ?? [])));
  const [first] = headings;
  return first !== undefined && textOfPieces(children).trim() !== textOfPieces(first.children).trim();
}

function isHeading({ tag }: HtmlElement): boolean {
  return /^h[1-6]$/u.test(tag);
}

function withoutHeadings(piece: HtmlPiece): HtmlPiece {
  if (typeof piece === 'string') return piece;
  return { ...piece, tag: isHeading(piece) ? 'p' : piece.tag, children: piece.children.map(withoutHeadings) };
}

function withoutUnderline(piece: HtmlPiece): HtmlPiece {
  if (typeof piece === 'string') return piece;
  return { ...piece, tag: piece.tag === 'u' ? 'span' : piece.tag, children: piece.children.map(withoutUnderline) };
}

/** Redirects by their host and path, with the parameter that has the target. */
const redirects: readonly (readonly [host: RegExp, path: RegExp, name: string])[] = [
  [/^(?:www\.)?google\.[a-z.]{2,10}$/u, /^\/url$/u, 'q'],
  [/\.safelinks\.protection\.outlook\.com$/u, /^/u, 'url'],
  [/^lm?\.facebook\.com$/u, /^\/l\.php$/u, 'u'],
  [/^slack-redir\.net$/u, /^\/link$/u, 'url'],
];

function redirectTarget({ hostname, pathname, searchParams }: URL): string | null {
  const name = redirects.find(([host, path]) => host.test(hostname) && path.test(pathname))?.[2];
  const target = name === undefined ? null : searchParams.get(name);
  return target !== null && /^https?:\/\//iu.test(target) ? target : null;
}
