import { cutText } from '@newline/document/truncate';
import type { DocumentNode, Json } from '@newline/document/document-node';
import { decodedOrAsIs } from '@newline/document/decode-part';
import { listingFile } from '../mdbook/plain-listings.ts';
import type { Flavour } from './flavour.ts';

/** A fenced code block as a node, with the parts that are left out. */
export type ReadFence = { readonly node: DocumentNode; readonly losses: readonly string[] };

type Block = { language: string; code: string; attrs: Record<string, Json>; losses: string[] };

/** Reads a fenced code block: `info` is the text after the fence. */
export function readFence(info: string, content: string, flavour: Flavour): ReadFence {
  const code = content.endsWith('\n') ? content.slice(0, -1) : content;
  const block = flavour.name === 'mdbook' ? readMdBook(info, code, flavour) : readDocusaurus(info, code);
  const words = block.code === '' ? {} : { content: [{ type: 'text', text: block.code }] };
  const node: DocumentNode =
    block.language === 'mermaid'
      ? { type: 'mermaid', attrs: {}, ...words }
      : { type: 'codeBlock', attrs: { mode: block.language.slice(0, 64), ...block.attrs }, ...words };
  return { node, losses: block.losses };
}

/** Returns the HTML of code in a listing, which is read with its figure; null for any other block. */
export function codeOfListing(info: string, node: DocumentNode, escape: (text: string) => string): string | null {
  if (node.type !== 'codeBlock' || !info.includes(listingFile)) return null;
  const { mode, displayName } = node.attrs ?? {};
  const bar = typeof displayName === 'string' ? `<figcaption class="code__bar"><b>${escape(displayName)}</b></figcaption>` : '';
  const code = escape((node.content ?? []).map(({ text = '' }) => text).join(''));
  return `<figure class="code">${bar}<pre>\n<code class="language-${escape(typeof mode === 'string' ? mode : '')}">${code}</code></pre></figure>\n`;
}

/** Attributes that only a playground or a test of the code uses. */
function readMdBook(written: string, source: string, flavour: Flavour): Block {
  const title = /\btitle="([^"]*)"/u.exec(written)?.[1];
  const info = written.replace(/\btitle="[^"]*"/u, '');
  const words = info.split(/[,\s]+/u).filter(Boolean);
  const [language = '', ...attributes] = words[0]?.startsWith(listingFile) === true ? ['', ...words] : words;
  const local = attributes.find((word) => word.startsWith('hidelines='))?.slice('hidelines='.length);
  const isRust = language === 'rust';
  const { code, hidden } = isRust ? hideRustLines(source) : hideLines(source, local ?? flavour.hiddenLines[language]);
  const file = attributes.find((word) => word.startsWith(listingFile))?.slice(listingFile.length);
  const left = attributes.filter((word) => !word.startsWith('hidelines=') && !word.startsWith(listingFile));
  const losses = left.length === 0 ? [] : [`Attributes of code are removed: ${left.join(', ')}.`];
  if (hidden > 0) losses.push(`Hidden lines of code are removed: ${hidden}.`);
  const name = file === undefined || file === '' ? title : decodedOrAsIs(file);
  const attrs = name === undefined || name === '' ? {} : { displayName: cutText(name, 500) };
  return { language, code, attrs, losses };
}

