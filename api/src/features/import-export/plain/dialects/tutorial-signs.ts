import { append } from '@newline/document/append';
import { cutText } from '@newline/document/truncate';
import { posix } from 'node:path';
import type { Folder } from '../../folder.ts';
import { fencedLines, type SourceLine } from '../../foreign/source-line.ts';
import type { ImportMessages } from '../../import-plan.ts';
import { splitNumber } from '../../docusaurus/read-sidebar.ts';
import { boxAround, maxDepth, maxLine, tell } from './rewriting.ts';

/** Boxes that are written as code, by their language. */
const boxes: Readonly<Record<string, string>> = { smart: 'tip', warn: 'warning', ponder: 'question', quote: 'quote', online: '' };
const boxFence = /^(\s*)(`{3,})(smart|warn|ponder|quote|online|offline)\b([^`]*)$/u;
/** A tag of its own line: `[cut]`, `[iframe src="demo"]`, `[/compare]`. */
const lineTag =
  /^\s*\[(\/?)(cut|online|offline|compare|head|libs|demo|iframe|codetabs|html|js|css|pre|importance|summary)\b([^\]]*)\]\s*$/u;
const hiddenParts: ReadonlySet<string> = new Set(['head', 'libs', 'offline']);
const links = /(\]\()?<?\b(info|task|mdn):([\w./-]{1,200})(#[\w.-]{1,200})?>?/gu;

/** Options of an image, after its alternative text: `![A lamp|width=200 height=100](lamp.png)`. */
const imageOptions = /!\[([^\]|\n]{0,400})\|([^\]\n]{1,100})\]\(/gu;

/** Whether a folder is a tutorial in the format of javascript.info: a numbered folder for each article. */
export function isTutorial(folder: Folder): boolean {
  return folder.paths.some((path) => /(?:^|\/)\d+-[^/]+\/article\.md$/u.test(path));
}

/** Creates the function that converts the boxes, tags, links and highlights of javascript.info. */
export function createTutorialSigns(folder: Folder, messages: ImportMessages): (lines: readonly SourceLine[]) => SourceLine[] {
  const pages = new Map<string, string>();
  for (const path of folder.paths) {
    const kind = /(?:^|\/)(article|index|task)\.md$/u.exec(path)?.[1];
    if (kind === undefined) continue;
    const { name } = splitNumber(posix.basename(posix.dirname(path)));
    const key = `${kind === 'task' ? 'task' : 'info'}:${name}`;
    if (kind !== 'index' || !pages.has(key)) pages.set(key, `/${path}`);
  }
  return (lines) => readParts(withoutImportance(lines), 0);

  function readParts(lines: readonly SourceLine[], depth: number): SourceLine[] {
    const fenced = fencedLines(lines);
    const written: SourceLine[] = [];
    let isComparison = false;
    for (let index = 0; index < lines.length; index += 1) {
      const line = lines[index];
      if (line === undefined) continue;
      const [, space = '', fence = '', name = '', rest = ''] = (depth < maxDepth && boxFence.exec(line.text)) || [];
      const end = name === '' ? -1 : lines.findIndex(({ text }, at) => at > index && text.trim() === fence);
      if (end !== -1) {
        const inner = readParts(lines.slice(index + 1, end), depth + 1);
        if (name === 'offline') tell(messages, line, 'A part for readers without a network is removed.', 'info');
        else append(written, boxOf({ ...line, text: space }, { name, rest, depth }, inner));
        index = end;
        continue;
      }
      if (fenced[index] === true) {
        const code = line.text.replaceAll(/\*!\*|\*\/!\*/gu, '');
        if (code === line.text || code.trim() !== '') written.push({ ...line, text: code });
        continue;
      }
      const [, close, tag = '', attributes = ''] = lineTag.exec(line.text) ?? [];
      if (tag === '') {
        const text = isComparison
          ? line.text.replace(/^\s*([+-])\s+/u, (_all, sign: string) => `- **${sign === '+' ? '+' : '−'}** `)
          : line.text;
        written.push({ ...line, text: readInline(text) });
        continue;
      }
      if (tag === 'compare') isComparison = close === '';
      // A list ends here, too.
      written.push({ ...line, text: '' });
      const last = hiddenParts.has(tag) && close === '' ? lines.findIndex(({ text }, at) => at > index && text.trim() === `[/${tag}]`) : -1;
      if (last !== -1) {
        tell(messages, line, `[${tag}] is removed: it’s only for the page of the tutorial.`, 'lost');
        index = last;
      } else if (/\bsrc=|^(?:demo|iframe|codetabs|html|js|css)$/u.test(attributes === '' ? tag : attributes))
        tell(messages, line, `An example is removed: ${JSON.stringify(cutText(line.text.trim(), 120))}. Add it as code.`, 'lost');
    }
    return written;
  }

  function readInline(text: string): string {
    if (text.length > maxLine) return text;
    return text
      .split(/(`+[^`]*`+)/u)
      .map((part, index) => (index % 2 === 1 ? readCode(part) : part.replaceAll(links, linkOf).replaceAll(imageOptions, sizeOf)))
      .join('')
      .replace(/^(\s*#{1,6}\s.*\S)\s+\[#([\w-]{1,100})\]\s*$/u, '$1 {#$2}');
  }

  function linkOf(written: string, before: string | undefined, kind: string, name: string, hash = ''): string {
    const address = kind === 'mdn' ? addressOfMdn(name) : pages.get(`${kind}:${name}`);
    if (address === undefined) return written;
    if (before !== undefined) return `${before}${address}${hash}`;
    // A link without words gets the title of its page.
    if (!written.startsWith('<')) return written;
    return kind === 'mdn' ? `[${posix.basename(name)}](${address})` : `[](${address}${hash})`;
  }
}

function boxOf(
  line: SourceLine,
  { name, rest, depth }: { readonly name: string; readonly rest: string; readonly depth: number },
  inner: readonly SourceLine[],
): readonly SourceLine[] {
  const kind = boxes[name] ?? '';
  if (kind === '') return inner;
  const title = /\bheader="([^"]{0,400})"/u.exec(rest)?.[1] ?? null;
  return boxAround(line, { kind, title: title?.replaceAll(/[[\]]/gu, '\\$&') ?? null, depth }, inner);
}

/** Code with a part that is only a color there: `pattern:\d+`; `key:Ctrl+S` is keys. */
function readCode(code: string): string {
  const [, keys] = /^`key:([^`]{1,100})`$/u.exec(code) ?? [];
  if (keys !== undefined)
    return keys
      .split(/(?<=.)\+/u)
      .map((one) => `<kbd>${one.trim()}</kbd>`)
      .join('+');
  return code.replace(/^(`+)(?:pattern|match|subject):/u, '$1');
}

/** Tasks begin with how important they are. */
function withoutImportance(lines: readonly SourceLine[]): readonly SourceLine[] {
  if (!/^importance:\s*\d+\s*$/u.test(lines[0]?.text ?? '')) return lines;
  const end = lines.findIndex(({ text }) => /^---\s*$/u.test(text));
  return end === -1 || end > 5 ? lines : lines.slice(end + 1);
}

function sizeOf(_written: string, alt: string, options: string): string {
  const width = /(?:^|\s)(?:width=)?(\d{1,5})(?:\s|$)/u.exec(options)?.[1];
  return `![${alt}${width === undefined ? '' : `|${width}`}](`;
}

function addressOfMdn(name: string): string {
  const site = 'https://developer.mozilla.org/en-US/docs/Web';
  if (name.startsWith('js/')) return `${site}/JavaScript/Reference/Global_Objects/${name.slice('js/'.length)}`;
  if (name.startsWith('api/')) return `${site}/API/${name.slice('api/'.length)}`;
  if (name.startsWith('css/')) return `${site}/CSS/${name.slice('css/'.length)}`;
  return `${site}/${name}`;
}
