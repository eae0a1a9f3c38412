import type { DocumentKind } from '../../document-node.ts';
import { findElement, textOfPieces, type HtmlElement, type HtmlPiece } from '../html-tree.ts';
import { readCallout, readCodeTable, readFormats, readLinks, readScripts } from './read-elements.ts';
import { readDollars } from './read-dollars.ts';
import { readFormulas } from './read-formulas.ts';
import { readMonospaceLines } from './read-monospace-lines.ts';
import { readTasks } from './read-tasks.ts';
import { readWordLists } from './read-word-lists.ts';

/** Content that is lost from a clipboard: images that are only on the source machine. */
export type ClipboardLosses = { onLostImage(): void };

/**
 * Converts clipboard HTML to HTML that the format's reader supports: Word's lists; formulas of KaTeX, MathJax and Wikipedia; checkboxes;
 * Notion's callouts; code from Google Docs and from tables with line numbers. Removes buttons.
 */
export function tidyClipboard(tree: HtmlElement, kind: DocumentKind, losses: ClipboardLosses): HtmlElement {
  const readers = kind === 'comment' ? [readScripts, ...commonReaders] : commonReaders;
  const visit = (element: HtmlElement): HtmlPiece[] => {
    if (isButton(element)) return [];
    const { src } = element.attributes;
    const isSign = element.attributes['role'] === 'presentation';
    if (element.tag === 'img' && src !== undefined && !isSign && isLocal(src)) losses.onLostImage();
    // A formula is read as a whole, because its elements are its characters.
    const formula = readFormulas(element);
    if (formula !== null) return [formula];
    if (isEmptyLineOfWord(element)) return [];
    const children = element.children.flatMap((child) => (typeof child === 'string' ? [child] : visit(child)));
    let read: HtmlElement = { ...element, children };
    for (const reader of readers) read = reader(read);
    return [read];
  };
  const children = visit({ ...tree, tag: 'div' });
  return { ...tree, children };
}

const commonReaders: readonly ((element: HtmlElement) => HtmlElement)[] = [
  readFormats,
  readLinks,
  readTasks,
  readWordLists,
  readMonospaceLines,
  readCallout,
  readCodeTable,
  readDollars,
];

/** Elements to remove: Wikipedia's “[edit]”, line numbers, and links from a footnote back to its reference. */
const buttons = new Set([
  ...['mw-editsection', 'data-footnote-backref', 'footnote-backref', 'hljs-ln-numbers', 'line-numbers-rows'],
  ...['blob-num', 'rouge-gutter', 'gutter', 'lineno', 'linenos', 'linenumber'],
]);

function isButton({ attributes }: HtmlElement): boolean {
  return 'data-footnote-backref' in attributes || (attributes['class'] ?? '').split(/\s+/u).some((name) => buttons.has(name));
}

function isEmptyLineOfWord(element: HtmlElement): boolean {
  const isOfWord = element.tag === 'p' && (element.attributes['class'] ?? '').startsWith('Mso');
  return isOfWord && findElement(element, ({ tag }) => tag === 'img') === undefined && textOfPieces(element.children).trim() === '';
}

/** Matches a URL of a file on the source machine. */
function isLocal(src: string): boolean {
  return /^(?:file|blob|cid|data|webkit-fake-url|x-apple-[a-z-]+):/iu.test(src.trim());
}
