import { append } from '@newline/document/append';
import { cutText } from '@newline/document/truncate';
import { fencedLines, type SourceLine } from '../../foreign/source-line.ts';
import type { ImportMessages } from '../../import-plan.ts';
import { readMystTable } from './myst-tables.ts';
import { boxAround, escapeAttribute, maxDepth, maxLine, readAttributes, type Tab, tabsAround, tell } from './rewriting.ts';

const quartoOpen = /^\s*(:{3,})\s*(?:\{([^{}]*)\}|([A-Za-z][\w-]*))\s*:*\s*$/u;
const mystOpen = /^\s*(:{3,}|`{3,}|~{3,})\{([\w:.-]+)\}\s*(.*)$/u;
const group = /^\s*(:{3,})\s*code-group\s*$/u;

type Reading = { readonly messages: ImportMessages; readonly depth: number };

/** Converts the fenced blocks of Quarto, Pandoc, MyST and VitePress that Markdown doesn't have. */
export function readColonBoxes(lines: readonly SourceLine[], messages: ImportMessages, depth = 0): SourceLine[] {
  if (depth >= maxDepth) return [...lines];
  const reading: Reading = { messages, depth };
  const fenced = fencedLines(lines);
  const written: SourceLine[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (line === undefined) continue;
    const isStart = line.text.length <= maxLine && (fenced[index] !== true || fenced[index - 1] !== true);
    const myst = isStart ? mystOpen.exec(line.text) : null;
    const block =
      (myst !== null && isDirective(myst[2] ?? '') && !/^\s*[,}]/u.test(myst[3] ?? '') ? directive(lines, index, myst, reading) : null) ??
      (isStart && fenced[index] !== true
        ? (codeGroup(lines, index) ?? plainBox(lines, index, reading) ?? quartoBox(lines, index, reading))
        : null);
    if (block === null) written.push(line);
    else {
      append(written, block.written);
      index = block.end;
    }
  }
  return written;
}

type Block = { readonly written: readonly SourceLine[]; readonly end: number };

/** VitePress: `::: code-group`, with the label of each block in brackets. */
function codeGroup(lines: readonly SourceLine[], start: number): Block | null {
  const colons = group.exec(lines[start]?.text ?? '')?.[1];
  if (colons === undefined) return null;
  const end = closeOf(lines, start, colons);
  const tabs: Tab[] = [];
  const inner = lines.slice(start + 1, end);
  const fenced = fencedLines(inner);
  let open: { line: SourceLine; title: string; inner: SourceLine[] } | null = null;
  for (const [index, line] of inner.entries()) {
    const isFirst = fenced[index] === true && (fenced[index - 1] !== true || open === null);
    if (isFirst) {
      const [, label] = /\[([^\]]{1,200})\]/u.exec(line.text) ?? [];
      const language = /^\s*[`~]{3,}\s*([\w+#-]+)/u.exec(line.text)?.[1];
      open = { line, title: label ?? language ?? 'Code', inner: [{ ...line, text: line.text.replace(/\s*\[[^\]]*\]/u, '') }] };
      tabs.push(open);
    } else if (open !== null) open.inner.push(line);
    if (fenced[index] === true && fenced[index + 1] !== true) open = null;
  }
  return { written: tabs.length === 0 ? inner : tabsAround(tabs), end };
}

/** VitePress: `::: raw`, which only changes styles. */
function plainBox(lines: readonly SourceLine[], start: number, { messages, depth }: Reading): Block | null {
  const line = lines[start];
  const colons = /^\s*(:{3,})\s*(?:raw|v-pre)\s*$/u.exec(line?.text ?? '')?.[1];
  if (line === undefined || colons === undefined) return null;
  const end = closeOf(lines, start, colons);
  const blank = { ...line, text: '' };
  return { written: [blank, ...readColonBoxes(lines.slice(start + 1, end), messages, depth + 1), blank], end };
}

