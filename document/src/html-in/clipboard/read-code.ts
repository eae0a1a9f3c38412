import { findCodeLanguage } from '../../code-languages.ts';
import { emptyRecord } from '../../empty-record.ts';
import {
  classAfter,
  classesOf,
  codePieces,
  elementsIn,
  findElement,
  hasClass,
  textOfPieces,
  type HtmlElement,
  type HtmlPiece,
} from '../html-tree.ts';

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

/** Returns the language that a box around code, or the code itself, has in a class or an attribute. */
function languageOf(element: HtmlElement): string | undefined {
  const { attributes } = element;
  return (
    /\bbrush:\s*([\w+#-]+)/u.exec(`${attributes['class'] ?? ''} ${attributes['data-syntaxhighlighter-params'] ?? ''}`)?.[1] ??
    attributes['data-lang'] ??
    attributes['data-language'] ??
    classAfter(element, 'language-') ??
    (element.tag === 'pre' ? (ownLanguage(attributes['lang']) ?? ownLanguage(classAfter(element, 'code-'))) : undefined) ??
    (hasClass(element, 'notranslate') ? classAfter(element, 'highlight-') : undefined)
  );
}

/** Returns what an attribute `lang` says at GitHub: a language of code, or a diagram; elsewhere it's a language that people speak. */
function ownLanguage(name: string | undefined): string | undefined {
  return name !== undefined && (name === 'mermaid' || findCodeLanguage(name) !== undefined) ? name : undefined;
}

/** Names for no language. */
const noLanguages = new Set(['default', 'none', 'text', 'plaintext', 'source']);

/**
 * Converts code whose page has more around it: the name of its language and buttons (ChatGPT, MDN, Prism, VitePress), its title (Docusaurus),
 * or a box with its language (Rouge, Sphinx).
 */
export function readCodeBoxes(element: HtmlElement): HtmlElement {
  if (element.tag === 'pre') {
    const code = findElement(element, ({ tag }) => tag === 'code');
    const attributes = withLanguage(element, languageOf(element) ?? languageOfLine(element) ?? languageOfClass(code));
    return { ...element, attributes, children: code === undefined ? element.children : [code] };
  }
  if ((element.tag !== 'div' && element.tag !== 'figure') || hasClass(element, 'code')) return element;
  const isBox = ['code-example', 'code-toolbar'].some((name) => hasClass(element, name));
  const title = elementsIn(element).find(
    (child) => /(?:^|\s)codeBlockTitle/u.test(child.attributes['class'] ?? '') || 'data-rehype-pretty-code-title' in child.attributes,
  );
  const language = languageOf(element);
  if (!isBox && language === undefined && title === undefined) return element;
  const blocks = blocksIn(element);
  const [pre] = blocks;
  if (pre === undefined || blocks.length > 1 || classAfter(element, 'highlight-source-') !== undefined) return element;
  const label = isBox ? findElement(element, (each) => hasClass(each, 'language-name')) : undefined;
  const named = language ?? (label === undefined ? undefined : textOfPieces(label.children).trim());
  const code: HtmlElement = { ...pre, attributes: withLanguage(pre, named) };
  const own = findElement(pre, ({ tag }) => tag === 'code') ?? pre;
  return title === undefined
    ? code
    : titledCode({ ...pre, attributes: withLanguage(pre, named ?? languageOf(pre) ?? languageOf(own)), children: codePieces(pre) }, title);
}

function blocksIn(element: HtmlElement): readonly HtmlElement[] {
  return elementsIn(element).flatMap((child) => (child.tag === 'pre' ? [child] : blocksIn(child)));
}

/** Returns the language of the lines in a block, as at GitLab. */
function languageOfLine(pre: HtmlElement): string | undefined {
  return findElement(pre, (each) => hasClass(each, 'line') && each.attributes['lang'] !== undefined)?.attributes['lang'];
}

/** Returns the language that highlight.js has as a class of its own, as at Discord. */
function languageOfClass(code: HtmlElement | undefined): string | undefined {
  if (code === undefined || !hasClass(code, 'hljs') || languageOf(code) !== undefined) return undefined;
  return classesOf(code).find((name) => name !== 'hljs' && findCodeLanguage(name) !== undefined);
}

function titledCode(pre: HtmlElement, { children }: HtmlElement): HtmlElement {
  const classed = (tag: string, name: string, inner: readonly HtmlPiece[]): HtmlElement => {
    const attributes = emptyRecord<string>();
    attributes['class'] = name;
    return { tag, attributes, children: inner };
  };
  const bar = classed('figcaption', 'code__bar', [classed('b', '', children)]);
  return classed('figure', 'code', [bar, pre]);
}

function withLanguage({ attributes: own }: HtmlElement, language: string | undefined): Readonly<Record<string, string>> {
  if (language === undefined || noLanguages.has(language)) return own;
  const attributes = emptyRecord<string>();
  Object.assign(attributes, own);
  attributes['class'] = `${own['class'] ?? ''} language-${language}`;
  return attributes;
}

/** Converts lines of code that are boxes side by side, as in GitHub's file view, to one block. */
export function readCodeLines(element: HtmlElement): HtmlElement {
  if (!element.children.some(isLine)) return element;
  const children: HtmlPiece[] = [];
  let lines: string[] = [];
  const end = () => {
    if (lines.length > 0) children.push({ tag: 'pre', attributes: emptyRecord(), children: [lines.join('\n')] });
    lines = [];
  };
  for (const child of element.children) {
    if (isLine(child)) lines.push(textOfPieces(child.children).replaceAll('\n', ''));
    else if (typeof child !== 'string' || child.trim() !== '') {
      end();
      children.push(child);
    }
  }
  end();
  return { ...element, children };
}

function isLine(piece: HtmlPiece): piece is HtmlElement {
  return typeof piece !== 'string' && hasClass(piece, 'react-file-line');
}
