import { posix } from 'node:path';
import type { Folder } from '../../folder.ts';
import { fencedLines, type SourceLine } from '../../foreign/source-line.ts';
import { maxLine, outsideCode, readAttributes } from './rewriting.ts';
import { namesIn } from './wiki-links.ts';

const reference = /(\(\s*<?|=\s*"?)?\{\{[<%]-?\s*(?:rel)?ref\s+([^{}]{1,400}?)\s*-?[>%]\}\}/gu;
const open = /\{\{[<%](?!\/\*)(?:(?![>%]\}\}).)*$/u;
const close = /^(?:(?!\{\{[<%]).)*?[>%]\}\}/u;
/** How many lines a shortcode can have. */
const maxLines = 40;

/** Writes the shortcodes of Hugo that go over several lines on one. */
export function joinShortcodes(lines: readonly SourceLine[]): SourceLine[] {
  if (!lines.some(({ text }) => text.length <= maxLine && open.test(text))) return [...lines];
  const fenced = fencedLines(lines);
  const written: SourceLine[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (line === undefined) continue;
    const isOpen = fenced[index] !== true && line.text.length <= maxLine && open.test(line.text);
    const rest = isOpen ? lines.slice(index + 1, index + maxLines) : [];
    const end = rest.findIndex(({ text }) => text.length <= maxLine && close.test(text));
    const parts = rest.slice(0, end + 1).map(({ text }) => text.trim());
    const text = [line.text, ...parts].join(' ');
    if (end === -1 || text.length > maxLine) written.push(line);
    else {
      written.push({ ...line, text });
      index += end + 1;
    }
  }
  return written;
}

/**
 * Creates the function that converts `ref` and `relref` of Hugo to the path of the page, which may be anywhere in the content: Hugo finds a page by the
 * end of its path. A reference outside of a link becomes a link with the page's title.
 */
export function createHugoReferences(folder: Folder): (lines: readonly SourceLine[]) => SourceLine[] {
  let names: ReadonlyMap<string, string> | null = null;
  const find = (from: string, path: string): string | undefined => {
    names ??= namesIn(folder);
    const stem = path.replace(/\.md$/iu, '').replace(/\/$/u, '');
    const beside = path.startsWith('/') ? [] : [posix.join(posix.dirname(from), stem)];
    const rooted = ['content', '.', 'docs'].map((root) => posix.join(root, stem.replace(/^\//u, '')));
    const endings = ['.md', '/index.md', '/_index.md'];
    const there = [...beside, ...rooted].flatMap((start) => endings.map((ending) => `${start}${ending}`)).find((each) => folder.has(each));
    const name = stem.replace(/^(?:\.{0,2}\/)+/u, '').toLowerCase();
    return there ?? ['', '/index', '/_index'].map((ending) => names?.get(`${name}${ending}`)).find((each) => each !== undefined);
  };
  return (lines) => {
    if (!lines.some(({ text }) => text.includes('ref '))) return [...lines];
    const fenced = fencedLines(lines);
    return lines.map((line, index) => {
      if (fenced[index] === true || !line.text.includes('ref ')) return line;
      const text = outsideCode(line.text, (part) =>
        part.replaceAll(reference, (_all, before: string | undefined, argument: string) => {
          const [path = '', hash] = targetIn(argument).split('#', 2);
          const file = path === '' ? undefined : find(line.file, path);
          const shown = file === undefined ? path : encodeURI(posix.relative(posix.dirname(line.file), file));
          const address = `${shown}${hash === undefined ? '' : `#${hash}`}`;
          return before === undefined ? `[](<${address}>)` : `${before}${address}`;
        }),
      );
      return text === line.text ? line : { ...line, text };
    });
  };
}

/** Returns the path in the argument of a reference: `"two.md"`, `two.md`, `path="two.md" lang="en"`. */
function targetIn(argument: string): string {
  const path = readAttributes(argument).get('path');
  return path ?? /^["'`]?([^"'`\s]+)/u.exec(argument)?.[1] ?? argument;
}
