import { cutText } from '@newline/document/truncate';
import { posix } from 'node:path';
import type { Folder } from '../folder.ts';
import { readYaml } from '../docusaurus/front-matter.ts';
import type { ImportAllowance } from '../import-allowance.ts';
import type { ImportMessages } from '../import-plan.ts';
import type { PlacedText, PlainText } from './plain-text.ts';

const maxSectionLength = 200;
const files = /^(?:mkdocs\.ya?ml|_quarto\.ya?ml|(?:docs\/)?_toc\.ya?ml|(?:docs\/)?myst\.ya?ml)$/u;

type Nav = { readonly title: string | null; readonly entries: readonly unknown[]; readonly root: string };
type Reading = { readonly folder: Folder; readonly messages: ImportMessages; readonly allowance: ImportAllowance };

/** Orders texts as the navigation of MkDocs, Quarto or Jupyter Book does; null without one. Parts are sections, nested ones “Outer: inner”. */
export async function orderByNav(
  texts: readonly PlainText[],
  { folder, messages, allowance }: Reading,
): Promise<{ readonly placed: readonly PlacedText[]; readonly name: string | null } | null> {
  const file = folder.paths.find((path) => files.test(path));
  if (file === undefined) return null;
  // Tags of Python and `!ENV` mean nothing here.
  const facts = readYaml((await allowance.readSettings(folder, file)).replaceAll(/!!?[\w/:.-]+/gu, ''));
  if (facts === null) messages.add(file, null, 'Skipped: expected YAML with names and values.', 'lost');
  const nav = facts === null ? null : navOf(facts, file);
  if (nav === null) return null;
  const byFile = new Map(texts.map((text) => [text.file, text]));
  const seen = new Set<PlainText>();
  const placed: PlacedText[] = [];
  const add = (address: string, section: string | null, label: string | null) => {
    allowance.take('placedDocuments');
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/iu.test(address)) {
      messages.add(file, null, `A link to another site is skipped: ${JSON.stringify(cutText(address, 120))}.`, 'lost');
      return;
    }
    const path = posix.join(nav.root, address.split('#', 1)[0] ?? '');
    const text = ['', '.md', '.ipynb', '.qmd', '/index.md']
      .map((ending) => byFile.get(`${path}${ending}`))
      .find((each) => each !== undefined);
    if (text === undefined)
      messages.add(file, null, `The navigation names ${JSON.stringify(cutText(address, 120))}, which isn’t a text.`, 'lost');
    else if (!seen.has(text)) {
      seen.add(text);
      placed.push({ text, section, label });
    }
  };
  const nested = (section: string | null, label: string) => cutText(section === null ? label : `${section}: ${label}`, maxSectionLength);
  const visit = (entry: unknown, section: string | null, depth: number): void => {
    if (depth > 20) return;
    if (typeof entry === 'string') return add(entry, section, null);
    if (Array.isArray(entry)) return entry.forEach((each) => visit(each, section, depth + 1));
    if (typeof entry !== 'object' || entry === null) return;
    const fields: Readonly<Record<string, unknown>> = { ...entry };
    const target = [fields['file'], fields['href'], fields['url']].find((each) => typeof each === 'string');
    const named = [fields['title'], fields['text'], fields['caption'], fields['part'], fields['section']].find(
      (each) => typeof each === 'string',
    );
    const inner = [fields['chapters'], fields['contents'], fields['sections'], fields['children'], fields['parts']].find(Array.isArray);
    if (target === undefined && named === undefined && inner === undefined) {
      // MkDocs: a title with an address, or with a list.
      for (const [label, value] of Object.entries(fields)) {
        if (typeof value === 'string') add(value, section, label);
        else visit(value, nested(section, label), depth + 1);
      }
      return;
    }
    const partFile = byFile.get(posix.join(nav.root, named ?? ''));
    const label = partFile?.title ?? named;
    const own =
      inner === undefined || (label === undefined && target === undefined)
        ? section
        : nested(
            section,
            label ??
              byFile.get(`${posix.join(nav.root, target ?? '')}.md`)?.title ??
              byFile.get(posix.join(nav.root, target ?? ''))?.title ??
              target ??
              '',
          );
    if (target !== undefined) add(target, own, typeof fields['title'] === 'string' ? fields['title'] : null);
    if (partFile !== undefined && named !== undefined) add(named, own, null);
    if (inner !== undefined) visit(inner, own, depth + 1);
  };
  visit(nav.entries, null, 0);
  if (placed.length === 0) return null;
  const others = texts.filter((text) => !seen.has(text) && text.hasWords);
  for (const { file: other } of others) messages.add(other, null, `${file} doesn’t list it, so it comes last.`, 'info');
  return { placed: [...placed, ...others.map((text) => ({ text, section: null, label: null }))], name: nav.title };
}

/** Returns the navigation in the settings of one of these tools. */
function navOf(facts: Readonly<Record<string, unknown>>, file: string): Nav | null {
  const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
  const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
  const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (typeof value === 'object' && value !== null ? { ...value } : {});
  const folder = posix.dirname(file);
  if (/mkdocs/u.test(file)) {
    const root = textOf(facts['docs_dir']) ?? 'docs';
    return Array.isArray(facts['nav']) ? { title: textOf(facts['site_name']), entries: facts['nav'], root } : null;
  }
  if (/_quarto/u.test(file)) {
    const book = fieldsOf(facts['book']);
    const website = fieldsOf(facts['website']);
    const appendices = listOf(book['appendices']);
    const sidebar = Array.isArray(website['sidebar']) ? website['sidebar'] : [website['sidebar']];
    const entries = Array.isArray(book['chapters'])
      ? [...book['chapters'], ...(appendices.length === 0 ? [] : [{ part: 'Appendices', chapters: appendices }])]
      : sidebar.flatMap((each) => listOf(fieldsOf(each)['contents']));
    const title = textOf(book['title']) ?? textOf(website['title']);
    return entries.length === 0 ? null : { title, entries, root: folder };
  }
  const project = fieldsOf(facts['project']);
  if (Array.isArray(project['toc'])) return { title: textOf(project['title']), entries: project['toc'], root: folder };
  const root = textOf(facts['root']);
  const entries = [...(root === null ? [] : [root]), ...listOf(facts['chapters']), ...listOf(facts['sections']), ...listOf(facts['parts'])];
  return root === null && entries.length === 0 ? null : { title: null, entries, root: folder };
}
