import { append } from '@newline/document/append';
import { cutText } from '@newline/document/truncate';
import { posix } from 'node:path';
import type { Folder } from '../../folder.ts';
import { fencedLines, linesOf, type SourceLine } from '../../foreign/source-line.ts';
import type { ImportAllowance } from '../../import-allowance.ts';
import type { ImportMessages } from '../../import-plan.ts';
import { readFacts } from '../read-facts.ts';
import { maxDepth, maxLine, tell } from './rewriting.ts';

type Insert = {
  readonly path: string;
  readonly isCode: boolean;
  readonly info: string;
  readonly part: string;
  readonly roots: readonly string[];
  /** Values for `{{ include.name }}` in the file. */
  readonly parameters?: ReadonlyMap<string, string>;
};

const ranges = /\{([\d,\s-]*)[^{}]*\}\s*(?:\[([^\]]*)\])?\s*$/u;

/**
 * Creates the function that inserts the files that texts include: snippets of MkDocs (`--8<--`), code and parts of VitePress (`<<<`,
 * `@include`), and those of Jekyll, Quarto and MyST. A file that isn't there is reported.
 */
export function createInserts(
  folder: Folder,
  { messages, allowance }: { readonly messages: ImportMessages; readonly allowance: ImportAllowance },
): (lines: readonly SourceLine[]) => Promise<SourceLine[]> {
  const insert = async (line: SourceLine, file: Insert, depth: number): Promise<SourceLine[] | null> => {
    const tries = file.roots.map((root) => posix.join(root, file.path)).filter((path) => !path.startsWith('..'));
    const path = tries.find((candidate) => folder.has(candidate));
    const shown = JSON.stringify(cutText(file.path, 120));
    if (path === undefined || depth >= maxDepth) {
      const reason = depth >= maxDepth ? 'it’s nested too deeply' : 'there is no such file';
      tell(messages, line, `The included file ${shown} is missing here, and its place is kept as text: ${reason}.`, 'lost');
      return null;
    }
    const text = await allowance.readText(folder, path);
    const whole = file.isCode ? linesOf(text, path) : [...readFacts(text, path, messages).lines];
    if (whole.at(-1)?.text === '') whole.pop();
    allowance.take('includeSteps', whole.length);
    const lines = partOf(whole, file.part);
    if (lines === null) {
      tell(messages, line, `The file ${shown} has no part ${JSON.stringify(cutText(file.part, 80))}, so it’s included whole.`);
    }
    const chosen = withParameters(lines ?? whole, file.parameters);
    const space = /^\s*/u.exec(line.text)?.[0] ?? '';
    const indented = (each: SourceLine) => (space === '' || each.text === '' ? each : { ...each, text: `${space}${each.text}` });
    if (!file.isCode) return [{ ...line, text: '' }, ...(await expand(chosen, depth + 1)).map(indented), { ...line, text: '' }];
    const fence = `${space}${'`'.repeat(12)}`;
    return [{ ...line, text: `${fence}${file.info}` }, ...chosen.map(indented), { ...line, text: fence }];
  };
  const expand = async (lines: readonly SourceLine[], depth: number): Promise<SourceLine[]> => {
    allowance.take('lines', lines.length);
    const fenced = fencedLines(lines);
    const written: SourceLine[] = [];
    const lastSign = lines.findLastIndex(({ text }) => snippetSign.test(text));
    let isList = false;
    for (let index = 0; index < lines.length; index += 1) {
      const line = lines[index];
      if (line === undefined) continue;
      if (snippetSign.test(line.text) && (isList || index < lastSign)) {
        isList = !isList;
        written.push({ ...line, text: '' });
        continue;
      }
      if (isList) {
        // A semicolon leaves a file out.
        const name = line.text.trim();
        const listed =
          name === '' || name.startsWith(';') ? null : await insert(line, snippetOf(name, line.file, fenced[index] === true), depth);
        append(written, listed === null ? [line] : fenced[index] === true ? listed.slice(1, -1) : listed);
        continue;
      }
      const myst = mystInsert(lines, index);
      if (myst !== null) {
        allowance.take('includeSteps', myst.end - index);
        if (myst.options.length > 0) tell(messages, line, `Options of an included file are removed: ${myst.options.join(', ')}.`);
      }
      const isFence = fenced[index] === true;
      const file = line.text.length > maxLine ? null : (myst?.file ?? readInsert(line, isFence));
      const inserted = file === null ? null : await insert(line, file, depth);
      if (inserted === null) written.push(line);
      else {
        // A snippet within code is part of that code.
        append(written, isFence && myst === null ? inserted.slice(1, -1) : inserted);
        if (myst !== null) index = myst.end;
      }
    }
    return written;
  };
  return (lines) => expand(lines, 0);
}

