import { append } from '@newline/document/append';
import { cutText } from '@newline/document/truncate';
import { fencedLines, type SourceLine } from '../../foreign/source-line.ts';
import type { ImportMessages } from '../../import-plan.ts';
import { boxAround, maxDepth, maxLine, readAttributes, type Tab, tabsAround, tell } from './rewriting.ts';

const blockTag = /^\s*\{%-?\s*(end)?([a-z][\w-]{0,40})(?:\s+([^{}]{0,400}?))?\s*-?%\}\s*$/u;
/** Tags that other parts read, or that have words of their own. */
const others = new Set(['raw', 'comment', 'highlight', 'include', 'include_relative']);
/** What stands between the parts of a condition. */
const between = new Set(['else', 'elsif', 'when']);

/** Styles of GitBook's hints that boxes don't have. */
const hintKinds: Readonly<Record<string, string>> = { success: 'tip' };

type Reading = { readonly messages: ImportMessages; readonly depth: number };

/**
 * Converts the blocks of GitBook (`{% hint %}`, tabs, code with a title, embedded pages, files), and removes other tags around lines, such as the
 * conditions of Jekyll: what they contain stays, with a line in the report.
 */
export function readBlockTags(lines: readonly SourceLine[], messages: ImportMessages, depth = 0): SourceLine[] {
  if (depth >= maxDepth || !lines.some(({ text }) => text.includes('{%'))) return [...lines];
  const fenced = fencedLines(lines);
  const closes = closesOf(lines, fenced);
  const written: SourceLine[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (line === undefined) continue;
    const match = fenced[index] === true || line.text.length > maxLine ? null : blockTag.exec(line.text);
    const [, end, name = '', argument = ''] = match ?? [];
    const close = end === undefined ? closes.get(index) : undefined;
    const attributes = readAttributes(argument);
    const opening = match === null || end !== undefined ? null : openingOf(name, attributes);
    if (close === undefined) {
      if (opening === null) written.push(line);
      else append(written, spaced(line, opening));
      continue;
    }
    const inner = lines.slice(index + 1, close);
    append(written, blockOf({ line, name, attributes, inner, opening }, { messages, depth }));
    index = close;
  }
  return written;
}

const callout = /^\s*\{:\s*\.(note|tip|important|warning|caution|danger|highlight|new)(-title)?\s*\}\s*$/u;

/** Jekyll's theme Just the Docs: a class on a line of its own makes the paragraph or quotation below it a box, whose first line may be the title. */
export function readClassedBlocks(lines: readonly SourceLine[]): SourceLine[] {
  if (!lines.some(({ text }) => callout.test(text))) return [...lines];
  const fenced = fencedLines(lines);
  const written: SourceLine[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (line === undefined) continue;
    const [, kind, isTitled] = (fenced[index] !== true && line.text.length <= maxLine && callout.exec(line.text)) || [];
    const isBefore = (lines[index - 1]?.text.trim() ?? '') === '' && (lines[index + 1]?.text.trim() ?? '') !== '';
    if (kind === undefined || !isBefore) {
      written.push(line);
      continue;
    }
    let end = index + 1;
    while (end < lines.length && lines[end]?.text.trim() !== '') end += 1;
    const space = /^\s*/u.exec(line.text)?.[0] ?? '';
    const inner = lines.slice(index + 1, end).map((each) => ({ ...each, text: each.text.replace(/^\s*> ?/u, space) }));
    const first = isTitled === undefined ? -1 : inner.findIndex(({ text }) => text.trim() !== '');
    const title = first === -1 ? null : (inner[first]?.text.trim() ?? null);
    const shown = kind === 'highlight' || kind === 'new' ? 'note' : kind;
    append(written, boxAround(line, { kind: shown, title, depth: 0 }, inner.slice(first + 1)));
    index = end - 1;
  }
  return written;
}

type Block = {
  readonly line: SourceLine;
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly inner: readonly SourceLine[];
  /** What an embedded page or a file becomes. */
  readonly opening: string | null;
};