/** Quarto and Pandoc: `::: {.callout-note title="A"}`, tabs and other boxes, whose classes are left out. */
function quartoBox(lines: readonly SourceLine[], start: number, { messages, depth }: Reading): Block | null {
  const line = lines[start];
  const [, , written, word] = quartoOpen.exec(line?.text ?? '') ?? [];
  if (line === undefined || written === undefined || word !== undefined) return null;
  const end = matchingClose(lines, start);
  const attributes = readAttributes(written);
  const callout = [...attributes.keys()].map((name) => /^\.callout-(\w+)$/u.exec(name)?.[1]).find((name) => name !== undefined);
  let inner = lines.slice(start + 1, end);
  if (attributes.has('.panel-tabset')) return { written: tabsAround(tabsIn(inner, messages, depth)), end };
  if (callout === undefined) {
    tell(messages, line, `A box of another tool is removed, and its content is kept: {${written.trim()}}.`);
    const blank = { ...line, text: '' };
    return { written: [blank, ...readColonBoxes(inner, messages, depth + 1), blank], end };
  }
  const first = inner.findIndex(({ text }) => text.trim() !== '');
  const heading = /^\s*#{1,6}\s+(.*)$/u.exec(inner[first]?.text ?? '')?.[1];
  if (heading !== undefined) inner = inner.toSpliced(first, 1);
  const title = attributes.get('title') ?? heading ?? null;
  const isFolded = attributes.get('collapse') === 'true';
  const kind = isFolded ? 'details' : callout;
  const named = title ?? (isFolded ? callout.charAt(0).toUpperCase() + callout.slice(1) : null);
  return { written: boxAround(line, { kind, title: named, depth }, readColonBoxes(inner, messages, depth + 1)), end };
}

