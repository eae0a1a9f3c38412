import { append } from '@newline/document/append';
import { fencedLines, type SourceLine } from '../../foreign/source-line.ts';
import type { ImportMessages } from '../../import-plan.ts';
import { boxAround, maxDepth, maxLine, type Tab, tabsAround, tell } from './rewriting.ts';

const open = /^(\s*)(\/{3,})\s*([a-z][\w-]{0,40})\s*(?:\|\s*(.*?)\s*)?$/u;
const option = /^\s{4}([\w-]+):\s*(.*?)\s*$/u;
const captions = new Set(['caption', 'figure-caption', 'table-caption']);

type Block = {
  readonly line: SourceLine;
  readonly name: string;
  readonly title: string | null;
  readonly options: ReadonlyMap<string, string>;
  readonly inner: readonly SourceLine[];
  readonly end: number;
};

/** Converts the blocks between slashes of MkDocs (`/// note | Title`): boxes, folded boxes, tabs and captions. */
export function readSlashBlocks(lines: readonly SourceLine[], messages: ImportMessages, depth = 0): SourceLine[] {
  if (depth >= maxDepth || !lines.some(({ text }) => /^\s*\/{3,}\s*[a-z]/u.test(text))) return [...lines];
  const fenced = fencedLines(lines);
  const closes = closesOf(lines);
  const written: SourceLine[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (line === undefined) continue;
    const block = fenced[index] === true ? null : blockAt(lines, index, closes);
    if (block === null) {
      written.push(line);
      continue;
    }
    index = block.end;
    if (block.name !== 'tab') {
      append(written, blockOf(block, messages, depth));
      continue;
    }
    const tabs: Tab[] = [];
    for (let tab: Block | null = block; tab?.name === 'tab'; ) {
      tabs.push({ line: tab.line, title: tab.title ?? 'Tab', inner: readSlashBlocks(tab.inner, messages, depth + 1) });
      index = tab.end;
      let next: number = tab.end + 1;
      while (lines[next]?.text.trim() === '') next += 1;
      tab = blockAt(lines, next, closes);
    }
    append(written, tabsAround(tabs));
  }
  return written;
}

/** Returns the line that closes a block for each line that opens one: the next with the same number of slashes. */
function closesOf(lines: readonly SourceLine[]): ReadonlyMap<number, number> {
  const closes = new Map<number, number>();
  const next = new Map<string, number>();
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const text = lines[index]?.text ?? '';
    if (text.length > maxLine) continue;
    const slashes = text.trim();
    const close = next.get(open.exec(text)?.[2] ?? '');
    if (/^\/{3,}$/u.test(slashes)) next.set(slashes, index);
    else if (close !== undefined) closes.set(index, close);
  }
  return closes;
}

function blockAt(lines: readonly SourceLine[], start: number, closes: ReadonlyMap<number, number>): Block | null {
  const line = lines[start];
  const [, , , name, title] = (line !== undefined && line.text.length <= maxLine && open.exec(line.text)) || [];
  const end = closes.get(start);
  if (line === undefined || name === undefined || end === undefined) return null;
  const options = new Map<string, string>();
  let from = start + 1;
  for (; from < end; from += 1) {
    const [, key, value = ''] = option.exec(lines[from]?.text ?? '') ?? [];
    if (key === undefined) break;
    options.set(key, value);
  }
  return { line, name, title: title === undefined || title === '' ? null : title, options, inner: lines.slice(from, end), end };
}

function blockOf({ line, name, title, options, inner }: Block, messages: ImportMessages, depth: number): SourceLine[] {
  const content = readSlashBlocks(inner, messages, depth + 1);
  const written = (...texts: readonly string[]) => texts.map((text) => ({ ...line, text }));
  if (name === 'details') return boxAround(line, { kind: 'details', title: title ?? 'Details', depth }, content);
  if (captions.has(name)) {
    tell(messages, line, 'A caption becomes a paragraph.');
    return [...written(''), ...content, ...written('')];
  }
  if (name === 'html' || name === 'define') {
    tell(messages, line, `A block of MkDocs is removed, and its content is kept: ${[name, title ?? ''].join(' ').trim()}.`);
    return [...written(''), ...content, ...written('')];
  }
  return boxAround(line, { kind: name === 'admonition' ? (options.get('type') ?? 'note') : name, title, depth }, content);
}
