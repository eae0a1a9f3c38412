import { decodedOrAsIs } from '@newline/document/decode-part';
import { cutText } from '@newline/document/truncate';
import { seededRandom } from '@newline/db/seeded-random';
import { posix } from 'node:path';
import { type Folder, folderError } from '../folder.ts';
import { createConverter } from '../foreign/convert-markdown.ts';
import { createImageFinder } from '../foreign/find-image.ts';
import { finishChapters, type ForeignChapter, type LinkTarget } from '../foreign/finish-chapters.ts';
import { readPropertyLiteral } from '../docusaurus/read-literal.ts';
import type { SourceLine } from '../foreign/source-line.ts';
import type { ImportAllowance } from '../import-allowance.ts';
import { type ImportPlan, ImportMessages } from '../import-plan.ts';
import { placeSummary } from '../mdbook/place-summary.ts';
import { readSummary } from '../mdbook/read-summary.ts';
import { Slugs, slugOfName } from '../slug-of-name.ts';
import { splitNumber } from '../docusaurus/read-sidebar.ts';
import { createDialects } from './dialects/create-dialects.ts';
import { isOpening, isText, listTexts, stemOf, withoutId } from './list-texts.ts';
import { orderByFolders, titled } from './order-by-folders.ts';
import { orderByList } from './order-by-list.ts';
import { orderByNav } from './order-by-nav.ts';
import { orderBySidebar } from './order-by-sidebar.ts';
import { withOwnTitles } from './own-titles.ts';
import type { PlacedText, PlainText } from './plain-text.ts';
import { plainTags } from './plain-tags.ts';
import { isNotebook, notebookMarkdown } from './read-notebook.ts';
import { positionIn, readFacts, titleIn } from './read-facts.ts';

type PlainChapter = ForeignChapter & { readonly placed: PlacedText; readonly names: readonly string[] };
type Reading = { readonly folder: Folder; readonly messages: ImportMessages; readonly allowance: ImportAllowance };