/** The headings of the highest level are the tabs. */
function tabsIn(lines: readonly SourceLine[], messages: ImportMessages, depth: number): Tab[] {
  const fenced = fencedLines(lines);
  const heads = lines.map(({ text }, index) => (fenced[index] === true ? null : /^\s{0,3}(#{1,6})\s+(.*)$/u.exec(text)));
  const level = heads.reduce((least, head) => Math.min(least, head?.[1]?.length ?? 9), 9);
  const tabs: { line: SourceLine; title: string; inner: SourceLine[] }[] = [];
  for (const [index, line] of lines.entries()) {
    const head = heads[index];
    if (head?.[1]?.length === level) tabs.push({ line, title: head[2] ?? '', inner: [] });
    else if (tabs.length > 0 || line.text.trim() !== '') {
      if (tabs.length === 0) tabs.push({ line, title: 'Tab', inner: [] });
      tabs.at(-1)?.inner.push(line);
    }
  }
  return tabs.map((tab) => ({ ...tab, inner: readColonBoxes(tab.inner, messages, depth + 1) }));
}

const boxNames = new Set([
  ...['note', 'tip', 'hint', 'important', 'warning', 'caution', 'attention', 'danger', 'error', 'seealso', 'todo', 'topic', 'sidebar'],
  ...['margin', 'exercise', 'solution', 'proof', 'theorem', 'definition', 'example', 'epigraph', 'aside', 'versionadded'],
  ...['versionchanged', 'deprecated', 'admonition', 'card', 'grid', 'grid-item', 'grid-item-card', 'div'],
]);
const others = new Set([
  ...['figure', 'image', 'code-block', 'code', 'sourcecode', 'code-cell', 'math', 'toctree', 'tableofcontents', 'contents', 'dropdown'],
  ...[
    'tab-set',
    'tab-item',
    'list-table',
    'table',
    'csv-table',
    'raw',
    'glossary',
    'bibliography',
    'index',
    'mermaid',
    'eval-rst',
    'iframe',
    'embed',
    'rubric',
    'parsed-literal',
    'only',
    'pull-quote',
    'hlist',
    'autoclass',
    'autofunction',
    'automodule',
    'autosummary',
    'figure-md',
    'subfigure',
  ],
]);

function isDirective(name: string): boolean {
  return boxNames.has(name) || others.has(name);
}

/** MyST: a directive with an argument, options (`:name: value`) and content. */
function directive(lines: readonly SourceLine[], start: number, match: RegExpExecArray, { messages, depth }: Reading): Block | null {
  const line = lines[start];
  const [, mark = '', name = '', argument = ''] = match;
  if (line === undefined) return null;
  const end = closeOf(lines, start, mark);
  const body = lines.slice(start + 1, end);
  const { options, content } = readOptions(body);
  // Signs between the parts of a card.
  const parts = name.endsWith('card')
    ? content.map((each) => (/^\s*(?:\^{3,}|\+{3,})\s*$/u.test(each.text) ? { ...each, text: '' } : each))
    : content;
  const inner = () => readColonBoxes(parts, messages, depth + 1);
  const written = (...texts: string[]) => texts.map((text) => ({ ...line, text }));
  const left = [...options.keys()].filter((option) => !usedOptions.has(option));
  if (left.length > 0) {
    const written = left.map((option) => [option, options.get(option)].filter(Boolean).join(': '));
    tell(messages, line, `Options of {${name}} are removed: ${cutText(written.join(', '), 200)}.`, 'info');
  }
  const block = (result: readonly SourceLine[]): Block => ({ written: result, end });
  const unsupported = () => {
    tell(messages, line, `The directive {${name}} isn’t supported. Its text is kept as code.`, 'lost');
    return block([...written('`'.repeat(12)), { ...line, text: [name, argument].join(' ').trim() }, ...body, ...written('`'.repeat(12))]);
  };
  switch (name) {
    case 'figure':
    case 'image': {
      const width = options.get('width');
      const size = width === undefined ? '' : ` width="${escapeAttribute(width)}"`;
      const image = `<img src="${escapeAttribute(argument.trim())}" alt="${escapeAttribute(options.get('alt') ?? '')}"${size}>`;
      const id = options.get('name');
      if (name === 'image' || content.every(({ text }) => text.trim() === '')) return block(written('', image, ''));
      const open = `<figure${id === undefined ? '' : ` id="${escapeAttribute(id)}"`}>`;
      return block([...written('', open, image, '<figcaption>', ''), ...content, ...written('', '</figcaption>', '</figure>', '')]);
    }
    case 'code-block':
    case 'code':
    case 'sourcecode':
    case 'code-cell': {
      const fence = '`'.repeat(12);
      const title = options.get('caption') ?? options.get('filename');
      const marked = options.get('emphasize-lines');
      const info = [
        argument.trim().replace(/^ipython\d?$/u, 'python'),
        title === undefined ? '' : `title="${title.replaceAll('"', "'")}"`,
        marked === undefined ? '' : `{${marked}}`,
      ];
      return block([...written(`${fence}${info.filter(Boolean).join(' ')}`), ...content, ...written(fence)]);
    }
    case 'math':
      return block([...written('', '$$'), ...content.filter(({ text }) => text.trim() !== ''), ...written('$$', '')]);
    case 'mermaid':
      return block([...written('```mermaid'), ...content, ...written('```')]);
    case 'toctree':
    case 'tableofcontents':
    case 'contents':
    case 'index':
    case 'bibliography':
      tell(messages, line, `A list of the tool is removed: {${name}}.`, name === 'bibliography' ? 'lost' : 'info');
      return block([]);
    case 'list-table':
    case 'csv-table':
    case 'table':
    case 'glossary': {
      const table = readMystTable({ name, title: argument.trim(), options, content });
      if (table === null) return unsupported();
      return block(table.map((each) => (typeof each === 'string' ? { ...line, text: each } : each)));
    }
    case 'grid':
    case 'grid-item':
    case 'div':
      return block([...written(''), ...inner(), ...written('')]);
    case 'dropdown':
      return block(boxAround(line, { kind: 'details', title: argument.trim() || 'Details', depth }, inner()));
    case 'tab-set':
      return block(inner());
    case 'tab-item': {
      const tabs: Tab[] = [{ line, title: argument.trim() || 'Tab', inner: inner() }];
      return followingTabs(lines, end, tabs, { messages, depth });
    }
    default:
      if (boxNames.has(name)) {
        const version = versions[name];
        const words = argument.trim();
        const title = words === '' ? null : version === undefined ? words : `${version} ${words}`;
        const kind = name === 'admonition' ? (options.get('class')?.split(/\s+/u)[0] ?? 'note') : name;
        const isFolded = options.get('class')?.split(/\s+/u).includes('dropdown') === true;
        const named = title ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
        return block(boxAround(line, isFolded ? { kind: 'details', title: named, depth } : { kind, title, depth }, inner()));
      }
      return unsupported();
  }
}

/** What stands before the number of a version. */
const versions: Readonly<Record<string, string | undefined>> = {
  versionadded: 'New in version',
  versionchanged: 'Changed in version',
  deprecated: 'Deprecated since version',
};

/** Tabs that follow each other belong together. */
function followingTabs(lines: readonly SourceLine[], end: number, tabs: Tab[], { messages, depth }: Reading): Block {
  let last = end;
  for (let next = end + 1; next < lines.length; next += 1) {
    const line = lines[next];
    if (line === undefined || line.text.trim() === '') continue;
    const match = mystOpen.exec(line.text);
    if (match?.[2] !== 'tab-item') break;
    const close = closeOf(lines, next, match[1] ?? '');
    const { content } = readOptions(lines.slice(next + 1, close));
    tabs.push({ line, title: (match[3] ?? '').trim() || 'Tab', inner: readColonBoxes(content, messages, depth + 1) });
    last = close;
    next = close;
  }
  return { written: tabsAround(tabs), end: last };
}

const usedOptions = new Set([
  'name',
  'width',
  'alt',
  'caption',
  'filename',
  'emphasize-lines',
  'class',
  'label',
  'header-rows',
  'header',
  'delim',
]);

function readOptions(body: readonly SourceLine[]): {
  readonly options: ReadonlyMap<string, string>;
  readonly content: readonly SourceLine[];
} {
  const options = new Map<string, string>();
  let from = 0;
  for (; from < body.length; from += 1) {
    const [, name, value = ''] = /^\s*:([\w-]+):\s*(.*)$/u.exec(body[from]?.text ?? '') ?? [];
    if (name === undefined) break;
    options.set(name, value.trim());
  }
  if (from > 0 && body[from]?.text.trim() === '') from += 1;
  return { options, content: body.slice(from) };
}

/** Returns the line that closes a fence: the same sign, as often or more. Without one, the text ends there. */
function closeOf(lines: readonly SourceLine[], start: number, mark: string): number {
  const sign = mark.charAt(0);
  for (let index = start + 1; index < lines.length; index += 1) {
    const words = lines[index]?.text.trim() ?? '';
    if (words.length >= mark.length && words.length <= maxLine && [...words].every((each) => each === sign)) return index;
  }
  return lines.length;
}

/** Returns the line that closes a box of Pandoc, whose boxes can have the same number of colons inside. */
function matchingClose(lines: readonly SourceLine[], start: number): number {
  const fenced = fencedLines(lines);
  let open = 1;
  for (let index = start + 1; index < lines.length; index += 1) {
    const text = lines[index]?.text ?? '';
    if (fenced[index] === true || text.length > maxLine) continue;
    if (/^\s*:{3,}\s*$/u.test(text)) open -= 1;
    else if (quartoOpen.test(text)) open += 1;
    if (open === 0) return index;
  }
  return lines.length;
}
