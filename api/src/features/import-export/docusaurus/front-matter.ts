import { parseDocument } from 'yaml';
import type { ImportMessages } from '../import-plan.ts';
import { linesOf, type SourceLine } from '../foreign/source-line.ts';

/** A text with the data between its two `---` lines. */
export type FrontMatter = { readonly facts: Readonly<Record<string, unknown>>; readonly lines: readonly SourceLine[] };

/** Reads YAML front matter; a text without it has no facts. Invalid YAML is reported and skipped. */
export function readFrontMatter(text: string, file: string, messages: ImportMessages): FrontMatter {
  const lines = linesOf(text, file);
  if (lines[0]?.text.trimEnd() !== '---') return { facts: {}, lines };
  const end = lines.findIndex(({ text: line }, index) => index > 0 && line.trimEnd() === '---');
  if (end === -1) return { facts: {}, lines };
  const facts = readYaml(
    lines
      .slice(1, end)
      .map((line) => line.text)
      .join('\n'),
  );
  if (facts === null) messages.add(file, 1, 'The front matter is skipped: expected YAML with names and values.', 'lost');
  return { facts: facts ?? {}, lines: lines.slice(end + 1) };
}

/** Maximum length of YAML that is parsed. */
const maxYamlCharacters = 100_000;

/** Parses a YAML mapping (JSON is YAML too); null for anything else. Aliases can't multiply it. */
export function readYaml(text: string): Record<string, unknown> | null {
  if (text.length > maxYamlCharacters) return null;
  try {
    // YAML that is nested too deep for the parser's stack counts as invalid.
    const document = parseDocument(text);
    if (document.errors.length > 0) return null;
    const value: unknown = document.toJS({ maxAliasCount: 20 });
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