function blockOf({ line, name, attributes, inner, opening }: Block, { messages, depth }: Reading): SourceLine[] {
  const read = () => readBlockTags(inner, messages, depth + 1);
  if (name === 'hint') {
    const style = attributes.get('style') ?? 'info';
    return boxAround(line, { kind: hintKinds[style] ?? style, title: null, depth }, read());
  }
  if (name === 'tabs') return tabsAround(tabsIn(inner, { messages, depth }));
  const title = attributes.get('title');
  if (name === 'code' && title !== undefined) return titledCode(inner, title);
  if (opening !== null) return [...spaced(line, opening), ...read()];
  if (name !== 'code' && name !== 'content-ref')
    tell(messages, line, `A tag is removed, and what it contains is kept: ${JSON.stringify(cutText(line.text.trim(), 200))}.`);
  const blank = { ...line, text: '' };
  const content = read().filter((each) => {
    const word = each.text.length > maxLine ? undefined : blockTag.exec(each.text)?.[2];
    if (word === undefined || !between.has(word)) return true;
    tell(messages, each, `A tag is removed: ${JSON.stringify(cutText(each.text.trim(), 200))}.`);
    return false;
  });
  return [blank, ...content, blank];
}

/** Returns what stands for an embedded page or a file of GitBook; null for other tags. */
function openingOf(name: string, attributes: ReadonlyMap<string, string>): string | null {
  const address = attributes.get(name === 'file' ? 'src' : 'url');
  if (address === undefined || (name !== 'embed' && name !== 'file')) return null;
  const video = /^https:\/\/(?:www\.)?(?:youtube\.com\/watch\?v=|youtu\.be\/)([\w-]{5,40})/u.exec(address)?.[1];
  if (video !== undefined) return `<iframe src="https://www.youtube.com/embed/${video}"></iframe>`;
  return `[${attributes.get('title') ?? address.split('/').at(-1) ?? address}](<${address}>)`;
}

function spaced(line: SourceLine, text: string): SourceLine[] {
  return ['', text, ''].map((each) => ({ ...line, text: each }));
}

function tabsIn(lines: readonly SourceLine[], { messages, depth }: Reading): Tab[] {
  const closes = closesOf(lines, fencedLines(lines));
  const tabs: Tab[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (line === undefined || line.text.trim() === '') continue;
    const [, end, name, argument = ''] = line.text.length > maxLine ? [] : (blockTag.exec(line.text) ?? []);
    const close = end === undefined && name === 'tab' ? closes.get(index) : undefined;
    const inner = close === undefined ? [line] : readBlockTags(lines.slice(index + 1, close), messages, depth + 1);
    tabs.push({ line, title: (close === undefined ? null : readAttributes(argument).get('title')) || 'Tab', inner });
    index = close ?? index;
  }
  return tabs;
}

/** Writes the title into the first fence. */
function titledCode(lines: readonly SourceLine[], title: string): SourceLine[] {
  const first = lines.findIndex(({ text }) => /^\s*(?:`{3,}|~{3,})/u.test(text));
  return lines.map((line, index) =>
    index === first ? { ...line, text: `${line.text.trimEnd()} title="${title.replaceAll('"', "'")}"` } : line,
  );
}

/** Returns the line of the closing tag for each line with an opening one that has it. */
function closesOf(lines: readonly SourceLine[], fenced: readonly boolean[]): ReadonlyMap<number, number> {
  const closes = new Map<number, number>();
  const open = new Map<string, number[]>();
  for (const [index, { text }] of lines.entries()) {
    const [, end, name] = fenced[index] === true || text.length > maxLine ? [] : (blockTag.exec(text) ?? []);
    if (name === undefined || others.has(name)) continue;
    const waiting = open.get(name) ?? [];
    open.set(name, waiting);
    if (end === undefined) waiting.push(index);
    else {
      const start = waiting.pop();
      if (start !== undefined) closes.set(start, index);
    }
  }
  return closes;
}
