import type { DocumentKind } from '../../document-node.ts';
import { findElement, textOfPieces, type HtmlElement, type HtmlPiece } from '../html-tree.ts';
import { readBoxes, readCallout } from './read-boxes.ts';
import { readCodeBoxes, readCodeLines, readCodeTable } from './read-code.ts';
import { isEmoji, readEmoji } from './read-emoji.ts';
import { readFormats, readLinks, readScripts } from './read-elements.ts';
import { readDisplayDollars, readDollars } from './read-dollars.ts';
import { readFormulas } from './read-formulas.ts';
import { readMonospaceLines } from './read-monospace-lines.ts';
import { isMissingMedia, readProgramBlocks } from './read-program-blocks.ts';
import { readHeaderRow } from './read-tables.ts';
import { isSign, readTasks } from './read-tasks.ts';
import { readWebLists } from './read-web-lists.ts';
import { readWordLists } from './read-word-lists.ts';

/** Content that is lost from a clipboard: images that are only on the source machine. */
export type ClipboardLosses = { onLostImage(): void };

/**
 * Converts clipboard HTML to HTML that the format's reader supports: Word's lists; formulas of KaTeX, MathJax and Wikipedia; checkboxes;
 * callouts; emoji; code with line numbers, labels or in a monospace font; header rows of spreadsheets. Removes buttons.
 *
 * @param boldClasses the classes of bold cells, from `boldClassesIn`
 */
export function tidyClipboard(
  tree: HtmlElement,
  kind: DocumentKind,
  losses: ClipboardLosses,
  boldClasses: ReadonlySet<string> = new Set(),
): HtmlElement {
  const readers = kind === 'comment' ? [readScripts, ...commonReaders] : commonReaders;
  const visit = (element: HtmlElement): HtmlPiece[] => {
    if (isButton(element)) return [];
    const { src } = element.attributes;
    const isLost = element.tag === 'img' && src !== undefined && !isSign(element) && !isEmoji(element) && isLocal(src);
    if (isLost || isMissingMedia(element)) losses.onLostImage();
    // A formula is read as a whole, because its elements are its characters.
    const formula = readFormulas(element);
    if (formula !== null) return [formula];
    if (isBlankLine(element)) return [];
    const children = element.children.flatMap((child) => (typeof child === 'string' ? [child] : visit(child)));
    let read: HtmlElement = { ...element, children };
    for (const reader of readers) read = reader(read);
    return [readHeaderRow(read, boldClasses)];
  };
  const children = visit({ ...tree, tag: 'div' });
  return { ...tree, children };
}

const commonReaders: readonly ((element: HtmlElement) => HtmlElement)[] = [
  readEmoji,
  readProgramBlocks,
  readFormats,
  readLinks,
  readTasks,
  readWordLists,
  readWebLists,
  readCodeLines,
  readMonospaceLines,
  readCallout,
  readBoxes,
  readCodeTable,
  readCodeBoxes,
  readDisplayDollars,
  readDollars,
];

/** Elements to remove: Wikipedia's “[edit]”, line numbers, signs beside headings, and links from a footnote back to its reference. */
const buttons = new Set([
  ...['mw-editsection', 'data-footnote-backref', 'footnote-backref', 'hljs-ln-numbers', 'line-numbers-rows'],
  ...['headerlink', 'header-anchor', 'hash-link', 'toolbar-item', 'aui-icon', 'EOP', 'line-numbers-wrapper'],
  ...['blob-num', 'rouge-gutter', 'gutter', 'lineno', 'linenos', 'linenumber', 'hide-text', 'md-fn-count'],
]);

function isButton({ tag, attributes }: HtmlElement): boolean {
  // Prism has this class on the code itself.
  if (tag === 'div' && attributes['class'] === 'line-numbers') return true;
  return 'data-footnote-backref' in attributes || (attributes['class'] ?? '').split(/\s+/u).some((name) => buttons.has(name));
}

/** Whether a paragraph is only a blank line, as Word and OneNote write it. */
function isBlankLine(element: HtmlElement): boolean {
  if (element.tag !== 'p') return false;
  const isOfWord = (element.attributes['class'] ?? '').startsWith('Mso');
  return (
    (isOfWord || textOfPieces(element.children).includes('\u00A0')) &&
    findElement(element, ({ tag }) => tag === 'img') === undefined &&
    textOfPieces(element.children).trim() === ''
  );
}

/** Matches a URL of a file on the source machine. */
function isLocal(src: string): boolean {
  return /^(?:file|blob|cid|data|webkit-fake-url|x-apple-[a-z-]+):/iu.test(src.trim());
}
