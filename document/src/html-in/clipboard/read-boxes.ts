import { calloutOf, calloutTypes, type CalloutType } from '../../callouts.ts';
import { emptyRecord } from '../../empty-record.ts';
import { classesOf, elementsIn, hasClass, textOfPieces, type HtmlElement, type HtmlPiece } from '../html-tree.ts';

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

/** Converts a Notion callout: an aside that starts with an emoji or with one of Notion's icons. */
export function readCallout(element: HtmlElement): HtmlElement {
  if (element.tag !== 'aside') return element;
  const icon = takeIcon(element.children);
  if (icon !== null) return boxOf(icon.kind, icon.rest);
  const first = firstWords(element.children);
  const [mark = '', sign = ''] = leadingSign.exec(first ?? '') ?? [];
  if (first === null || mark === '') return element;
  const kind = signs[sign] ?? signs[`${sign}\uFE0F`];
  return boxOf(kind ?? 'info', kind === undefined ? element.children : withoutFirst(element.children, first, mark.length));
}

/** Removes the icon at the start of a Notion callout, and returns the type that it stands for. */
function takeIcon(children: readonly HtmlPiece[]): { readonly kind: string; readonly rest: readonly HtmlPiece[] } | null {
  const at = children.findIndex((child) => typeof child !== 'string' || child.trim() !== '');
  const first = children[at];
  if (typeof first !== 'object') return null;
  const name = first.tag === 'img' ? /\/icons\/([a-z-]+)_\w+\.svg/u.exec(first.attributes['src'] ?? '')?.[1] : undefined;
  if (name !== undefined) return { kind: kindOf([name]) ?? 'info', rest: children.toSpliced(at, 1) };
  const inner = first.tag === 'p' ? takeIcon(first.children) : null;
  return inner === null ? null : { ...inner, rest: children.with(at, { ...first, children: inner.rest }) };
}

/** Classes of boxes: Sphinx and MkDocs, MDN, Confluence, Docusaurus, VitePress, Typora; Bootstrap and Jupyter. */
const boxClasses = [
  'admonition',
  'alert',
  'md-alert',
  'notecard',
  'confluence-information-macro',
  'theme-admonition',
  'custom-block',
  'callout',
];
const titleClasses = ['admonition-title', 'md-alert-text-container', 'custom-block-title', 'callout-title', 'title'];

/** Converts the boxes of documentation tools. A title that isn't just the name of its type stays, in bold. */
export function readBoxes(element: HtmlElement): HtmlElement {
  if (!/^(?:div|aside|section)$/u.test(element.tag)) return element;
  const ofEditor = element.attributes['data-panel-type'] ?? element.attributes['data-callout'];
  if (ofEditor === undefined && !boxClasses.some((name) => hasClass(element, name))) return element;
  const names = ofEditor === undefined ? classesOf(element).flatMap((name) => [name, name.split(/-+/u).at(-1) ?? '']) : [ofEditor];
  const kind = kindOf(names);
  if (kind === null && ofEditor === undefined && !hasClass(element, 'admonition')) return element;
  const inner = elementsIn(element);
  const title = inner.find(
    (child) => titleClasses.some((name) => hasClass(child, name)) || /admonitionHeading/u.test(child.attributes['class'] ?? ''),
  );
  const words = title === undefined ? '' : textOfPieces(title.children).trim();
  const rest = element.children.filter((child) => child !== title);
  const isName = words === '' || kindOf([words.toLowerCase()]) !== null;
  const strong = { tag: 'strong', attributes: emptyRecord<string>(), children: title?.children ?? [] };
  return boxOf(kind ?? 'info', isName ? rest : [{ tag: 'p', attributes: emptyRecord(), children: [strong] }, ...rest]);
}

/** Returns the first callout type that one of these names stands for; null without one. */
function kindOf(names: readonly string[]): CalloutType | null {
  for (const name of names) {
    const type = calloutTypes.find((each) => each === name || calloutOf(each).importNames.includes(name));
    if (type !== undefined) return type;
  }
  return null;
}

function boxOf(kind: string, children: readonly HtmlPiece[]): HtmlElement {
  const attributes = emptyRecord<string>();
  attributes['class'] = `note note--${kind}`;
  // A `b` at the start would be the title that this site's own pages add.
  const inner = children.map((child) => (typeof child !== 'string' && child.tag === 'b' ? { ...child, tag: 'strong' } : child));
  return { tag: 'aside', attributes, children: [{ tag: 'div', attributes: emptyRecord(), children: inner }] };
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
