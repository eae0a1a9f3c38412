import { posix } from 'node:path';
import { append as appendAll } from '@newline/document/append';
import type { Folder } from '../folder.ts';
import type { ImportAllowance } from '../import-allowance.ts';
import type { ImportMessages } from '../import-plan.ts';
import { linesOf, type SourceLine } from '../foreign/source-line.ts';

/** Maximum depth, the same as mdBook's. */
const maxDepth = 10;
/** Maximum lines of a text with its includes. */
const maxLines = 200_000;

const directive = /\\?\{\{\s*#([a-z_]+)\s([^{}]+)\}\}/gu;
const anchorLine = /ANCHOR(?:_END)?:\s*[\w-]+/u;

/**
 * Creates the function that replaces `{{#include}}`, `{{#rustdoc_include}}`, `{{#playground}}` and `{{#title}}` in the files of one folder.
 * Lines keep their original position. Files outside the folder can't be included, and all chapters share one limit.
 */
export function createIncludes(
  folder: Folder,
  { messages, allowance }: { readonly messages: ImportMessages; readonly allowance: ImportAllowance },
): (file: string) => Promise<SourceLine[]> {
  const texts = new Map<string, SourceLine[]>();
  let count = 0;
  const load = async (path: string): Promise<SourceLine[]> => {
    const cached = texts.get(path);
    if (cached) return cached;
    const lines = linesOf(await allowance.readText(folder, path), path);
    if (lines.at(-1)?.text === '') lines.pop();
    texts.set(path, lines);
    return lines;
  };

  const expand = async (lines: readonly SourceLine[], depth: number): Promise<SourceLine[]> => {
    const written: SourceLine[] = [];
    for (const line of lines) {
      count += 1;
      allowance.take('lines');
      if (count > maxLines) {
        messages.add(line.file, line.line, 'The text is cut off here: with its includes, it has more than 200,000 lines.', 'lost');
        return written;
      }
      if (!line.text.includes('{{')) {
        written.push(line);
        continue;
      }
      const pieces: SourceLine[] = [{ ...line, text: '' }];
      let from = 0;
      const append = (text: string) => {
        const last = pieces.pop() ?? { ...line, text: '' };
        pieces.push({ ...last, text: last.text + text });
      };
      let isEmptied = false;
      for (const match of line.text.matchAll(directive)) {
        append(line.text.slice(from, match.index));
        from = match.index + match[0].length;
        const added = match[0].startsWith('\\') ? match[0].slice(1) : await read(match[1] ?? '', (match[2] ?? '').trim(), line, depth);
        if (typeof added === 'string') append(added);
        else {
          const [first, ...rest] = added;
          isEmptied ||= added.length === 0;
          if (first) {
            const last = pieces.pop() ?? line;
            // The first included line continues the text before the directive.
            pieces.push({ ...(last.text.trim() === '' ? first : last), text: last.text + first.text });
            appendAll(pieces, rest);
          }
        }
      }
      append(line.text.slice(from));
      if (!(isEmptied && pieces.every(({ text }) => text.trim() === ''))) appendAll(written, pieces);
    }
    return written;
  };

  const read = async (name: string, argument: string, line: SourceLine, depth: number): Promise<string | SourceLine[]> => {
    const raw = `{{#${name} ${argument}}}`;
    const refuse = (reason: string) => {
      messages.add(line.file, line.line, `${JSON.stringify(raw.slice(0, 160))} is kept as text: ${reason}`);
      return raw;
    };
    if (name === 'title') {
      messages.add(
        line.file,
        line.line,
        `The title of the page, ${JSON.stringify(argument.slice(0, 120))}, is removed: chapters use the title in the summary.`,
      );
      return [];
    }
    if (name !== 'include' && name !== 'rustdoc_include' && name !== 'playground' && name !== 'playpen')
      return refuse('this directive isn’t supported.');
    if (depth >= maxDepth) return refuse('it’s nested too deeply.');
    const [target = '', ...attributes] = name === 'include' || name === 'rustdoc_include' ? [argument] : argument.split(/\s+/u);
    const [path = '', ...range] = target.split(':');
    const resolved = posix.join(posix.dirname(line.file), path.trim());
    if (posix.isAbsolute(path.trim()) || resolved.startsWith('..')) return refuse('it points outside the folder.');
    if (!folder.has(resolved)) return refuse('there is no such file.');
    const lines = await load(resolved);
    allowance.take('includeSteps', lines.length);
    if (name === 'playground' || name === 'playpen') {
      const inner = await expand(withoutAnchors(lines), depth + 1);
      return [{ ...line, text: `\`\`\`${['rust', ...attributes].join(',')}` }, ...inner, { ...line, text: '```' }];
    }
    const chosen = select(lines, range);
    if (chosen === null) return refuse(`the file has no anchor ${JSON.stringify(range[0] ?? '')}.`);
    if (name === 'include') return expand(withoutAnchors(lines.filter((_line, index) => chosen.has(index))), depth + 1);
    allowance.take('lines', lines.length);
    return lines.flatMap((entry, index) => {
      if (anchorLine.test(entry.text)) return [];
      if (chosen.has(index)) return [entry];
      return [{ ...entry, text: entry.text === '' ? '#' : `# ${entry.text}` }];
    });
  };

  return async (file) => {
    count = 0;
    return expand(await load(file), 0);
  };
}

function withoutAnchors(lines: readonly SourceLine[]): SourceLine[] {
  return lines.filter(({ text }) => !anchorLine.test(text));
}

/** Returns the lines selected by `2`, `:10`, `2:`, `2:10` or an anchor; null for a missing anchor. */
function select(lines: readonly SourceLine[], range: readonly string[]): ReadonlySet<number> | null {
  const [first = '', second] = range.map((part) => part.trim());
  const all = lines.map((_line, index) => index);
  if (range.length === 0) return new Set(all);
  if (!/^\d*$/u.test(first)) {
    const chosen = new Set<number>();
    let isWithin = false;
    let isFound = false;
    lines.forEach(({ text }, index) => {
      const [, end, name] = /ANCHOR(_END)?:\s*([\w-]+)/u.exec(text) ?? [];
      if (name === first) {
        isWithin = end === undefined;
        isFound = true;
      } else if (isWithin) chosen.add(index);
    });
    return isFound ? chosen : null;
  }
  const from = first === '' ? 1 : Number(first);
  const to =
    second === undefined ? (first === '' ? lines.length : from) : second === '' || !/^\d+$/u.test(second) ? lines.length : Number(second);
  return new Set(all.filter((index) => index + 1 >= from && index + 1 <= to));
}
