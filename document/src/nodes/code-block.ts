import { findCodeLanguage } from '../code-languages.ts';
import { maxCodeLine } from '../code-lines.ts';
import { classAfter, codePieces, findElement, hasClass, textOfPieces, type HtmlElement, type HtmlMatch } from '../html-in/html-tree.ts';
import type { DocumentNode } from '../document-node.ts';
import { codeOf, stringifyAttributes, readInfo, writeFence } from '../markdown/fence.ts';
import { blockId, flag, line, lineRanges, oneOf, optionalInteger, optionalLine, optionalUrl, readLineRanges } from '../schema/attribute.ts';
import { textAttribute, type NodeDefinition } from '../schema/definition.ts';
import {
  leftToRight,
  integerOf,
  stringOf,
  type CreateElement,
  type ElementAttributes,
  type LooseNode,
  type RenderContext,
  type RenderNode,
} from '../render/element.ts';
import { findRunLanguage } from '../run-languages.ts';

/** Languages that mean another node in Markdown. A code block in one of them is written with `block=code`. */
const ownFences = new Set(['mermaid', 'math']);

/** A block of code. */
export const codeBlock: NodeDefinition = {
  name: 'codeBlock',
  group: 'block',
  content: 'text*',
  marks: 'none',
  isCode: true,
  isForComments: true,
  migrations: [{ to: 1, formerNames: ['code_block'], renamedAttributes: { language: 'mode', params: 'mode' } }],
  attributes: {
    mode: line(64),
    uniqueId: blockId(),
    locality: oneOf(['local', 'remote'], 'local'),
    loading: flag(),
    url: optionalUrl('link'),
    displayName: optionalLine(500),
    startLine: optionalInteger(1, maxCodeLine),
    endLine: optionalInteger(1, maxCodeLine),
    codeQuery: optionalLine(500),
    highlightLines: lineRanges(),
    readOnly: flag(),
    runnable: flag(),
  },
  markdown: {
    write: (node, writer) => {
      const mode = textAttribute(node, 'mode');
      const isWord = /^[\w+#.-]+$/u.test(mode);
      const lines = textAttribute(node, 'highlightLines');
      const isRunnable = node.attrs?.['runnable'] === true;
      const info = [
        isWord ? mode : '',
        lines === '' ? '' : `{${lines}}`,
        isWord || mode === '' ? '' : stringifyAttributes({ mode }),
        // The word would be the language of a block without one.
        isRunnable && isWord ? 'runnable' : '',
        isRunnable && !isWord ? 'runnable=true' : '',
        ownFences.has(mode) ? 'block=code' : '',
        writer.attributes(node, ['mode', 'highlightLines', 'runnable']),
      ];
      return writeFence(codeOf(node), info.filter(Boolean).join(' '));
    },
    leaves: {
      fence: (token) => {
        const { language, lines, attributes } = readInfo(token.info);
        if (ownFences.has(language) && attributes['block'] !== 'code') return null;
        return codeNode(token.content, { mode: language, highlightLines: lines, ...attributes });
      },
      code_block: (token) => codeNode(token.content, {}),
    },
  },
  html: { tags: ['pre', 'figure', 'div'], read: readCode },
};

function codeNode(content: string, attrs: Readonly<Record<string, string | null>>): DocumentNode {
  const text = content.endsWith('\n') ? content.slice(0, -1) : content;
  return { type: 'codeBlock', attrs, ...(text === '' ? {} : { content: [{ type: 'text', text }] }) };
}

/**
 * `<figure class="code">`: a bar with the name and the language, then one `<span>` per line, with `hl` on the highlighted ones. Text that
 * was colored when the document was saved is in a `<span>` with one letter as its class.
 */
export const renderCodeBlock: RenderNode = (node, context, extra) => {
  const { h } = context;
  const lines = linesOf(context.text(node));
  const marked = readLineRanges(stringOf(node, 'highlightLines')) ?? [];
  const isMarked = (number: number) => marked.some(([from, to]) => from <= number && number <= to);
  const mode = stringOf(node, 'mode');
  const language = mode.toLowerCase().replaceAll(/[^a-z0-9+#.-]/gu, '');
  const { code: rendered, name: languageName } = context.rendering();
  const label = typeof languageName === 'string' ? languageName : (findCodeLanguage(mode)?.name ?? mode);
  const start = integerOf(node, 'startLine', 1, maxCodeLine) ?? 1;
  // A rendering of another text doesn't belong to this one.
  const runs: readonly unknown[] = Array.isArray(rendered) && rendered.length === lines.length ? rendered : [];
  const rows = lines.map((text, index) => {
    const pieces = colored(text, runs[index], h);
    if (index + 1 < lines.length) pieces.push('\n');
    return h('span', marked.length > 0 && isMarked(index + 1) ? highlighted : noAttributes, ...pieces);
  });
  const code = h('code', { class: language === '' ? undefined : `language-${language}` }, ...rows);
  const name = nameOf(node);
  const bar = [...(name === '' ? [] : [h('b', {}, name)]), ...(label === '' ? [] : [h('span', { class: 'code__lang' }, label)])];
  return h(
    'figure',
    { class: 'code', ...extra, dir: leftToRight(context) },
    ...(bar.length === 0 ? [] : [h('figcaption', { class: 'code__bar', 'data-run': runMarkOf(node, context) }, ...bar)]),
    h('pre', { tabindex: 0, style: `--from:${start - 1}`, translate: 'no' }, code),
  );
};

/** Returns the language in which a reader can run the block; undefined if it can't be run here. */
function runMarkOf<T>(node: LooseNode, { options }: RenderContext<T>): string | undefined {
  if (options.canRun !== true || node.attributes['runnable'] !== true) return undefined;
  return findRunLanguage(stringOf(node, 'mode')) ?? undefined;
}

/** The most lines that are elements of their own. A valid text can have millions of empty lines. */
const maxRows = 20_000;
/** The most colored pieces in a block. */
const maxPieces = 20_000;

/** Splits code into lines. The last line that is an element of its own also contains all further ones. */
function linesOf(code: string): string[] {
  const lines = code.split('\n');
  return lines.length <= maxRows ? lines : [...lines.slice(0, maxRows - 1), lines.slice(maxRows - 1).join('\n')];
}

const noAttributes: ElementAttributes = {};
const highlighted: ElementAttributes = { class: 'hl' };

/** Colors a line by runs such as `5k7 1n`. Returns the plain text if the runs aren't those of this line. */
function colored<T>(text: string, runs: unknown, h: CreateElement<T>): (T | string)[] {
  // Each run covers at least one character, and is written with at most two characters for each that it covers.
  if (typeof runs !== 'string' || runs.length > text.length * 2) return [text];
  const pieces: (T | string)[] = [];
  let from = 0;
  let length = 0;
  for (let index = 0; index < runs.length; index += 1) {
    const code = runs.charCodeAt(index);
    if (code >= 48 && code <= 57) length = length * 10 + code - 48;
    else if (length > 0) {
      const piece = text.slice(from, from + length);
      pieces.push(code >= 97 && code <= 122 ? h('span', { class: runs.charAt(index) }, piece) : piece);
      from += length;
      length = 0;
    }
  }
  return from === text.length && pieces.length <= maxPieces ? pieces : [text];
}

function nameOf(node: Parameters<RenderNode>[0]): string {
  const isRemote = node.attributes['locality'] === 'remote';
  const name = stringOf(node, 'displayName') || (isRemote ? stringOf(node, 'url') || '(unknown url)' : '');
  const from = integerOf(node, 'startLine', 1, maxCodeLine);
  const to = integerOf(node, 'endLine', 1, maxCodeLine);
  const range = from === undefined ? '' : to === undefined || to === from ? ` ${from}` : ` ${from}–${to}`;
  return name === '' ? '' : `${name}${range}`;
}

function readCode(element: HtmlElement): HtmlMatch | null {
  if (element.tag === 'div') return readStyledCode(element);
  const pre = findElement(element, ({ tag }) => tag === 'pre');
  if (pre === undefined || (element.tag === 'figure' && !hasClass(element, 'code'))) return null;
  const code = findElement(pre, ({ tag }) => tag === 'code') ?? pre;
  const language = classAfter(code, 'language-') ?? classAfter(pre, 'language-') ?? classAfter(code, 'lang-') ?? classAfter(pre, 'lang-');
  const bar = findElement(element, ({ tag }) => tag === 'figcaption');
  const name = bar === undefined ? undefined : hasClass(bar, 'code__bar') ? findElement(bar, ({ tag }) => tag === 'b') : bar;
  const attrs = { mode: language, displayName: name === undefined ? undefined : textOfPieces(name.children) };
  return element.tag === 'figure' ? { attrs, content: [textOfPieces(pre.children)] } : { attrs, content: codePieces(pre) };
}

/**
 * Reads code from a styled box: GitHub puts the language on a box around `pre`, and VS Code copies code as lines in boxes, set in a
 * fixed-width font.
 */
function readStyledCode(element: HtmlElement): HtmlMatch | null {
  const language = classAfter(element, 'highlight-source-');
  const pre = language === undefined ? undefined : findElement(element, ({ tag }) => tag === 'pre');
  if (pre !== undefined) return { attrs: { mode: language }, content: codePieces(pre) };
  const style = element.attributes['style'] ?? '';
  if (!/white-space:\s*pre/u.test(style) || !/font-family:[^;]*(?:mono|consolas|menlo|courier)/iu.test(style)) return null;
  const lines = element.children.map((piece) =>
    typeof piece === 'string' ? piece : piece.tag === 'br' ? '' : textOfPieces(piece.children),
  );
  return { attrs: {}, content: [lines.join('\n').replaceAll('\u00a0', ' ')] };
}