/** A line around a list of snippets. */
const snippetSign = /^\s*-{1,2}8<-{1,2}\s*$/u;

/** A snippet of MkDocs: `path`, `path:name` or `path:first:last`. */
function snippetOf(written: string, file: string, isCode: boolean): Insert {
  const [path = '', ...parts] = written.split(':');
  return { path, part: parts.join(':'), isCode, info: '', roots: ['.', 'docs', posix.dirname(file), 'includes', 'snippets'] };
}

function readInsert(line: SourceLine, isCode: boolean): Insert | null {
  const { text } = line;
  const here = posix.dirname(line.file);
  const snippet = /^\s*-{1,2}8<-{1,2}\s+["']([^"']{1,400})["']\s*$/u.exec(text)?.[1];
  if (snippet !== undefined) return snippetOf(snippet, line.file, isCode);
  if (isCode) return null;
  const vue = /^\s*<<<\s*(\S.{0,400})$/u.exec(text)?.[1];
  if (vue !== undefined) {
    const [, marked = '', named] = ranges.exec(vue) ?? [];
    const label = named ?? /\s\[([^\]]*)\]\s*$/u.exec(vue)?.[1];
    const [path = '', part = ''] = vue
      .replace(ranges, '')
      .replace(/\s*\[[^\]]*\]\s*$/u, '')
      .trim()
      .split('#', 2);
    const language = posix.extname(path).slice(1);
    const lines = marked.trim();
    const info = [language, lines === '' ? '' : `{${lines}}`, label === undefined || label === '' ? '' : `[${label}]`]
      .filter(Boolean)
      .join(' ');
    const isRooted = path.startsWith('@/');
    return { path: isRooted ? path.slice(2) : path, part, isCode: true, info, roots: isRooted ? ['.', 'docs', 'src'] : [here] };
  }
  const part = /^\s*<!--\s*@include:\s*([^\s{}]{1,400}).*-->\s*$/u.exec(text)?.[1];
  if (part !== undefined) {
    const isRooted = part.startsWith('@/');
    return { path: isRooted ? part.slice(2) : part, part: '', isCode: false, info: '', roots: isRooted ? ['.', 'docs', 'src'] : [here] };
  }
  const docsify = /^\s*\[[^[\]\n]{0,200}\]\(\s*([^\s()<>]{1,400})\s+['"]:include\b([^'"\n]{0,200})['"]\s*\)\s*$/u.exec(text);
  if (docsify !== null && !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/iu.test(docsify[1] ?? '')) {
    const [, path = '', options = ''] = docsify;
    const isMarkdown = /\.(?:md|markdown)$/iu.test(path) && !options.includes(':type=code');
    if (!isMarkdown && (/:type=(?:iframe|video|audio)/u.test(options) || /\.(?:html?|mp4|mp3|ogg|webm)$/iu.test(path))) return null;
    const part = /:fragment=([\w-]{1,100})/u.exec(options)?.[1] ?? '';
    return { path, part, isCode: !isMarkdown, info: posix.extname(path).slice(1), roots: path.startsWith('/') ? ['.', 'docs'] : [here] };
  }
  const [, relative, liquid, parameters = ''] =
    /^\s*\{%-?\s*include(_relative)?\s+([\w./-]{1,400})((?:\s+[\w-]{1,60}\s*=\s*(?:"[^"]{0,400}"|'[^']{0,400}'|[^\s"'%]{1,100}))*)\s*-?%\}\s*$/u.exec(
      text,
    ) ?? [];
  if (liquid !== undefined)
    return {
      path: liquid,
      part: '',
      isCode: false,
      info: '',
      roots: relative === undefined ? ['_includes', 'docs/_includes'] : [here],
      parameters: parametersIn(parameters),
    };
  const gitBook = /^\s*\{%-?\s*include\s+"([^"{}]{1,400})"\s*-?%\}\s*$/u.exec(text)?.[1];
  if (gitBook !== undefined) return { path: gitBook, part: '', isCode: false, info: '', roots: [here, '.'] };
  const quarto = /^\s*\{\{<\s*include\s+"?([^\s"]{1,400})"?\s*>\}\}\s*$/u.exec(text)?.[1];
  if (quarto === undefined) return null;
  return { path: quarto.replace(/^\//u, ''), part: '', isCode: false, info: '', roots: quarto.startsWith('/') ? ['.'] : [here] };
}

/** Reads the parameters of Jekyll's `include`. */
function parametersIn(written: string): ReadonlyMap<string, string> {
  const pairs = written.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+))/gu);
  return new Map([...pairs].map(([, name = '', one, two, three]) => [name, one ?? two ?? three ?? '']));
}

