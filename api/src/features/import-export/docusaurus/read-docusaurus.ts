import { cutText } from '@newline/document/truncate';
import { posix } from 'node:path';
import { seededRandom } from '@newline/db/seeded-random';
import { type Folder, folderError } from '../folder.ts';
import { createConverter } from '../foreign/convert-markdown.ts';
import { createImageFinder } from '../foreign/find-image.ts';
import { maskFormulas } from '../foreign/mask-formulas.ts';
import { finishChapters, type ForeignChapter, type LinkTarget } from '../foreign/finish-chapters.ts';
import type { SourceLine } from '../foreign/source-line.ts';
import type { ImportAllowance } from '../import-allowance.ts';
import { type ImportPlan, ImportMessages } from '../import-plan.ts';
import { Slugs, slugOfName } from '../slug-of-name.ts';
import { readFrontMatter } from './front-matter.ts';
import { createPartials, type ExpandedDocument } from './expand-partials.ts';
import { findSite, type Site } from './find-site.ts';
import { plainMdx } from './plain-mdx.ts';
import { readExportedLiteral } from './read-literal.ts';
import { type Doc, type Placed, placeBySidebars, readDocTree, splitNumber } from './read-sidebar.ts';
import { decodedOrAsIs } from '@newline/document/decode-part';

type ReadDoc = Doc & {
  readonly url: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly lines: readonly SourceLine[];
};
type Reading = { readonly messages: ImportMessages; readonly allowance: ImportAllowance };
type DocChapter = ForeignChapter & { readonly placed: Placed; readonly names: readonly string[]; readonly description: string | null };

const used = new Set([
  'id',
  'title',
  'sidebar_label',
  'sidebar_position',
  'description',
  'slug',
  'draft',
  'hide_title',
  'displayed_sidebar',
  'pagination_next',
  'pagination_prev',
  'hide_table_of_contents',
  'toc_min_heading_level',
  'toc_max_heading_level',
]);

