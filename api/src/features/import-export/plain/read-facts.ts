import { cutText } from '@newline/document/truncate';
import { parse as parseToml } from 'smol-toml';
import { type FrontMatter, readFrontMatter } from '../docusaurus/front-matter.ts';
import { fencedLines, linesOf, type SourceLine } from '../foreign/source-line.ts';
import type { ImportMessages } from '../import-plan.ts';

/** Names of front matter that give a place among others. */
const positions = ['weight', 'nav_order', 'order', 'sidebar_position', 'position'] as const;
const readNames = new Set([
  'title',
  'description',
  'draft',
  'layout',
  'date',
  'slug',
  'permalink',
  'sidebar_label',
  'linktitle',
  ...positions,
]);

/** Reads front matter in YAML (Jekyll, VitePress) or TOML (Hugo), and tells what of it isn't used. */
export function readFacts(text: string, file: string, messages: ImportMessages): FrontMatter {
  const read = /^\uFEFF?\+\+\+\s*(?:\r\n|\r|\n)/u.test(text) ? readTomlFacts(text, file, messages) : readFrontMatter(text, file, messages);
  const left = Object.keys(read.facts).filter((name) => !readNames.has(name.toLowerCase()));
  if (left.length > 0) messages.add(file, 1, `Front matter is left out: ${left.join(', ')}.`, 'info');
  if (read.facts['draft'] === true) messages.add(file, 1, 'It is a draft there; here all of it is, until it is published.', 'info');
  return read;
}

/** The most TOML that is parsed, as of YAML. */
const maxTomlCharacters = 100_000;

function readTomlFacts(text: string, file: string, messages: ImportMessages): FrontMatter {
  const lines = linesOf(text, file);
  const end = lines.findIndex((line, index) => index > 0 && line.text.trimEnd() === '+++');
  if (end === -1) return { facts: {}, lines };
  const source = lines
    .slice(1, end)
    .map((line) => line.text)
    .join('\n');
  const rest = lines.slice(end + 1);
  try {
    if (source.length <= maxTomlCharacters) return { facts: parseToml(source), lines: rest };
  } catch {
    // What is no TOML is told below.
  }
  messages.add(file, 1, 'The front matter is left out: expected TOML with names and values.', 'lost');
  return { facts: {}, lines: rest };
}

/** The place that front matter gives a text among others; null for none. Hugo's 0 is none. */
export function positionIn(facts: Readonly<Record<string, unknown>>): number | null {
  for (const name of positions) {
    const value = facts[name];
    if (typeof value === 'number' && (name !== 'weight' || value !== 0)) return value;
  }
  return null;
}

/** What a text calls itself: in its front matter, otherwise in its first heading; null for neither. */
export function titleIn(facts: Readonly<Record<string, unknown>>, lines: readonly SourceLine[]): string | null {
  const { title } = facts;
  if (typeof title === 'string' && title.trim() !== '') return plainTitle(title);
  const fenced = fencedLines(lines);
  for (const [index, { text }] of lines.entries()) {
    if (fenced[index] === true) continue;
    const heading = /^ {0,3}#{1,6}\s+(\S.*)$/u.exec(text)?.[1]?.replace(/\s#+\s*$/u, '');
    if (heading !== undefined) return plainTitle(heading);
    const isUnderlined = text.trim() !== '' && /^ {0,3}(?:=+|-{2,})\s*$/u.test(lines[index + 1]?.text ?? '');
    if (isUnderlined && fenced[index + 1] !== true) return plainTitle(text);
  }
  return null;
}

/** A longer line is no title. */
const maxTitleCharacters = 1000;

function plainTitle(title: string): string {
  return cutText(title, maxTitleCharacters)
    .replace(/\s*\{#[^{}]*\}\s*$/u, '')
    .replaceAll(/!?\[([^\]]*)\]\([^()]*\)/gu, '$1')
    .replaceAll(/[*`]|(?<![\p{L}\d])_|_(?![\p{L}\d])/gu, '')
    .replaceAll(/<[^<>]*>/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}
