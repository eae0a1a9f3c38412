import { cutText } from '@newline/document/truncate';
import type { ImportMessages } from '../import-plan.ts';
import { fencedLines, type SourceLine } from '../foreign/source-line.ts';
import { writeKnownComponents } from './known-components.ts';

/** Matches paired braces, two levels deep. Each character matches in only one way, so matching takes linear time. */
const loneTag =
  /^\s*<(\/?)([A-Z][\w.]*|details|summary|div|section|figure|figcaption|center|p)\b((?:[^<>{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)>\s*$/u;

/**
 * Removes code from MDX: imports, exports, comments and expressions. A component on its own line gets blank lines around it and its content
 * loses its indentation, so that it's parsed as Markdown, as in MDX.
 */
export function plainMdx(
  source: readonly SourceLine[],
  messages: ImportMessages,
  assets: ReadonlyMap<string, string> = new Map(),
): SourceLine[] {
  const lines = writeKnownComponents(withoutWraps(source));
  const fenced = fencedLines(lines);
  const written: SourceLine[] = [];
  const indents: number[] = [];
  let isCode = false;
  let wasCode = false;
  let comment = false;
  lines.forEach((line, index) => {
    if (fenced[index] === true) {
      written.push({ ...line, text: withoutIndent(line.text, indents.at(-1) ?? 0) });
      return;
    }
    const { text } = line;
    const isAfterBlank = wasCode || (lines[index - 1]?.text.trim() ?? '') === '';
    wasCode = false;
    if (comment) {
      comment = !text.includes('*/}');
      return;
    }
    if (isCode) {
      isCode = text.trim() !== '';
      wasCode = true;
      written.push({ ...line, text: '' });
      return;
    }
    if (isAfterBlank && /^(?:import\s.+\sfrom\s|import\s*['"]|export\s)/u.test(text)) {
      messages.add(line.file, line.line, `Code is removed: ${JSON.stringify(cutText(text, 80))}.`, 'info');
      wasCode = true;
      isCode = !/;\s*$|from\s*['"][^'"]*['"]\s*;?\s*$/u.test(text);
      written.push({ ...line, text: '' });
      return;
    }
    if (/^\s*\{\/\*(?!\s*#[\w-]+\s*\*\/\})/u.test(text)) {
      messages.add(line.file, line.line, 'A comment is removed.', 'info');
      comment = !text.includes('*/}');
      return;
    }
    const [, close = '', name = '', attributes = ''] = loneTag.exec(text) ?? [];
    if (name === '') {
      written.push({ ...line, text: plainTags(withoutIndent(text, indents.at(-1) ?? 0), line, messages, assets) });
      return;
    }
    const tag = `<${close}${name}${plainAttributes(attributes, line, messages, assets)}>`;
    const isEmpty = attributes.trimEnd().endsWith('/');
    if (close !== '') indents.pop();
    else if (!isEmpty) indents.push(/^\s*/u.exec(nextWritten(lines, index)?.text ?? '')?.[0].length ?? 0);
    written.push({ ...line, text: '' }, { ...line, text: isEmpty ? `${tag}</${name}>` : tag }, { ...line, text: '' });
  });
  return written;
}

/** Returns the text of an expression as equivalent Markdown. */
function markdownOf(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>#&|~$]/gu, (sign) => `&#${sign.codePointAt(0) ?? 0};`);
}

/** Maximum number of lines of a tag. */
const maxTagLines = 30;
const lineTag = /^(\s*)<(summary|div|figcaption|center|p)\b([^<>]*)>(.*)<\/\2>\s*$/u;

/** Joins a tag that spans several lines, and splits a tag with its text on one line into three lines, as MDX reads them. */
function withoutWraps(lines: readonly SourceLine[]): SourceLine[] {
  const fenced = fencedLines(lines);
  const written: SourceLine[] = [];
  let until = -1;
  lines.forEach((line, index) => {
    if (index <= until) return;
    if (fenced[index] === true || line.text.length > 2000) {
      written.push(line);
      return;
    }
    const end = /^\s*<[A-Za-z][\w.]*(?:\s[^<>]*)?$/u.test(line.text) ? tagEnd(lines, index) : null;
    if (end !== null) {
      until = end;
      const text = lines
        .slice(index, end + 1)
        .map((part, at) => (at === 0 ? part.text.trimEnd() : part.text.trim()))
        .join(' ');
      written.push({ ...line, text });
      return;
    }
    const [, indent = '', name = '', attributes = '', words = ''] = lineTag.exec(line.text) ?? [];
    if (name === '' || words.trim() === '') written.push(line);
    else for (const text of [`<${name}${attributes}>`, words, `</${name}>`]) written.push({ ...line, text: `${indent}${text}` });
  });
  return written;
}

/** Returns the line where a multi-line tag ends; null if it doesn't end soon. */
function tagEnd(lines: readonly SourceLine[], from: number): number | null {
  for (let index = from + 1; index < Math.min(lines.length, from + maxTagLines); index += 1) {
    const text = lines[index]?.text ?? '';
    if (text.trim() === '' || /^\s*</u.test(text)) return null;
    if (/^[^<>]*>\s*$/u.test(text.replaceAll(/=>/gu, '='))) return index;
  }
  return null;
}

/** Returns the next line that isn't blank, within a thousand lines. */
function nextWritten(lines: readonly SourceLine[], index: number): SourceLine | undefined {
  return lines.slice(index + 1, index + 1001).find(({ text }) => text.trim() !== '');
}

function withoutIndent(text: string, indent: number): string {
  const own = /^\s*/u.exec(text)?.[0].length ?? 0;
  return text.slice(Math.min(own, indent));
}

/** Returns attributes as HTML: a text in braces becomes a text, and an expression is removed. */
function plainAttributes(attributes: string, line: SourceLine, messages: ImportMessages, assets: ReadonlyMap<string, string>): string {
  const plain = attributes
    .replace(/\/\s*$/u, '')
    .replaceAll(
      /=\{\s*(?:"([^"]*)"|'([^']*)'|`([^`$]*)`)\s*\}/gu,
      (_all, one, two, three) => `="${String(one ?? two ?? three).replaceAll('"', '&quot;')}"`,
    )
    .replaceAll(/=\{\s*require\(\s*['"]([^'"]+)['"]\s*\)(?:\.default)?\s*\}/gu, '="$1"')
    .replaceAll(/=\{\s*useBaseUrl\(\s*['"]([^'"]+)['"]\s*(?:,[^(){}]*)?\)\s*\}/gu, '="$1"')
    .replaceAll(/=\{\s*([A-Za-z]\w*)(?:\.default)?\s*\}/gu, (all: string, name: string) => {
      const asset = assets.get(name);
      return asset === undefined ? all : `="${asset}"`;
    })
    .replaceAll(/\sstyle=\{\{([^{}]*)\}\}/gu, (all: string, style: string) => plainStyle(style) ?? all)
    .replaceAll(/=\{\s*(\d+|true|false)\s*\}/gu, '="$1"');
  return plain.replaceAll(/\s[\w-]+=\{(?:[^{}]|\{[^{}]*\})*\}/gu, (all) => {
    messages.add(line.file, line.line, `An expression is removed: ${JSON.stringify(cutText(all.trim(), 80))}.`, 'lost');
    return '';
  });
}

/** Returns an object of styles as HTML; null if it has more than names and plain values. */
function plainStyle(style: string): string | null {
  const entries = style
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map((entry) => /^['"]?([A-Za-z-]{1,40})['"]?\s*:\s*(?:'([^'"]*)'|"([^'"]*)"|(\d{1,6}))$/u.exec(entry));
  if (entries.some((entry) => entry === null)) return null;
  const css = entries.map((entry) => {
    const [, name = '', one, two, pixels] = entry ?? [];
    const value = pixels === undefined ? (one ?? two ?? '') : `${pixels}px`;
    return `${name.replaceAll(/[A-Z]/gu, (capital) => `-${capital.toLowerCase()}`)}: ${value}`;
  });
  return ` style="${css.join('; ')}"`;
}

/** The same within a line, outside of code. An expression between words is kept as written, unless it's only text. */
function plainTags(text: string, line: SourceLine, messages: ImportMessages, assets: ReadonlyMap<string, string>): string {
  if (!text.includes('{')) return text;
  return text
    .split(/(`+[^`]*`+)/u)
    .map((part, index) => {
      if (index % 2 === 1) return part;
      return part
        .replaceAll(/\{\/\*(?!\s*#[\w-]+\s*\*\/\})[\s\S]*?\*\/\}/gu, () => {
          messages.add(line.file, line.line, 'A comment is removed.', 'info');
          return '';
        })
        .replaceAll(
          /<([A-Za-z][\w.-]*)((?:\s+[\w-]+(?:=(?:"[^"]*"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\}))?)*)\s*(\/?)>/gu,
          (_all, name, attributes, self) =>
            `<${String(name)}${plainAttributes(String(attributes), line, messages, assets)}${String(self) === '' ? '' : ' /'}>`,
        )
        .replaceAll(/(?<!\\)\{\s*(?:'([^'\\]*)'|"([^"\\]*)")\s*\}/gu, (_all, one: string | undefined, two: string | undefined) =>
          markdownOf(one ?? two ?? ''),
        )
        .replaceAll(/(?<!\\)\{(?!\s*[#:.]|\/\*)[^{}]*\}/gu, (all) => {
          messages.add(line.file, line.line, `An expression is kept as text: ${JSON.stringify(cutText(all, 80))}.`);
          return all;
        });
    })
    .join('');
}