/** Hides lines as rustdoc does: `# ` and a lone `#` hide a line, `##` is a `#`. */
function hideRustLines(code: string): { code: string; hidden: number } {
  let hidden = 0;
  const lines = code.split('\n').flatMap((line) => {
    const [, indent = '', next = '', rest = ''] = /^(\s*)#(.?)(.*)$/u.exec(line) ?? [null];
    if (!/^\s*#/u.test(line)) return [line];
    if (next === '#') return [`${indent}#${rest}`];
    if (next !== '' && next !== ' ') return [line];
    hidden += 1;
    return [];
  });
  return { code: lines.join('\n'), hidden };
}

function hideLines(code: string, prefix: string | undefined): { code: string; hidden: number } {
  if (prefix === undefined || prefix === '') return { code, hidden: 0 };
  const lines = code.split('\n');
  const visible = lines.filter((line) => !line.trimStart().startsWith(prefix));
  return { code: visible.join('\n'), hidden: lines.length - visible.length };
}

function readDocusaurus(written: string, source: string): Block {
  // Pandoc and MkDocs: `{ .python title="a.py" }`.
  const info = written.replace(/^\{\s*(?:#[\w-]{1,100}\s+)?\.([\w+#-]+)([^{}]*)\}$/u, '$1$2');
  const language = /^[^\s{[:]+/u.exec(info)?.[0] ?? '';
  let rest = info.slice(language.length);
  const take = (pattern: RegExp) => {
    const match = pattern.exec(rest);
    if (match) rest = rest.replace(match[0], ' ');
    return match;
  };
  // Hugo and Quarto name the file.
  const title = take(/\b(?:title|filename|file)=(?:"([^"]*)"|'([^']*)')/u);
  // Before what is in brackets, which may be the label of a tab.
  const listed = take(/\bhl_lines=(?:"([\d\s,-]+)"|\[([\d\s,"-]+)\])/u);
  const label = title === null ? take(/\[([^\]"]+)\]/u)?.[1] : undefined;
  const ranges =
    take(/\{([\d,\s-]+)\}/u)?.[1]?.replaceAll(/\s/gu, '') ??
    (listed?.[1] ?? listed?.[2])
      ?.trim()
      .replaceAll('"', '')
      .replaceAll(/[\s,]+/gu, ',');
  const start = take(/\bshowLineNumbers(?:=(\d+))?/u)?.[1] ?? take(/\b(?:linenums="|linenostart=|startFrom=")(\d+)"?/u)?.[1];
  // VitePress.
  const numbered = take(/:(?:no-)?line-numbers(?:=(\d+))?/u)?.[1];
  take(/\.(?:annotate|no-copy|select)\b/u);
  const { code, lines, signs } = readMagicComments(source);
  const marked = [...(ranges === undefined ? [] : [ranges]), ...lines].join(',');
  const caption = take(/\blst-cap="([^"]*)"/u)?.[1];
  const left = rest.replace(/^[\s{},]+$/u, '').trim();
  const startLine = Number(start ?? numbered ?? 0);
  const attrs = {
    ...(title === null && label === undefined ? {} : { displayName: cutText(title?.[1] ?? title?.[2] ?? label ?? '', 500) }),
    ...(marked === '' ? {} : { highlightLines: mergeRanges(marked) }),
    ...(startLine > 0 ? { startLine } : {}),
  };
  return {
    language,
    code,
    attrs,
    losses: [
      ...(caption === undefined ? [] : [`A caption is removed: ${cutText(caption, 400)}.`]),
      ...(left === '' ? [] : [`Attributes of code are removed: ${left}.`]),
      ...(signs.length === 0 ? [] : [`Comments that mark lines are removed: ${signs.join(', ')}.`]),
    ],
  };
}

/** VitePress: a comment at the end of a line, such as `// [!code ++]`. */
const lineSign = /\s*(?:\/\/|#|--|%|;|\/\*|<!--)\s*\[!code\s+([^\]\n]{1,80})\]\s*(?:\*\/|-->)?\s*$/u;
const magic = /^\s*(?:\/\/|#|--|%|\/\*|<!--|\{\/\*)\s*highlight-(next-line|start|end)\s*(?:\*\/\}?|-->)?\s*$/u;

/** Removes comments that highlight lines; counts highlighted lines after the removal. */
function readMagicComments(source: string): { code: string; lines: string[]; signs: string[] } {
  const signs = new Set<string>();
  const remaining: string[] = [];
  const lines: string[] = [];
  let isNext = false;
  let isWithin = false;
  for (const line of source.split('\n')) {
    const word = magic.exec(line)?.[1];
    if (word === 'next-line') isNext = true;
    else if (word !== undefined) isWithin = word === 'start';
    else {
      const sign = line.includes('[!code') ? lineSign.exec(line) : null;
      remaining.push(sign === null ? line : line.slice(0, sign.index));
      const isMarked = sign !== null && /^(?:highlight|hl|focus)\b/u.test(sign[1] ?? '');
      if (sign !== null && !isMarked) signs.add(sign[1] ?? '');
      if (isNext || isWithin || isMarked) lines.push(String(remaining.length));
      isNext = false;
    }
  }
  return { code: remaining.join('\n'), lines, signs: [...signs] };
}

function mergeRanges(written: string): string {
  const numbers = new Set<number>();
  for (const part of written.split(',').filter(Boolean)) {
    const [from = 0, to = from] = part.split('-').map(Number);
    for (let line = from; line <= Math.min(to, from + 10_000); line += 1) if (line > 0) numbers.add(line);
  }
  const ranges: [number, number][] = [];
  for (const line of [...numbers].toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && last[1] === line - 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(',');
}
