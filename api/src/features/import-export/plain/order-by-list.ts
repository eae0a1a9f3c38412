import { decodedOrAsIs } from '@newline/document/decode-part';
import { cutText } from '@newline/document/truncate';
import { posix } from 'node:path';
import type { ImportAllowance } from '../import-allowance.ts';
import type { ImportMessages } from '../import-plan.ts';
import type { PlacedText, PlainText } from './plain-text.ts';

const maxSectionLength = 200;
const maxLineLength = 1000;
const linked = /!?\[([^[\]\n]{0,400})\]\(\s*<?([^\s()<>]{1,400})>?[^()\n]{0,200}\)|\[\[([^[\]\n]{1,400})\]\]/u;

type Answers = {
  /** The file of the list, for messages about it. */
  readonly file: string;
  readonly messages: ImportMessages;
  readonly allowance: ImportAllowance;
  /** Returns the text at a path of the site. */
  find(path: string): PlainText | undefined;
};

type Entry = { readonly line: number; readonly indent: number; readonly label: string; readonly href: string | null };

/**
 * Orders texts as the `_sidebar.md` of Docsify, or of a wiki on GitHub, lists them. An entry with entries below it is a section, and so is
 * a heading; nested ones are named “Outer: inner”. Texts that aren't in the list come last. Returns null if it lists none.
 */
export function orderByList(source: string, texts: readonly PlainText[], answers: Answers): PlacedText[] | null {
  const { file, messages, allowance, find } = answers;
  const placed: PlacedText[] = [];
  const seen = new Set<PlainText>();
  const add = ({ href, line, label }: Entry & { readonly href: string }, section: string | null) => {
    allowance.take('placedDocuments');
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/iu.test(href)) {
      messages.add(file, line, `A link to another site is skipped: ${JSON.stringify(cutText(href, 120))}.`, 'lost');
      return;
    }
    const path = decodedOrAsIs(href.split(/[?#]/u, 1)[0] ?? '').replace(/^\//u, '');
    const text = find(posix.join(posix.dirname(file), path));
    if (text === undefined)
      messages.add(file, line, `The sidebar names ${JSON.stringify(cutText(href, 120))}, which isn’t a text.`, 'lost');
    else if (!seen.has(text)) {
      seen.add(text);
      placed.push({ text, section, label });
    }
  };
  const entries = entriesOf(source);
  const outer: Entry[] = [];
  entries.forEach((entry, index) => {
    allowance.take('lines');
    while (outer.length > 0 && (outer.at(-1)?.indent ?? 0) >= entry.indent) outer.pop();
    const isSection = (entries[index + 1]?.indent ?? entry.indent) > entry.indent;
    if (isSection && outer.length < 20) outer.push(entry);
    const section = cutText(outer.map(({ label }) => label).join(': '), maxSectionLength) || null;
    if (entry.href !== null) add({ ...entry, href: entry.href }, section);
    else if (!isSection)
      messages.add(file, entry.line, `Skipped, because it has no text: ${JSON.stringify(cutText(entry.label, 80))}.`, 'lost');
  });
  if (placed.length === 0) return null;
  const others = texts.filter((text) => !seen.has(text) && text.hasWords);
  for (const { file: other } of others) messages.add(other, null, `${file} doesn’t list it, so it comes last.`, 'info');
  return [...placed, ...others.map((text) => ({ text, section: null, label: null }))];
}

/** Reads the entries of a list, and the headings above them, whose indentation is the least. */
function entriesOf(source: string): Entry[] {
  return source.split(/\r\n|\r|\n/u).flatMap((written, at): Entry[] => {
    const text = written
      .slice(0, maxLineLength)
      .replaceAll('\t', '    ')
      .replaceAll(/<!--[^>]{0,400}-->/gu, '');
    const [, heading] = /^ {0,3}#{1,6}\s+(\S.*)$/u.exec(text) ?? [];
    const [, space = '', item] = /^(\s*)(?:[-*+]|\d{1,9}[.)])\s+(\S.*)$/u.exec(text) ?? [];
    const words = heading ?? item ?? text.trim();
    if (words === '') return [];
    const [, label, href, wiki] = linked.exec(words) ?? [];
    const [name = '', shown = name] = (wiki ?? '').split('|').toReversed();
    const title = (wiki === undefined ? (label ?? words) : shown).replaceAll(/[*`]/gu, '').trim();
    const target = wiki === undefined ? (href ?? null) : name.trim().replaceAll(' ', '-');
    return [{ line: at + 1, indent: item === undefined ? -1 : space.length, label: title, href: target }];
  });
}
