import { append } from '@newline/document/append';
import { posix } from 'node:path';
import type { Folder } from '../folder.ts';
import { fencedLines, type SourceLine } from '../foreign/source-line.ts';
import type { ImportAllowance } from '../import-allowance.ts';
import type { ImportMessages } from '../import-plan.ts';
import { readFrontMatter } from './front-matter.ts';

/** Maximum depth of nested partials. */
const maxDepth = 10;
const imported = /^import\s+(\w{1,100})\s+from\s+['"]([^'"]{1,400})['"]\s*;?\s*$/u;
const textEnding = /\.mdx?$/iu;
const assetEnding = /\.(?:png|jpe?g|gif|webp|avif|svg)$/iu;

/** A document with its partials inserted, and the images that it imports, by name. */
export type ExpandedDocument = { readonly lines: readonly SourceLine[]; readonly assets: ReadonlyMap<string, string> };

/**
 * Inserts the text of imported partials (`import Part from './_part.mdx'`) where they are used (`<Part />`).
 *
 * @param siteRoot the folder that `@site` means
 */
export function createPartials(
  folder: Folder,
  siteRoot: string,
  { messages, allowance }: { readonly messages: ImportMessages; readonly allowance: ImportAllowance },
): (lines: readonly SourceLine[], file: string) => Promise<ExpandedDocument> {
  const linesByFile = new Map<string, readonly SourceLine[]>();
  const read = async (file: string): Promise<readonly SourceLine[]> => {
    const lines = linesByFile.get(file) ?? readFrontMatter(await allowance.readText(folder, file), file, messages).lines;
    linesByFile.set(file, lines);
    return lines;
  };
  const expand = async (lines: readonly SourceLine[], file: string, depth: number, assets: Map<string, string>): Promise<SourceLine[]> => {
    allowance.take('lines', lines.length);
    const fenced = fencedLines(lines);
    const partials = new Map<string, string>();
    const written: SourceLine[] = [];
    for (const [index, line] of lines.entries()) {
      const [, name = '', address = ''] = fenced[index] === true || line.text.length > 1000 ? [] : (imported.exec(line.text) ?? []);
      const target = name === '' ? null : pathOf(address, file, siteRoot);
      if (target !== null && folder.has(target) && (textEnding.test(target) || assetEnding.test(target))) {
        if (textEnding.test(target)) partials.set(name, target);
        else assets.set(name, address.startsWith('@site/') ? address : `/${target}`);
        written.push({ ...line, text: '' });
        continue;
      }
      const [, shown = '', attributes = ''] =
        fenced[index] === true ? [] : (/^\s*<([A-Z]\w{0,99})\b([^<>]{0,400})\/>\s*$/u.exec(line.text) ?? []);
      const partial = partials.get(shown);
      if (partial === undefined) written.push(line);
      else if (depth >= maxDepth) messages.add(line.file, line.line, `The partial <${shown}> is removed: it’s nested too deeply.`, 'lost');
      else {
        if (attributes.trim() !== '')
          messages.add(line.file, line.line, `The attributes of <${shown}> are removed: ${JSON.stringify(attributes.trim())}.`, 'lost');
        const inner = await expand(await read(partial), partial, depth + 1, assets);
        append(written, [{ ...line, text: '' }, ...inner, { ...line, text: '' }]);
      }
    }
    return written;
  };
  return async (lines, file) => {
    const assets = new Map<string, string>();
    return { lines: await expand(lines, file, 0, assets), assets };
  };
}

/** Returns the file that an import refers to; null for a package. */
function pathOf(address: string, from: string, siteRoot: string): string | null {
  if (address.startsWith('@site/')) return posix.join(siteRoot, address.slice('@site/'.length));
  return /^\.{1,2}\//u.test(address) ? posix.join(posix.dirname(from), address) : null;
}