function withParameters(lines: readonly SourceLine[], parameters: ReadonlyMap<string, string> = new Map()): readonly SourceLine[] {
  if (parameters.size === 0) return lines;
  return lines.map((line) => {
    const text = line.text.replaceAll(
      /\{\{-?\s*include\.([\w-]{1,60})\s*(?:\|\s*(?:markdownify|relative_url|absolute_url|escape|strip)\s*){0,4}-?\}\}/gu,
      (all, name: string) => parameters.get(name) ?? all,
    );
    return text === line.text ? line : { ...line, text };
  });
}

/** MyST: `{include}` and `{literalinclude}`, with their options, which are left out except for the language. */
function mystInsert(
  lines: readonly SourceLine[],
  start: number,
): { readonly file: Insert; readonly end: number; readonly options: readonly string[] } | null {
  const line = lines[start];
  const [, mark = '', name, path = ''] = /^\s*(`{3,}|:{3,})\{(include|literalinclude)\}\s*(\S{1,400})\s*$/u.exec(line?.text ?? '') ?? [];
  if (line === undefined || name === undefined) return null;
  let end = start + 1;
  while (end < lines.length && lines[end]?.text.trim() !== mark) end += 1;
  const options = lines.slice(start + 1, end).map(({ text }) => text.trim());
  const language = options.map((text) => /^:language:\s*(\S+)/u.exec(text)?.[1]).find((each) => each !== undefined);
  const left = options.flatMap((text) => /^:((?!language:)[\w-]{1,60}):/u.exec(text)?.[1] ?? []);
  const here = posix.dirname(line.file);
  const info = language ?? posix.extname(path).slice(1);
  return {
    file: { path, part: '', isCode: name === 'literalinclude', info, roots: [path.startsWith('/') ? '.' : here] },
    end,
    options: left,
  };
}

/** Returns the lines between the signs of a part (`#region name`, `--8<-- [start:name]`); null for a missing part. */
function partOf(lines: readonly SourceLine[], part: string): readonly SourceLine[] | null {
  if (part === '') return lines;
  const [, first, last] = /^(\d{0,6})(?::(\d{0,6}))?$/u.exec(part) ?? [];
  if (first !== undefined)
    return lines.slice(Math.max(0, Number(first) - 1), last === undefined || last === '' ? lines.length : Number(last));
  const isSign = (text: string, word: string) =>
    text.length <= maxLine &&
    new RegExp(`(?:#?${word === 'start' ? 'region' : 'endregion'}\\s+|\\[${word}:\\s*)([\\w-]+)`, 'u').exec(text)?.[1] === part;
  const start = lines.findIndex(({ text }) => isSign(text, 'start'));
  const end = lines.findIndex(({ text }, index) => index > start && isSign(text, 'end'));
  return start === -1 ? null : lines.slice(start + 1, end === -1 ? lines.length : end);
}
