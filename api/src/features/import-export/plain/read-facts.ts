import { cutText } from '@newline/document/truncate';
import { parse as parseToml } from 'smol-toml';
import { type FrontMatter, readFrontMatter } from '../docusaurus/front-matter.ts';
import { fencedLines, linesOf, type SourceLine } from '../foreign/source-line.ts';
import type { ImportMessages } from '../import-plan.ts';
import { homeLines, homeNames } from './read-home-page.ts';

/** Names in front matter that set a position. */
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

/** Reads front matter in YAML (Jekyll, VitePress) or TOML (Hugo), and reports the parts that aren't used. */
export function readFacts(text: string, file: string, messages: ImportMessages): FrontMatter {
  const read = /^\uFEFF?\+\+\+\s*(?:\r\n|\r|\n)/u.test(text) ? readTomlFacts(text, file, messages) : readFrontMatter(text, file, messages);
  const home = homeLines(read.facts, file);
  const used = home.length === 0 ? [] : homeNames;
  const left = Object.keys(read.facts).filter((name) => !readNames.has(name.toLowerCase()) && !used.includes(name));
  if (left.length > 0) messages.add(file, 1, `Front matter is skipped: ${left.join(', ')}.`, 'info');
  if (read.facts['draft'] === true)
    messages.add(file, 1, 'It’s marked as a draft. Here, everything is a draft until the item is published.', 'info');
  return home.length === 0 ? read : { ...read, lines: [...home, { file, line: 1, text: '' }, ...read.lines] };
}

/** Maximum length of TOML that is parsed, the same as of YAML. */
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
    // Invalid TOML is reported below.
  }
  messages.add(file, 1, 'The front matter is skipped: expected TOML with names and values.', 'lost');
  return { facts: {}, lines: rest };
}

/** Returns the position that front matter sets; null without one. 0 means none in Hugo. */
export function positionIn(facts: Readonly<Record<string, unknown>>): number | null {
  for (const name of positions) {
    const value = facts[name];
    if (typeof value === 'number' && (name !== 'weight' || value !== 0)) return value;
  }
  return null;
}

/** Maximum number of lines of a heading in HTML. */
const maxHeadingLines = 10;

/** Returns the words of a first heading in HTML, with which many READMEs begin; '' without words, as around a logo. */
function titleOfHtml(lines: readonly SourceLine[]): string {
  const html = lines.map(({ text }) => cutText(text, 2000)).join('\n');
  const [, inner = ''] = /^\s*<h1\b[^<>]*>([\s\S]*?)<\/h1>/iu.exec(html) ?? [];
  return inner
    .replaceAll(/<[^<>]*>/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

/** Returns a text's own title: from its front matter, otherwise from its first heading; null without either. */
export function titleIn(facts: Readonly<Record<string, unknown>>, lines: readonly SourceLine[]): string | null {
  const { title } = facts;
  if (typeof title === 'string' && title.trim() !== '') return plainTitle(title);
  const fenced = fencedLines(lines);
  for (const [index, { text }] of lines.entries()) {
    if (fenced[index] === true) continue;
    const inHtml = /^\s*<h1\b/iu.test(text) ? titleOfHtml(lines.slice(index, index + maxHeadingLines)) : '';
    if (inHtml !== '') return plainTitle(inHtml);
    const heading = /^ {0,3}#{1,6}\s+(\S.*)$/u
      .exec(text)?.[1]
      ?.replace(/\s#+\s*$/u, '')
      .replace(/\s*\{[.#:][^{}]*\}\s*$/u, '');
    if (heading !== undefined) return plainTitle(heading);
    const isUnderlined = text.trim() !== '' && /^ {0,3}(?:=+|-{2,})\s*$/u.test(lines[index + 1]?.text ?? '');
    if (isUnderlined && fenced[index + 1] !== true) return plainTitle(text);
  }
  return null;
}

/** Maximum length of a line that can be a title. */
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
