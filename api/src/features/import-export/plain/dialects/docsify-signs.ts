import { append } from '@newline/document/append';
import { cutText } from '@newline/document/truncate';
import { fencedLines, type SourceLine } from '../../foreign/source-line.ts';
import type { ImportMessages } from '../../import-plan.ts';
import { boxAround, escapeAttribute, maxLine, outsideCode, tell } from './rewriting.ts';

const paragraphSign = /^\s{0,3}([!?])>\s+(\S.*)$/u;
const withOptions = /(!?)\[([^[\]\n]{0,400})\]\(\s*([^\s()<>]{1,400})\s+(['"])((?:[^'"\n]*\s)?:[a-z][^'"\n]*)\4\s*\)/gu;

/** Converts Docsify's paragraphs `!> …` and `?> …` to callouts, and the options in titles of links and images: `':size=200'`. */
export function readDocsifySigns(
  lines: readonly SourceLine[],
  messages: ImportMessages,
  { isDocsify }: { readonly isDocsify: boolean },
): SourceLine[] {
  const fenced = fencedLines(lines);
  const written: SourceLine[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (line === undefined) continue;
    if (fenced[index] === true || line.text.length > maxLine) {
      written.push(line);
      continue;
    }
    const [, sign, words = ''] = (isDocsify && paragraphSign.exec(line.text)) || [];
    const inner = [sign === undefined ? line : { ...line, text: words }];
    // The paragraph goes on until a blank line.
    while (sign !== undefined && (lines[index + 1]?.text.trim() ?? '') !== '' && fenced[index + 1] !== true) {
      index += 1;
      inner.push(lines[index] ?? line);
    }
    const read = inner.map((each) => withoutOptions(each, messages));
    append(written, sign === undefined ? read : boxAround(line, { kind: sign === '!' ? 'important' : 'tip', title: null, depth: 0 }, read));
  }
  return written;
}

function withoutOptions(line: SourceLine, messages: ImportMessages): SourceLine {
  if (!line.text.includes(':')) return line;
  const text = outsideCode(line.text, (part) =>
    part.replaceAll(withOptions, (_all, sign: string, label: string, address: string, _quote: string, written: string) => {
      const options = written.split(/\s+/u).filter((word) => word.startsWith(':'));
      const title = written.replaceAll(/(?:^|\s):[a-z]\S*/gu, '').trim();
      const width =
        sign === '!' ? /^:size=(\d{1,5})(?:x\d{1,5})?$/u.exec(options.find((option) => option.startsWith(':size=')) ?? '')?.[1] : undefined;
      const others = options.filter((option) => width === undefined || !option.startsWith(':size='));
      if (options.includes(':include'))
        tell(messages, line, `The included content is only linked: ${JSON.stringify(cutText(address, 120))}.`, 'lost');
      else if (others.length > 0)
        tell(messages, line, `Options of ${sign === '!' ? 'an image' : 'a link'} are removed: ${cutText(others.join(' '), 120)}.`, 'info');
      if (width === undefined) return `${sign}[${label}](${address}${title === '' ? '' : ` "${title.replaceAll('"', '&quot;')}"`})`;
      const named = title === '' ? '' : ` title="${escapeAttribute(title)}"`;
      return `<img src="${escapeAttribute(address)}" alt="${escapeAttribute(label)}"${named} width="${width}">`;
    }),
  );
  return text === line.text ? line : { ...line, text };
}
