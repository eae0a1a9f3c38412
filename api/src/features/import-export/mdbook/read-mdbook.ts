import { cutText } from '@newline/document/truncate';
import { posix } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { z } from 'zod';
import { seededRandom } from '@newline/db/seeded-random';
import { type Folder, FolderError, folderError } from '../folder.ts';
import { createConverter } from '../foreign/convert-markdown.ts';
import type { SourceLine } from '../foreign/source-line.ts';
import { finishChapters, type ForeignChapter, type LinkTarget } from '../foreign/finish-chapters.ts';
import type { ImportAllowance } from '../import-allowance.ts';
import { type ImportPlan, ImportMessages } from '../import-plan.ts';
import { createImageFinder } from '../foreign/find-image.ts';
import { Slugs, slugOfName } from '../slug-of-name.ts';
import { createIncludes } from './expand-includes.ts';
import { plainListings } from './plain-listings.ts';
import { placeSummary } from './place-summary.ts';
import { readSummary, type SummaryChapter } from './read-summary.ts';
import { decodedOrAsIs } from '@newline/document/decode-part';

const loose = z.looseObject;
const bookToml = loose({
  book: loose({
    title: z.string().optional(),
    description: z.string().optional(),
    authors: z.array(z.string()).optional(),
    language: z.string().optional(),
    src: z.string().optional(),
  }).default({}),
  output: loose({
    html: loose({
      'mathjax-support': z.boolean().optional(),
      'smart-punctuation': z.boolean().optional(),
      'curly-quotes': z.boolean().optional(),
      code: loose({ hidelines: z.record(z.string(), z.string()).optional() }).optional(),
    }).default({}),
  }).default({ html: {} }),
  preprocessor: z.record(z.string(), z.unknown()).optional(),
});

type MdBookChapter = ForeignChapter & { readonly entry: SummaryChapter; readonly names: readonly string[] };

/** Whether a folder is an mdBook. */
export function isMdBook(folder: Folder): boolean {
  return folder.has('book.toml');
}

/** Reads the folder of an mdBook: book.toml, SUMMARY.md and its chapters, with their includes. */
export async function readMdBook(folder: Folder, allowance: ImportAllowance): Promise<ImportPlan> {
  const messages = new ImportMessages();
  const settings = await readSettings(folder, allowance);
  const src = posix.join(settings.book.src ?? 'src');
  const summaryFile = posix.join(src, 'SUMMARY.md');
  if (!folder.has(summaryFile)) throw folderError('ARCHIVE_SUMMARY_REQUIRED', { file: summaryFile });
  const { title, chapters: entries } = readSummary(await allowance.readText(folder, summaryFile), summaryFile, messages);
  allowance.take('lessons', entries.length);
  if (entries.length === 0) throw folderError('ARCHIVE_CHAPTERS_REQUIRED', { file: summaryFile });
  tellSettings(settings, entries, summaryFile, messages);

  const { html } = settings.output;
  const convert = createConverter(
    {
      name: 'mdbook',
      // The preprocessor renders what is between dollar signs.
      math: html['mathjax-support'] === true ? 'mathjax' : settings.preprocessor?.['katex'] === undefined ? 'none' : 'dollars',
      hasSmartPunctuation: html['smart-punctuation'] ?? html['curly-quotes'] ?? false,
      hiddenLines: html.code?.hidelines ?? {},
    },
    { messages, allowance },
  );
  const expandIncludes = createIncludes(folder, { messages, allowance });
  const images = createImageFinder(folder);
  const slugs = new Slugs();
  // All includes are expanded before the first text is converted, which takes far longer.
  const expanded: { entry: SummaryChapter; file: string | null; isThere: boolean; lines: SourceLine[] }[] = [];
  for (const entry of entries) {
    const file = entry.file === null ? null : posix.join(src, entry.file);
    const isThere = file !== null && folder.has(file);
    if (file === null)
      messages.add(summaryFile, entry.line, `${JSON.stringify(entry.title)} is a draft, so its chapter has no text.`, 'info');
    else if (!isThere) messages.add(summaryFile, entry.line, `${JSON.stringify(entry.file)} doesn’t exist, so its chapter has no text.`);
    expanded.push({ entry, file, isThere, lines: isThere ? await expandIncludes(file) : [] });
  }
  const positions = new Map(placeSummary(entries).map((placed) => [placed.chapter, placed]));
  const chapters = expanded.map(
    ({ entry, file, isThere, lines }): MdBookChapter => ({
      entry,
      file: isThere && file !== null ? file : `${summaryFile}:${entry.line}`,
      slug: slugs.take(slugOf(entry)),
      names: [pathOf(entry), entry.title, 'chapter'],
      title: titleOf(entry),
      text: convert(plainListings(lines), { file: file ?? summaryFile, image: (address) => images.find(file ?? summaryFile, address) }),
    }),
  );

  const done = finishChapters(chapters, messages, {
    resolve: (from, href) => resolveLink(folder, from, href),
    randomFor: seededRandom,
  });
  const sections = [...new Set([...positions.values()].flatMap(({ section }) => section ?? []))];
  const sectionOf = (chapter: SummaryChapter) => positions.get(chapter)?.section ?? null;
  return {
    format: 'mdbook',
    kind: 'BOOK',
    title: cutText((settings.book.title ?? title ?? '').trim(), 200) || 'Untitled book',
    slug: null,
    details: {
      ...(settings.book.description === undefined ? {} : { description: cutText(settings.book.description, 4000) }),
      ...(settings.book.language === undefined ? {} : { lesson_language: settings.book.language }),
    },
    tags: [],
    contributors: [],
    sections,
    lessons: done.map(({ chapter, document }) => ({
      id: null,
      slug: chapter.slug,
      formerSlug: chapter.slug,
      names: chapter.names,
      title: positions.get(chapter.entry)?.title ?? chapter.title,
      description: null,
      role: chapter.entry.number === null && chapter === chapters[0] ? 'INTRODUCTION' : 'CHAPTER',
      section: sections.includes(sectionOf(chapter.entry) ?? '') ? sections.indexOf(sectionOf(chapter.entry) ?? '') : null,
      isFree: false,
      isAdvancedPackageLesson: false,
      repositoryPathname: null,
      video: null,
      document,
      file: chapter.file,
    })),
    images: images.foundImages(),
    captions: [],
    messages: messages.list(),
  };
}

