import type { Folder } from '../../folder.ts';
import { type MaskedLines, maskFormulas } from '../../foreign/mask-formulas.ts';
import { fencedLines, type SourceLine } from '../../foreign/source-line.ts';
import type { ImportAllowance } from '../../import-allowance.ts';
import type { ImportMessages } from '../../import-plan.ts';
import { readBlockTags, readClassedBlocks } from './block-tags.ts';
import { readColonBoxes } from './colon-boxes.ts';
import { readDocsifySigns } from './docsify-signs.ts';
import { readInlineSigns } from './inline-signs.ts';
import { readNoteTables } from './note-tables.ts';
import { maxDepth } from './rewriting.ts';
import { readPandocCaptions } from './pandoc-captions.ts';
import { readDashTables, readGridTables } from './grid-tables.ts';
import { createHugoReferences, joinShortcodes } from './hugo-references.ts';
import { createInserts } from './insert-files.ts';
import { readKramdownBlocks } from './kramdown-blocks.ts';
import { keepDocumented, readMkDocsBlocks } from './mkdocs-blocks.ts';
import { readSlashBlocks } from './slash-blocks.ts';
import { readLiquid, readShortcodes } from './site-tags.ts';
import { createTutorialSigns, isTutorial } from './tutorial-signs.ts';
import { createWikiLinks } from './wiki-links.ts';

/**
 * Creates the function that converts the additions of MkDocs, Obsidian, MyST, Quarto, VitePress, Hugo, Jekyll, GitBook, Notion and javascript.info to Markdown that
 * the parser reads. Lines keep their file and number; their formulas are still hidden.
 */
export function createDialects(
  folder: Folder,
  { messages, allowance }: { readonly messages: ImportMessages; readonly allowance: ImportAllowance },
): (lines: readonly SourceLine[]) => Promise<MaskedLines> {
  const insert = createInserts(folder, { messages, allowance });
  const wikiLinks = createWikiLinks(folder, messages);
  const readReferences = createHugoReferences(folder);
  const readTutorial = isTutorial(folder) ? createTutorialSigns(folder, messages) : null;
  const isJekyll = folder.paths.some((path) => /^(?:docs\/)?_config\.ya?ml$/u.test(path));
  const isMkDocs = folder.paths.some((path) => /^mkdocs\.ya?ml$/u.test(path));
  const isDocsify = folder.paths.some((path) => /^(?:[^/]+\/)?_(?:sidebar|navbar|coverpage)\.md$/iu.test(path));
  const isPandoc = folder.paths.some((path) => /\.(?:qmd|rmd)$/iu.test(path));
  const isMyst = folder.paths.some((path) => /^(?:docs\/|source\/)?(?:_toc\.ya?ml|myst\.ya?ml|conf\.py)$/u.test(path));
  const hasCitations = isPandoc || isMyst || folder.paths.some((path) => /\.(?:bib|bibtex|csl)$/iu.test(path));
  const dialects = { hasScripts: isMkDocs || isPandoc, hasKeys: isMkDocs, isMyst, hasCitations };
  return async (lines) => {
    const { lines: masked, unmask } = maskFormulas(await insert(readTutorial?.(lines) ?? lines));
    const inserted = readDocsifySigns(joinShortcodes(readNoteTables(masked)), messages, { isDocsify });
    const tables = isPandoc || isMyst ? readGridTables(inserted, messages) : inserted;
    const whole = isPandoc ? readPandocCaptions(readDashTables(tables, messages), messages) : tables;
    const readBlocks = (text: readonly SourceLine[]) =>
      readShortcodes(
        readBlockTags(
          readColonBoxes(
            readMkDocsBlocks(
              readClassedBlocks(freeAsides(isMkDocs ? readSlashBlocks(keepDocumented(text, messages), messages) : text)),
              messages,
            ),
            messages,
          ),
          messages,
        ),
        messages,
      );
    const blocks = readQuotations(whole, (text) => readBlocks(isJekyll ? readKramdownBlocks(text) : text), 0);
    return { lines: readInlineSigns(wikiLinks(readReferences(readLiquid(blocks, messages))), messages, dialects), unmask };
  };
}

/** Applies `read` to the text, and to that of each quotation in it. */
function readQuotations(lines: readonly SourceLine[], read: (lines: readonly SourceLine[]) => SourceLine[], depth: number): SourceLine[] {
  const fenced = fencedLines(lines.map((line) => (isQuoted(line) ? { text: '' } : line)));
  const parts: { readonly isQuotation: boolean; readonly lines: SourceLine[] }[] = [];
  for (const [index, line] of lines.entries()) {
    const isQuotation = fenced[index] !== true && depth < maxDepth && isQuoted(line);
    const last = parts.at(-1);
    if (last?.isQuotation === isQuotation) last.lines.push(line);
    else parts.push({ isQuotation, lines: [line] });
  }
  const readQuotation = (quotation: readonly SourceLine[]) =>
    readQuotations(
      quotation.map((line) => ({ ...line, text: line.text.replace(quoteSign, '') })),
      read,
      depth + 1,
    ).map((line) => ({ ...line, text: `> ${line.text}` }));
  return read(parts.flatMap((part) => (part.isQuotation ? readQuotation(part.lines) : part.lines)));
}

const markdownTag = /^\s*<(?:div|section|aside|article|figure)\b[^<>]{0,400}\smarkdown(?:="?(?:1|block|span)"?)?(?:\s[^<>]{0,400})?>\s*$/u;

const quoteSign = /^ {0,3}> ?/u;

function isQuoted({ text }: SourceLine): boolean {
  return quoteSign.test(text);
}

/** Notion writes the Markdown of a box right after its tag, where it would be HTML; so do Jekyll and MkDocs if the tag says that it has Markdown. */
function freeAsides(lines: readonly SourceLine[]): SourceLine[] {
  const fenced = fencedLines(lines);
  const isMarkdown = lines.some(({ text }) => markdownTag.test(text));
  const isTag = (text: string) =>
    /^\s*<\/?aside>\s*$/u.test(text) || markdownTag.test(text) || (isMarkdown && /^\s*<\/(?:div|section|aside|article)>\s*$/u.test(text));
  return lines.flatMap((line, index): SourceLine[] => {
    const blank = { ...line, text: '' };
    const caption = isMarkdown && fenced[index] !== true ? /^\s*<figcaption>(.*)<\/figcaption>\s*$/u.exec(line.text)?.[1] : undefined;
    if (caption !== undefined) return ['<figcaption>', '', caption, '', '</figcaption>'].map((text) => ({ ...line, text }));
    if (fenced[index] === true || !isTag(line.text)) return [line];
    return [blank, line, blank];
  });
}
