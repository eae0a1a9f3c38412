import { cutText } from '@newline/document/truncate';
import type { Notifications } from '../import-plan.ts';
import { fencedLines, type SourceLine } from '../foreign/source-line.ts';

/** Braces stand in pairs, two deep: each sign has one place in the pattern, which so takes no longer than the line. */
const loneTag = /^\s*<(\/?)([A-Z][\w.]*)\b((?:[^<>{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)>\s*$/u;

/**
 * Takes out of MDX what is code: imports, exports, comments and expressions. A component that stands on a line of its own gets
 * blank lines around it and its content loses its indent, so that it is read as Markdown, as MDX does.
 */
export function plainMdx(lines: readonly SourceLine[], messages: Notifications): SourceLine[] {
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
      messages.add(line.file, line.line, `Code is left out: ${JSON.stringify(cutText(text, 80))}.`);
      wasCode = true;
      isCode = !/;\s*$|from\s*['"][^'"]*['"]\s*;?\s*$/u.test(text);
      written.push({ ...line, text: '' });
      return;
    }
    if (/^\s*\{\/\*(?!\s*#[\w-]+\s*\*\/\})/u.test(text)) {
      messages.add(line.file, line.line, 'A comment is left out.');
      comment = !text.includes('*/}');
      return;
    }
    const [, close = '', name = '', attributes = ''] = loneTag.exec(text) ?? [];
    if (name === '') {
      written.push({ ...line, text: plainTags(withoutIndent(text, indents.at(-1) ?? 0), line, messages) });
      return;
    }
    const tag = `<${close}${name}${plainAttributes(attributes, line, messages)}>`;
    const isEmpty = attributes.trimEnd().endsWith('/');
    if (close !== '') indents.pop();
    else if (!isEmpty) indents.push(/^\s*/u.exec(nextWritten(lines, index)?.text ?? '')?.[0].length ?? 0);
    written.push({ ...line, text: '' }, { ...line, text: isEmpty ? `${tag}</${name}>` : tag }, { ...line, text: '' });
  });
  return written;
}

/** The first line after this one that is not blank, within the thousand that follow. */
function nextWritten(lines: readonly SourceLine[], index: number): SourceLine | undefined {
  return lines.slice(index + 1, index + 1001).find(({ text }) => text.trim() !== '');
}

function withoutIndent(text: string, indent: number): string {
  const own = /^\s*/u.exec(text)?.[0].length ?? 0;
  return text.slice(Math.min(own, indent));
}

/** Attributes as HTML has them: a text in braces is a text, an expression is left out. */
function plainAttributes(given: string, line: SourceLine, messages: Notifications): string {
  const plain = given
    .replace(/\/\s*$/u, '')
    .replaceAll(
      /=\{\s*(?:"([^"]*)"|'([^']*)'|`([^`$]*)`)\s*\}/gu,
      (_all, one, two, three) => `="${String(one ?? two ?? three).replaceAll('"', '&quot;')}"`,
    )
    .replaceAll(/=\{\s*require\(\s*['"]([^'"]+)['"]\s*\)(?:\.default)?\s*\}/gu, '="$1"')
    .replaceAll(/=\{\s*(\d+|true|false)\s*\}/gu, '="$1"');
  return plain.replaceAll(/\s[\w-]+=\{(?:[^{}]|\{[^{}]*\})*\}/gu, (all) => {
    messages.add(line.file, line.line, `An expression is left out: ${JSON.stringify(cutText(all.trim(), 80))}.`);
    return '';
  });
}

/** The same within a line, outside of code; an expression between words stays as it is written. */
function plainTags(text: string, line: SourceLine, messages: Notifications): string {
  if (!text.includes('{')) return text;
  return text
    .split(/(`+[^`]*`+)/u)
    .map((part, index) => {
      if (index % 2 === 1) return part;
      return part
        .replaceAll(/\{\/\*(?!\s*#[\w-]+\s*\*\/\})[\s\S]*?\*\/\}/gu, () => {
          messages.add(line.file, line.line, 'A comment is left out.');
          return '';
        })
        .replaceAll(
          /<([A-Za-z][\w.-]*)((?:\s+[\w-]+(?:=(?:"[^"]*"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\}))?)*)\s*(\/?)>/gu,
          (_all, name, attributes, self) =>
            `<${String(name)}${plainAttributes(String(attributes), line, messages)}${String(self) === '' ? '' : ' /'}>`,
        )
        .replaceAll(/(?<!\\)\{(?!\s*[#:.]|\/\*)[^{}]*\}/gu, (all) => {
          messages.add(line.file, line.line, `An expression stays as it is written: ${JSON.stringify(cutText(all, 80))}.`);
          return all;
        });
    })
    .join('');
}