async function readSettings(folder: Folder, allowance: ImportAllowance): Promise<z.infer<typeof bookToml>> {
  try {
    const read = bookToml.safeParse(parseToml(await allowance.readSettings(folder, 'book.toml')));
    if (read.success) return read.data;
    throw folderError('ARCHIVE_BOOK_TOML_INVALID', { detail: z.prettifyError(read.error) });
  } catch (error) {
    if (error instanceof FolderError) throw error;
    throw folderError(
      'ARCHIVE_BOOK_TOML_INVALID',
      { detail: error instanceof Error ? (error.message.split('\n')[0] ?? '') : '' },
      { cause: error },
    );
  }
}

function tellSettings(
  settings: z.infer<typeof bookToml>,
  entries: readonly SummaryChapter[],
  summaryFile: string,
  messages: ImportMessages,
): void {
  const { authors } = settings.book;
  if (authors !== undefined && authors.length > 0)
    messages.add('book.toml', null, `Authors need an account on this site: add ${authors.join(', ')} as contributors.`, 'info');
  for (const name of ['preprocessor', 'build', 'rust'])
    if (name in settings) messages.add('book.toml', null, `[${name}] is skipped: this site doesn’t run code.`, 'info');
  for (const { number, line } of entries)
    if (number !== null && number.length > 1)
      messages.add(summaryFile, line, 'A nested chapter follows its parent and keeps its number: chapters have one level here.', 'info');
}

function titleOf({ title }: SummaryChapter): string {
  return cutText(title, 200) || 'Untitled';
}

/** Returns the path of its file, so that its slug stays when the title changes: `guide/README.md` is `guide`. */
function pathOf({ file, title }: SummaryChapter): string {
  return (file ?? title).replace(/\.(?:md|markdown)$/iu, '').replace(/(?:^|\/)(?:README|index)$/iu, '');
}

function slugOf(entry: SummaryChapter): string {
  const slug = slugOfName(pathOf(entry), 'chapter');
  return slug === 'chapter' ? slugOfName(entry.title, 'chapter') : slug;
}

/** Resolves links to files, or to the pages that mdBook generates from them. */
function resolveLink(folder: Folder, from: string, href: string): LinkTarget {
  const [address = '', hash = ''] = href.split('#', 2).map(decodedOrAsIs);
  const path = address.split('?', 1)[0] ?? '';
  if (path === '') return { file: from, hash };
  const target = posix.join(posix.dirname(from), path.startsWith('/') ? `.${path}` : path);
  if (target.startsWith('..')) return { fault: 'it points outside the folder.' };
  const name = target.replace(/\/$/u, '');
  const stem = name.replace(/\.html?$/iu, '');
  const tries = [
    name,
    `${stem}.md`,
    `${stem.replace(/(?:^|\/)index$/u, (end) => end.replace('index', 'README'))}.md`,
    `${name}/README.md`,
    `${name}/index.md`,
  ];
  const file = tries.find((candidate) => folder.has(candidate) && /\.(?:md|markdown)$/iu.test(candidate));
  if (file !== undefined) return { file, hash };
  return { fault: folder.has(name) ? 'only chapters and images are imported.' : 'there is no such file.' };
}
