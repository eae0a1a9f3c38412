import { classAfter, codePieces, findElement, hasClass, textOfPieces, type HtmlElement, type HtmlMatch } from '../html-in/html-tree.ts';
import type { DocumentNode } from '../document-node.ts';
import { codeOf, stringifyAttributes, readInfo, writeFence } from '../markdown/fence.ts';
import { blockId, flag, line, lineRanges, oneOf, optionalInteger, optionalLine, optionalUrl, readLineRanges } from '../schema/attribute.ts';
import { textAttribute, type NodeDefinition } from '../schema/definition.ts';
import { integerOf, stringOf, type RenderNode } from '../render/element.ts';

/** Languages that name another node in Markdown; a code block in one of them says `block=code`. */
const ownFences = new Set(['mermaid', 'math']);

/** A block of code. */
export const codeBlock: NodeDefinition = {
  name: 'codeBlock',
  summary:
    'Code. `mode` is the language, `highlightLines` counts the lines of this block from 1, `startLine` is its first line in the file.',
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
    startLine: optionalInteger(1, 1_000_000),
    endLine: optionalInteger(1, 1_000_000),
    codeQuery: optionalLine(500),
    highlightLines: lineRanges(),
    readOnly: flag(),
  },
  markdown: {
    write: (node, writer) => {
      const mode = textAttribute(node, 'mode');
      const isWord = /^[\w+#.-]+$/u.test(mode);
      const lines = textAttribute(node, 'highlightLines');
      const info = [
        isWord ? mode : '',
        lines === '' ? '' : `{${lines}}`,
        isWord || mode === '' ? '' : stringifyAttributes({ mode }),
        ownFences.has(mode) ? 'block=code' : '',
        writer.attributes(node, ['mode', 'highlightLines']),
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

/** `<figure class="code">`: a bar with the name when there is one, then one `<span>` a line, `hl` on the highlighted ones. */
export const renderCodeBlock: RenderNode = (node, context, extra) => {
  const { h } = context;
  const lines = context.text(node).split('\n');
  const marked = readLineRanges(stringOf(node, 'highlightLines')) ?? [];
  const isMarked = (number: number) => marked.some(([from, to]) => from <= number && number <= to);
  const language = stringOf(node, 'mode')
    .toLowerCase()
    .replaceAll(/[^a-z0-9+#.-]/gu, '');
  const start = integerOf(node, 'startLine', 1, 1_000_000) ?? 1;
  const rows = lines.map((text, index) =>
    h('span', { class: isMarked(index + 1) ? 'hl' : undefined }, index + 1 < lines.length ? `${text}\n` : text),
  );
  const code = h('code', { class: language === '' ? undefined : `language-${language}` }, ...rows);
  const bar = nameOf(node);
  return h(
    'figure',
    { class: 'code', ...extra },
    ...(bar === '' ? [] : [h('figcaption', { class: 'code__bar' }, h('b', {}, bar))]),
    h('pre', { tabindex: 0, style: `--from:${start - 1}` }, code),
  );
};

function nameOf(node: Parameters<RenderNode>[0]): string {
  const isRemote = node.attributes['locality'] === 'remote';
  const name = stringOf(node, 'displayName') || (isRemote ? stringOf(node, 'url') || '(unknown url)' : '');
  const from = integerOf(node, 'startLine', 1, 1_000_000);
  const to = integerOf(node, 'endLine', 1, 1_000_000);
  const range = from === undefined ? '' : to === undefined || to === from ? ` ${from}` : ` ${from}–${to}`;
  return name === '' ? '' : `${name}${range}`;
}

function readCode(element: HtmlElement): HtmlMatch | null {
  if (element.tag === 'div') return readStyledCode(element);
  const pre = findElement(element, ({ tag }) => tag === 'pre');
  if (pre === undefined || (element.tag === 'figure' && !hasClass(element, 'code'))) return null;
  const code = findElement(pre, ({ tag }) => tag === 'code') ?? pre;
  const language = classAfter(code, 'language-') ?? classAfter(pre, 'language-') ?? classAfter(code, 'lang-') ?? classAfter(pre, 'lang-');
  const name = findElement(element, ({ tag }) => tag === 'figcaption');
  const attrs = { mode: language, displayName: name === undefined ? undefined : textOfPieces(name.children) };
  return element.tag === 'figure' ? { attrs, content: [textOfPieces(pre.children)] } : { attrs, content: codePieces(pre) };
}

/** GitHub puts the language on a box around `pre`; VS Code copies code as lines in boxes, set in a fixed-width font. */
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