/** Reads a Docusaurus docs folder in the order of its sidebars, or of its numbers, positions and categories. */
export async function readDocusaurus(folder: Folder, allowance: ImportAllowance): Promise<ImportPlan> {
  const messages = new ImportMessages();
  const site = await findSite(folder, allowance);
  const { docs: root, config: configText } = site;
  const docs = await readDocs(folder, root, { messages, allowance });
  tellOtherTexts(folder, site.root, messages);
  if (docs.length === 0) throw folderError('ARCHIVE_DOCUMENTS_REQUIRED');
  const placed = await placeDocs(folder, site, docs, { messages, allowance });

  const hasMath = configText.includes('remark-math');
  const convert = createConverter(
    { name: 'docusaurus', math: hasMath ? 'dollars' : 'none', hasSmartPunctuation: false, hiddenLines: {} },
    { messages, allowance },
  );
  const inSite = (path: string) => posix.join(site.root, path);
  const images = createImageFinder(folder, [inSite('static'), inSite('.'), '.']);
  const expand = createPartials(folder, site.root, { messages, allowance });
  const expanded = new Map<string, ExpandedDocument>();
  for (const doc of docs) expanded.set(doc.id, await expand(doc.lines, doc.file));
  const slugs = new Slugs();
  const byId = new Map(docs.map((doc) => [doc.id, doc]));
  const chapters = placed.map((position): DocChapter => {
    const doc = byId.get(position.doc.id);
    if (!doc) throw new Error(`A placed document: expected one of those read, got ${position.doc.id}`);
    const { lines: whole, assets } = expanded.get(doc.id) ?? { lines: doc.lines, assets: new Map<string, string>() };
    const { lines: masked, unmask } = hasMath ? maskFormulas(whole) : { lines: whole, unmask: null };
    const plain = plainMdx(masked, messages, assets);
    const lines = unmask?.(plain) ?? plain;
    tellFacts(doc, messages);
    const { description } = doc.facts;
    return {
      placed: position,
      file: doc.file,
      slug: slugs.take(slugOfName(nameOf(doc.id), 'lesson')),
      names: [nameOf(doc.id), 'lesson'],
      title: titleOf(doc, position),
      description: typeof description === 'string' ? cutText(description, 4000) : null,
      text: convert(lines, {
        file: doc.file,
        image: (address) => images.find(doc.file, address.replace(/^pathname:\/\//u, '').replace(/^@site\//u, '/')),
      }),
    };
  });
  const index = { byFile: new Map(docs.map((doc) => [doc.file, doc])), byUrl: firstByUrl(docs) };
  const done = finishChapters(chapters, messages, {
    resolve: (from, href) => resolveLink(index, site, from, href, folder),
    randomFor: seededRandom,
  });
  const sections = [...new Set(placed.flatMap(({ section }) => section ?? []))];
  return {
    format: 'docusaurus',
    kind: 'BOOK',
    title:
      cutText((/\btitle:\s*(?:'([^'\n]+)'|"([^"\n]+)")/u.exec(configText)?.slice(1).find(Boolean) ?? '').trim(), 200) || 'Untitled docs',
    slug: null,
    details: {},
    tags: [],
    contributors: [],
    sections: sections.map((section) => cutText(section, 200)),
    lessons: done.map(({ chapter, document }) => ({
      id: null,
      slug: chapter.slug,
      formerSlug: chapter.slug,
      names: chapter.names,
      title: chapter.title,
      description: chapter.description,
      role: 'CHAPTER',
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

async function readDocs(folder: Folder, root: string, { messages, allowance }: Reading): Promise<ReadDoc[]> {
  const docs: ReadDoc[] = [];
  for (const path of folder.paths) {
    const within = root === '' ? path : path.startsWith(`${root}/`) ? path.slice(root.length + 1) : null;
    if (within === null || !/\.mdx?$/iu.test(within)) continue;
    if (within.split('/').some((part) => part.startsWith('_'))) continue;
    allowance.take('lessons');
    const { facts, lines } = readFrontMatter(await allowance.readText(folder, path), path, messages);
    const parts = within.replace(/\.mdx?$/iu, '').split('/');
    const split = splitNumber(parts.at(-1) ?? '');
    const importExport = parts.slice(0, -1);
    const plain = importExport.map((part) => splitNumber(part).name);
    const name = typeof facts['id'] === 'string' ? facts['id'] : split.name;
    const isOpening =
      /^(?:readme|index)$/iu.test(split.name) || (plain.length > 0 && split.name.toLowerCase() === plain.at(-1)?.toLowerCase());
    const ownSlug = typeof facts['slug'] === 'string' ? facts['slug'] : null;
    const url =
      ownSlug === null
        ? [...plain, ...(isOpening ? [] : [split.name])].join('/')
        : ownSlug.startsWith('/')
          ? ownSlug.slice(1)
          : [...plain, ownSlug].join('/');
    const { sidebar_position: position, sidebar_label: label } = facts;
    docs.push({
      file: path,
      id: [...plain, name].join('/'),
      folder: importExport.join('/'),
      position: typeof position === 'number' ? position : split.position,
      label: typeof label === 'string' ? label : null,
      url: url.replace(/\/$/u, ''),
      facts,
      lines,
    });
  }
  return docs;
}

async function placeDocs(folder: Folder, site: Site, docs: readonly ReadDoc[], reading: Reading): Promise<Placed[]> {
  const { messages, allowance } = reading;
  const tree = await readDocTree(folder, site.docs, docs, reading);
  const file = site.sidebars;
  if (file === undefined) return tree.list('.');
  const source = await allowance.readSettings(folder, file);
  const sidebars = await readExportedLiteral(file.endsWith('.json') ? `module.exports = ${source}` : source, allowance);
  if (sidebars === undefined) {
    messages.add(file, null, 'Skipped because it’s code. The lessons are in the order of the files.');
    return tree.list('.');
  }
  const placed = placeBySidebars(sidebars, docs, tree, { file, messages, allowance });
  const named = new Set(placed.map(({ doc }) => doc.id));
  const others = docs.filter(({ id }) => !named.has(id));
  for (const doc of others) messages.add(doc.file, null, 'It isn’t in a sidebar, so it comes last.', 'info');
  return [...placed, ...others.map((doc) => ({ doc, section: null, label: doc.label }))];
}

function titleOf(doc: ReadDoc, position: Placed): string {
  const { title } = doc.facts;
  const heading = doc.lines.map(({ text }) => /^#\s+(.+?)\s*(?:\{#[^}]*\}|#+)?\s*$/u.exec(text)?.[1]).find((text) => text !== undefined);
  const written = (typeof title === 'string' ? title : null) ?? heading ?? position.label ?? posix.basename(doc.id);
  return cutText(written.replaceAll(/[*_`]/gu, '').replaceAll(/\s+/gu, ' ').trim(), 200) || 'Untitled';
}

/** Returns its path without the name of an index file: `guide/README` is `guide`. */
function nameOf(id: string): string {
  return id.replace(/\/(?:README|index)$/iu, '');
}

function tellFacts(doc: ReadDoc, messages: ImportMessages): void {
  const left = Object.keys(doc.facts).filter((name) => !used.has(name));
  if (left.length > 0) messages.add(doc.file, 1, `Front matter is skipped: ${left.join(', ')}.`, 'info');
  if (doc.facts['draft'] === true)
    messages.add(doc.file, 1, 'It’s marked as a draft. Here, everything is a draft until the item is published.', 'info');
}

type KnownDocs = { readonly byFile: ReadonlyMap<string, ReadDoc>; readonly byUrl: ReadonlyMap<string, ReadDoc> };

function firstByUrl(docs: readonly ReadDoc[]): Map<string, ReadDoc> {
  const byUrl = new Map<string, ReadDoc>();
  for (const doc of docs) if (!byUrl.has(doc.url)) byUrl.set(doc.url, doc);
  return byUrl;
}

/** Resolves a link to a file, to the URL of a page below /docs, or to one relative to the page. */
function resolveLink(docs: KnownDocs, site: Site, from: string, href: string, folder: Folder): LinkTarget {
  const [written = '', hash = ''] = href.split('#', 2).map(decodedOrAsIs);
  const path = (written.split('?', 1)[0] ?? '').replace(/^@site\//u, site.root === '' ? '/' : `/${site.root}/`);
  if (path === '') return { file: from, hash };
  const own = docs.byFile.get(from);
  const asFile = path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(from), path);
  const below = path.startsWith('/') ? path.slice(1) : '';
  const byFile = docs.byFile.get(asFile) ?? docs.byFile.get(below === '' ? '' : posix.join(site.docs, below));
  if (byFile) return { file: byFile.file, hash };
  const base = own === undefined ? '' : posix.dirname(`/${own.url}`).slice(1);
  const target = path.startsWith('/') ? withoutBase(below, site.routeBase) : posix.join(base, path);
  const address = target.replace(/\/$/u, '').replace(/^\.$/u, '');
  const byUrl = docs.byUrl.get(address);
  if (byUrl) return { file: byUrl.file, hash };
  if (asFile.startsWith('..')) return { fault: 'it points outside the folder.' };
  return { fault: folder.has(asFile) ? 'only documents and images are imported.' : 'there is no such document.' };
}

/** Returns a URL of the site without the prefix of documents' URLs; `docs` by default. */
function withoutBase(address: string, base: string): string {
  const prefix = [base, 'docs'].find((start) => start !== '' && (address === start || address.startsWith(`${start}/`)));
  return prefix === undefined ? address : address.slice(prefix.length + 1);
}

/** Reports other versions and translations, which aren't imported. */
function tellOtherTexts(folder: Folder, root: string, messages: ImportMessages): void {
  const namesIn = (parent: string) => {
    const start = posix.join(root, parent, '/');
    return new Set(folder.paths.flatMap((path) => (path.startsWith(start) ? (path.slice(start.length).split('/')[0] ?? []) : [])));
  };
  for (const name of namesIn('versioned_docs'))
    messages.add(`versioned_docs/${name}`, null, 'Left out: only the current version is imported.', 'lost');
  for (const name of namesIn('i18n')) messages.add(`i18n/${name}`, null, 'Left out: translations aren’t imported.', 'lost');
}