const vitePressConfig = /^(?:[^/]+\/)?\.vitepress\/config(?:\/index)?\.(?:[cm]?[jt]s)$/u;
const siteConfig = /^(?:_config\.ya?ml|(?:hugo|config)\.(?:toml|ya?ml)|mkdocs\.ya?ml)$/u;
const summaryFile = /^(?:(?:docs|src)\/)?summary\.md$/iu;
const listFile = /^(?:[^/]+\/)?_sidebar\.md$/iu;
const maxTitleLength = 200;
/** A line `$$`, or TeX between dollar signs: `$x_1$`. Folders without any have dollar signs that are only text. */
const formulaSigns = /^\s*\$\$|(?<![\w$])\$(?![\s\d`$])[^$`]*[\\^_{}=][^$`]*(?<!\s)\$(?![\w$])/u;

/** Whether a folder has any Markdown for readers. */
export function hasTexts(folder: Folder): boolean {
  return listTexts(folder, new ImportMessages()).length > 0;
}

/**
 * Reads any folder of Markdown. The order comes from SUMMARY.md, a sidebar, the navigation of a tool or the folders; titles come from front matter, first
 * headings or file names.
 */
export async function readPlain(folder: Folder, allowance: ImportAllowance): Promise<ImportPlan> {
  const messages = new ImportMessages();
  const reading: Reading = { folder, messages, allowance };
  const texts = await readTexts(reading);
  if (texts.length === 0) throw folderError('ARCHIVE_MARKDOWN_REQUIRED');
  const { placed, name } = await placeTexts(texts, reading);
  const roots = rootsOf(folder);
  const readDialects = createDialects(folder, { messages, allowance });
  const linesByText = new Map<PlainText, readonly SourceLine[]>();
  for (const text of texts) {
    const { lines, unmask } = await readDialects(text.lines);
    linesByText.set(text, unmask(plainTags(lines, messages)));
  }
  const hasFormulas = [...linesByText.values()].some((lines) => lines.some(({ text }) => formulaSigns.test(text)));
  const convert = createConverter(
    { name: 'plain', math: hasFormulas ? 'dollars' : 'none', hasSmartPunctuation: false, hiddenLines: {} },
    { messages, allowance },
  );
  const images = createImageFinder(folder, [...roots, ...['static', 'public', 'docs/public', 'docs/.vuepress/public']]);
  const slugs = new Slugs();
  const title = cutText(
    name ?? (await siteTitle(reading)) ?? openingTitle(texts) ?? (placed.length === 1 ? titleOf(placed[0]) : ''),
    maxTitleLength,
  );
  const chapters = placed.map((position): PlainChapter => {
    const { text } = position;
    const path = pathOf(text.file);
    return {
      placed: position,
      file: text.file,
      slug: slugs.take(slugOfName(path === '' ? titleOf(position) : path, 'lesson')),
      names: [path, titleOf(position), 'lesson'].filter(Boolean),
      title: titleOf(position),
      text: convert(linesByText.get(text) ?? [], {
        file: text.file,
        image: (address) => images.find(text.file, address),
      }),
    };
  });
  const done = finishChapters(chapters, messages, {
    resolve: (from, href) => resolveLink(folder, roots, from, href),
    randomFor: seededRandom,
  });
  const sections = [...new Set(placed.flatMap(({ section }) => section ?? []))];
  return {
    format: 'markdown',
    kind: 'COURSE',
    title: title || 'Untitled course',
    slug: null,
    details: {},
    tags: [],
    contributors: [],
    sections,
    lessons: done.map(({ chapter, document }) => ({
      id: null,
      slug: chapter.slug,
      formerSlug: chapter.slug,
      names: chapter.names,
      title:
        chapter.placed.label !== null && /^\d/u.test(chapter.placed.label) ? cutText(chapter.placed.label, maxTitleLength) : chapter.title,
      description: chapter.placed.text.description,
      role: 'LESSON',
      section: chapter.placed.section === null ? null : sections.indexOf(chapter.placed.section),
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

async function readTexts({ folder, messages, allowance }: Reading): Promise<PlainText[]> {
  const texts: PlainText[] = [];
  for (const file of listTexts(folder, messages)) {
    allowance.take('lessons');
    const written = await allowance.readText(folder, file);
    const source = isNotebook(file) ? notebookMarkdown(written, file, messages) : written;
    if (source === null) continue;
    const { facts, lines } = readFacts(source, file, messages);
    const { description } = facts;
    texts.push({
      file,
      title: titleIn(facts, lines),
      position: positionIn(facts),
      description: typeof description === 'string' ? cutText(description, 4000) : null,
      lines,
      hasWords: lines.some(({ text }) => text.trim() !== ''),
    });
  }
  return withOwnTitles(texts, messages);
}

type Placing = { readonly placed: readonly PlacedText[]; readonly name: string | null };

async function placeTexts(texts: readonly PlainText[], reading: Reading): Promise<Placing> {
  const { folder } = reading;
  const summary = folder.paths.find((path) => summaryFile.test(path));
  const config = folder.paths.find((path) => vitePressConfig.test(path));
  const list = folder.paths.find((path) => listFile.test(path));
  const navigation =
    (summary === undefined ? null : await placeBySummary(summary, texts, reading)) ??
    (config === undefined ? null : await placeByConfig(config, texts, reading)) ??
    (await orderByNav(texts, reading)) ??
    (list === undefined ? null : await placeByList(list, texts, reading));
  return navigation ?? { placed: orderByFolders(texts, reading.allowance), name: null };
}

async function placeBySummary(
  file: string,
  texts: readonly PlainText[],
  { folder, messages, allowance }: Reading,
): Promise<Placing | null> {
  const { title, chapters } = readSummary(await allowance.readText(folder, file), file, messages, {
    partTags: ['h1', 'h2'],
  });
  // Unlike mdBook and its own old versions, GitBook has no numbers.
  const isNumbered = !folder.paths.some((path) => /^\.gitbook\.ya?ml$/u.test(path));
  const byFile = new Map(texts.map((text) => [text.file, text]));
  const seen = new Set<PlainText>();
  const placed = placeSummary(chapters).flatMap(({ chapter, section, title: label }): PlacedText[] => {
    const text = chapter.file === null ? undefined : byFile.get(posix.join(posix.dirname(file), chapter.file.split('#', 1)[0] ?? ''));
    if (text === undefined)
      messages.add(file, chapter.line, `${JSON.stringify(chapter.title)} is skipped: it has no text in this folder.`, 'lost');
    if (text === undefined || seen.has(text)) return [];
    seen.add(text);
    return [{ text, section, label: isNumbered ? label : chapter.title || null }];
  });
  if (placed.length === 0) return null;
  const others = texts.filter((text) => !seen.has(text) && text.hasWords);
  for (const { file: other } of others) messages.add(other, null, `${file} doesn’t list it, so it comes last.`, 'info');
  return { placed: [...placed, ...others.map((text) => ({ text, section: null, label: null }))], name: title };
}

async function placeByList(file: string, texts: readonly PlainText[], { folder, messages, allowance }: Reading): Promise<Placing | null> {
  const byFile = new Map(texts.map((text) => [text.file, text]));
  const find = (path: string) =>
    candidates(path)
      .map((candidate) => byFile.get(candidate))
      .find((text) => text !== undefined);
  const placed = orderByList(await allowance.readText(folder, file), texts, { file, messages, allowance, find });
  return placed === null ? null : { placed, name: null };
}

async function placeByConfig(file: string, texts: readonly PlainText[], { folder, messages, allowance }: Reading): Promise<Placing | null> {
  const source = await allowance.readSettings(folder, file);
  const title = await readPropertyLiteral(source, ['title'], allowance);
  const sidebar = await readPropertyLiteral(source, ['sidebar'], allowance);
  const name = typeof title === 'string' ? title : null;
  const root = file.slice(0, file.indexOf('.vitepress'));
  const files = new Set(texts.map((text) => text.file));
  const byFile = new Map(texts.map((text) => [text.file, text]));
  if (sidebar === undefined || sidebar === false) {
    messages.add(file, null, 'Its sidebar is skipped because it’s code. The lessons are in the order of the folders.');
    return { placed: orderByFolders(texts, allowance), name };
  }
  const find = (link: string) => {
    const path = decodedOrAsIs(link.split(/[?#]/u, 1)[0] ?? '');
    const match = candidates(posix.join(root, `.${path.startsWith('/') ? path : `/${path}`}`)).find((candidate) => files.has(candidate));
    return match === undefined ? undefined : byFile.get(match);
  };
  return { placed: orderBySidebar(sidebar, texts, { file, messages, allowance, find }), name };
}

async function siteTitle({ folder, allowance }: Reading): Promise<string | null> {
  const config = folder.paths.find((path) => siteConfig.test(path));
  if (config === undefined) return null;
  const text = await allowance.readSettings(folder, config);
  const match = /^(?:title|site_name)\s*[:=]\s*(?:"([^"\n]{1,400})"|'([^'\n]{1,400})'|([^\s#"'][^#\n]{0,400}))/mu.exec(text);
  return match === null ? null : (match[1] ?? match[2] ?? match[3] ?? '').trim() || null;
}

/** Returns the title of the folder's README or index. */
function openingTitle(texts: readonly PlainText[]): string | null {
  const depth = ({ file }: PlainText) => file.split('/').length;
  return texts.filter(({ file, title }) => isOpening(file) && title !== null).toSorted((a, b) => depth(a) - depth(b))[0]?.title ?? null;
}

function titleOf(position: PlacedText | undefined): string {
  if (position === undefined) return 'Untitled';
  const { text, label } = position;
  const name = isOpening(text.file) ? posix.basename(posix.dirname(text.file)) : stemOf(text.file);
  const own =
    text.title ?? label?.replace(/^\d+(?:\.\d+)*\. /u, '') ?? titled(splitNumber(withoutId(name === '.' ? stemOf(text.file) : name)).name);
  return cutText(own, maxTitleLength) || 'Untitled';
}

/** Returns the path of a file without numbers and extensions: `02-first/README.md` is `first`. */
function pathOf(file: string): string {
  const parts = file.split('/');
  const folders = parts.slice(0, -1).map((part) => splitNumber(withoutId(part)).name);
  return [...folders, ...(isOpening(file) ? [] : [splitNumber(withoutId(stemOf(file))).name])].join('/');
}

/** Returns the folders that a URL with a slash at the start may refer to. */
function rootsOf(folder: Folder): string[] {
  return ['.', 'docs', 'content', 'src'].filter((root) => root === '.' || folder.paths.some((path) => path.startsWith(`${root}/`)));
}

function candidates(path: string): string[] {
  const name = path.replace(/\/$/u, '');
  const stem = name.replace(/\.html?$/iu, '');
  const endings = [
    '.md',
    '.mdx',
    '.markdown',
    '.qmd',
    '.rmd',
    '.ipynb',
    '/README.md',
    '/index.md',
    '/_index.md',
    '/readme.md',
    '/article.md',
  ];
  return [name, ...endings.map((ending) => `${stem === '.' ? '' : stem}${ending}`.replace(/^\//u, ''))];
}

/** Resolves a link to a file, or to the page that a site generates from one. */
function resolveLink(folder: Folder, roots: readonly string[], from: string, href: string): LinkTarget {
  const [address = '', written = ''] = href.split('#', 2).map(decodedOrAsIs);
  const [path = '', query = ''] = address.split('?', 2);
  // Docsify writes the heading in the query: `page?id=heading`.
  const hash = written === '' ? (/^id=([^&]+)$/u.exec(query)?.[1] ?? '') : written;
  if (path === '') return { file: from, hash };
  // Zola writes `@/` for the folder of its texts.
  const rooted = path.replace(/^@(?=\/)/u, '');
  const targets = rooted.startsWith('/') ? roots.map((root) => posix.join(root, `.${rooted}`)) : [posix.join(posix.dirname(from), path)];
  // A page of a site is a folder there: `../b/` in `a.md` is `b.md` next to it.
  const beside = path.startsWith('../') && !isOpening(from) ? [posix.join(posix.dirname(from), path.slice('../'.length))] : [];
  const tries = [...targets, ...beside].filter((target) => !target.startsWith('..'));
  const file = tries.flatMap(candidates).find((candidate) => folder.has(candidate) && isText(candidate));
  if (file !== undefined) return { file, hash };
  if (tries.length === 0) return { fault: 'it points outside the folder.' };
  const isThere = tries.some((target) => folder.has(target.replace(/\/$/u, '')));
  return { fault: isThere ? 'only texts and images are imported.' : 'there is no such file.' };
}
