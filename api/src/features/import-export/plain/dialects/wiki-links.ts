import { cutText } from '@newline/document/truncate';
import { slug } from 'github-slugger';
import { posix } from 'node:path';
import type { Folder } from '../../folder.ts';
import { fencedLines, type SourceLine } from '../../foreign/source-line.ts';
import type { ImportMessages } from '../../import-plan.ts';
import { isText } from '../list-texts.ts';
import { escapeAttribute, outsideCode, tell } from './rewriting.ts';

const wikiLink = /(?<![\w)\]])(!?)\[\[(?!['"`])([^[\]\n]{1,400})\]\]/gu;
const imageEnding = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp)$/iu;

/** Creates the function that converts Obsidian's links and embeds to links and images. Names are unique in a vault, so they need no folder. */
export function createWikiLinks(folder: Folder, messages: ImportMessages): (lines: readonly SourceLine[]) => SourceLine[] {
  let names: ReadonlyMap<string, string> | null = null;
  const find = (name: string) => {
    names ??= namesIn(folder);
    return names.get(name);
  };
  const addressOf = (from: string, path: string) =>
    encodeURI(posix.relative(posix.dirname(from), path))
      .replaceAll('#', '%23')
      .replaceAll('?', '%3F');
  const replace = (line: SourceLine, written: string, isEmbed: boolean, inner: string): string => {
    const [target = '', ...others] = inner.split('|');
    const label = others.at(-1)?.trim();
    const [name = '', heading] = target.split('#', 2).map((part) => part.trim());
    const path = name === '' ? line.file : find(name.toLowerCase().replace(/^\.?\//u, ''));
    const shown = label ?? (name === '' ? (heading ?? '') : target.trim().replace('#', ': '));
    if (path === undefined) {
      // Lists of numbers aren't links.
      if (!isEmbed && (/^_?toc_?$/iu.test(inner) || !/\p{L}/u.test(inner))) return written;
      tell(messages, line, `${JSON.stringify(cutText(written, 120))} is removed, and its words are kept: there is no such file.`, 'lost');
      return shown;
    }
    if (isEmbed && imageEnding.test(path)) {
      const width = /^(\d{1,5})(?:x\d{1,5})?$/u.exec(label ?? '')?.[1];
      const alt = width === undefined ? (label ?? '') : (others.at(-2)?.trim() ?? '');
      return `<img src="${escapeAttribute(addressOf(line.file, path))}" alt="${escapeAttribute(alt)}"${width === undefined ? '' : ` width="${width}"`}>`;
    }
    if (isEmbed) tell(messages, line, `An embedded file becomes a link: ${JSON.stringify(cutText(inner, 120))}.`);
    const isBlock = heading?.startsWith('^') === true;
    const hash = heading === undefined || heading === '' || isBlock ? '' : `#${slug(heading)}`;
    const address = name === '' && hash !== '' ? hash : `${addressOf(line.file, path)}${hash}`;
    return `[${shown.replaceAll(/([[\]\\])/gu, '\\$1')}](<${address}>)`;
  };
  return (lines) => {
    if (!lines.some(({ text }) => text.includes('[['))) return [...lines];
    const fenced = fencedLines(lines);
    return lines.map((line, index) => {
      if (fenced[index] === true || !line.text.includes('[[')) return line;
      const isRow = line.text.trimStart().startsWith('|');
      const text = outsideCode(line.text, (part) =>
        part.replaceAll(wikiLink, (written: string, sign: string, inner: string) =>
          replace(line, written, sign === '!', isRow ? inner.replaceAll('\\|', '|') : inner),
        ),
      );
      return { ...line, text };
    });
  };
}

/** How many folders a link can name. */
const maxFolders = 8;

/** Returns the files of a folder by the ends of their paths, with and without the ending of texts; the shortest path wins. */
export function namesIn(folder: Folder): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const path of folder.paths.toSorted((a, b) => b.split('/').length - a.split('/').length)) {
    const parts = path.toLowerCase().split('/');
    for (let from = parts.length - 1; from >= Math.max(0, parts.length - maxFolders); from -= 1) {
      const name = parts.slice(from).join('/');
      names.set(name, path);
      if (isText(path)) names.set(name.replace(/\.\w+$/u, ''), path);
    }
  }
  return names;
}
