import { cutText } from '@newline/document/truncate';
import { decodedOrAsIs } from '@newline/document/decode-part';
import { posix } from 'node:path';
import { splitNumber } from '../docusaurus/read-sidebar.ts';
import { fencedLines } from '../foreign/source-line.ts';
import type { ImportAllowance } from '../import-allowance.ts';
import { isOpening, stemOf, withoutId } from './list-texts.ts';
import type { PlacedText, PlainText } from './plain-text.ts';

type Branch = { readonly name: string; readonly texts: PlainText[]; readonly folders: Map<string, Branch>; opening?: PlainText };
type Entry = {
  readonly name: string;
  readonly weight: number | null;
  readonly number: number | null;
  readonly isOpening: boolean;
  readonly placedTexts: () => readonly PlacedText[];
};

const maxSectionLength = 200;
/** Texts that come before the others, unless something says otherwise. */
const prefaces = /^(?:preface|foreword|prologue|introduction|intro)\.[a-z]+$/iu;
const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * Orders texts by their folders: a folder's README or index first, then by the positions in front matter, else by numbers in names, else in
 * the order in which the README links to them, else alphabetically. Folders are sections.
 */
export function orderByFolders(texts: readonly PlainText[], allowance: ImportAllowance): PlacedText[] {
  const root: Branch = { name: '', texts: [], folders: new Map() };
  const folders = new Set(texts.map(({ file }) => posix.dirname(file)));
  for (const text of texts) {
    let branch = root;
    // A file with the name of a folder is that folder's opening, as in Notion and Obsidian.
    const own = posix.join(posix.dirname(text.file), stemOf(text.file));
    for (const name of folders.has(own) ? own.split('/') : text.file.split('/').slice(0, -1)) {
      allowance.take('placedDocuments');
      const inner = branch.folders.get(name) ?? { name, texts: [], folders: new Map<string, Branch>() };
      branch.folders.set(name, inner);
      branch = inner;
    }
    branch.texts.push(text);
    if (folders.has(own)) branch.opening = text;
  }
  return placeBranch(root, null, '', allowance);
}

function placeBranch(branch: Branch, section: string | null, path: string, allowance: ImportAllowance): PlacedText[] {
  const opening = openingOf(branch);
  const linked = linksOf(opening ?? branch.texts.find(({ file }) => /^(?:toc|contents)$/iu.test(stemOf(file))), path);
  // A folder with one text is that text, not a section: a lesson of Hugo with its images. At the top, only if no other folder is a section.
  const areLessons = section !== null || [...branch.folders.values()].every(isOneText);
  const entries = [
    ...branch.texts.map((text): Entry => {
      const { position: number } = splitNumber(stemOf(text.file));
      const placedTexts = () => (text.hasWords || !isOpening(text.file) ? [{ text, section, label: null }] : []);
      return { name: posix.basename(text.file), weight: text.position, number, isOpening: text === opening, placedTexts };
    }),
    ...[...branch.folders.values()].map((folder): Entry => {
      allowance.take('placedDocuments');
      const inner = `${path}${folder.name}/`;
      const { name, position: number } = splitNumber(withoutId(folder.name));
      const opener = openingOf(folder);
      const label = opener?.title ?? titled(name);
      const isLesson = (areLessons && isOneText(folder)) || (section !== null && isPartOfTutorial(folder));
      const isWrapper = section === null && branch.folders.size === 1 && branch.texts.every((text) => text === opening);
      const own = isLesson || isWrapper ? section : cutText(section === null ? label : `${section}: ${label}`, maxSectionLength);
      const placedTexts = () => placeBranch(folder, own, inner, allowance);
      return { name: folder.name, weight: opener?.position ?? null, number, isOpening: false, placedTexts };
    }),
  ];
  const hasWeights = entries.some(({ weight, isOpening: opens }) => weight !== null && !opens);
  const hasNumbers = entries.some(({ number }) => number !== null);
  const last = Number.MAX_SAFE_INTEGER;
  const orderOf = ({ name, weight, number }: Entry) =>
    (hasWeights ? weight : hasNumbers ? number : linked.get(name)) ?? (prefaces.test(name) ? -1 : last);
  return entries
    .toSorted(
      (a, b) =>
        Number(b.isOpening) - Number(a.isOpening) ||
        orderOf(a) - orderOf(b) ||
        byName.compare(a.name, b.name) ||
        (a.name < b.name ? -1 : 1),
    )
    .flatMap(({ placedTexts }) => placedTexts());
}

function isOneText(folder: Branch): boolean {
  return openingOf(folder) !== undefined && folder.texts.length === 1 && folder.folders.size === 0;
}

/** In a tutorial like javascript.info, an article has a folder, in which each of its tasks has one. */
function isPartOfTutorial({ texts }: Branch): boolean {
  return texts.some(({ file }) => /(?:^|\/)\d+-[^/]+\/(?:article|task)\.md$/u.test(file));
}

function openingOf({ texts, opening }: Branch): PlainText | undefined {
  return texts.find(({ file }) => isOpening(file)) ?? opening ?? texts.find(({ file }) => posix.basename(file) === 'task.md');
}

/** Returns the entries of a folder that a text links to, by their names, in the order of its links. */
function linksOf(text: PlainText | undefined, path: string): Map<string, number> {
  const order = new Map<string, number>();
  const fenced = fencedLines(text?.lines ?? []);
  for (const [index, line] of (text?.lines ?? []).entries()) {
    if (fenced[index] === true) continue;
    for (const [, inline, reference] of line.text.matchAll(/\]\(\s*<?([^\s()<>]{1,400})|^ {0,3}\[[^\]]{1,400}\]:\s*<?([^\s<>]{1,400})/gu)) {
      const target = decodedOrAsIs((inline ?? reference ?? '').split(/[?#]/u, 1)[0] ?? '');
      if (target === '' || /^(?:[a-z][a-z0-9+.-]*:|\/\/)/iu.test(target)) continue;
      const full = posix.join(target.startsWith('/') ? '.' : posix.join(path, '.'), target.replace(/^\//u, ''));
      if (!full.startsWith(path)) continue;
      const name = full.slice(path.length).split('/', 1)[0] ?? '';
      for (const candidate of [name, `${name}.md`]) if (name !== '' && !order.has(candidate)) order.set(candidate, order.size);
    }
  }
  return order;
}

/** Converts the name of a file or folder to a title: `02-first_steps` is “First steps”. */
export function titled(name: string): string {
  const words = name
    .replace(/^\d{4}-\d{2}-\d{2}-/u, '')
    .replaceAll(/[-_]+/gu, ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
