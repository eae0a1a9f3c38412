import { append } from '@newline/document/append';
import { fencedLines, type SourceLine } from '../../foreign/source-line.ts';
import type { ImportMessages } from '../../import-plan.ts';
import { boxAround, countIndented, dedent, indentOf, maxDepth, maxLine, type Tab, tabsAround, tell } from './rewriting.ts';

const box = /^\s*(!!!|\?{3}\+?)\s+([A-Za-z][\w -]{0,60}?)(?:\s+"([^"]*)")?\s*$/u;
const documented = /^\s*:::\s+([A-Za-z_][\w.:]{0,200})\s*$/u;
const tab = /^\s*===[!+]?\s+"([^"]{1,200})"\s*$/u;

/**
 * Keeps the name where mkdocstrings documents code (`::: httpx.get`) and reports that what it writes there is missing, because the import
 * runs nothing. Elsewhere, such a line is a box.
 */
export function keepDocumented(lines: readonly SourceLine[], messages: ImportMessages): SourceLine[] {
  const fenced = fencedLines(lines);
  const written: SourceLine[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (line === undefined) continue;
    const name = fenced[index] === true || line.text.length > maxLine ? undefined : documented.exec(line.text)?.[1];
    if (name === undefined) written.push(line);
    else {
      tell(messages, line, `What mkdocstrings writes about ${name} is missing, and only its name is kept.`, 'lost');
      written.push({ ...line, text: '' }, { ...line, text: `\`${name}\`` }, { ...line, text: '' });
      index += countIndented(lines, index, indentOf(line.text) + 4);
    }
  }
  return written;
}

/** Converts the boxes (`!!! note`), folded boxes (`??? note`) and tabs (`=== "One"`) of MkDocs, whose content is indented. */
export function readMkDocsBlocks(lines: readonly SourceLine[], messages: ImportMessages, depth = 0): SourceLine[] {
  if (depth >= maxDepth || !lines.some(({ text }) => /^\s*(?:!!!|\?{3}|===)/u.test(text))) return [...lines];
  const fenced = fencedLines(lines);
  const written: SourceLine[] = [];
  const innerOf = (at: number) => {
    const indent = indentOf(lines[at]?.text ?? '');
    const count = countIndented(lines, at, indent + 4);
    return lines.slice(at + 1, at + 1 + count).map((line) => dedent(line, 4));
  };
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (line === undefined) continue;
    const isOpen = fenced[index] !== true && line.text.length <= maxLine;
    const [, sign = '', words = '', title] = (isOpen && box.exec(line.text)) || [];
    if (sign !== '') {
      const [kind = 'note', ...others] = words.split(/\s+/u);
      if (others.length > 0) tell(messages, line, `The position of a box is removed: ${others.join(' ')}.`, 'info');
      const inner = innerOf(index);
      const named = title ?? (sign === '!!!' ? null : kind.charAt(0).toUpperCase() + kind.slice(1));
      const content = readMkDocsBlocks(inner, messages, depth + 1);
      append(written, boxAround(line, { kind: sign === '!!!' ? kind : 'details', title: named, depth }, content));
      index += inner.length;
    } else if (isOpen && tab.test(line.text)) {
      const tabs: Tab[] = [];
      for (;;) {
        const opening = lines[index];
        const name = opening === undefined ? undefined : tab.exec(opening.text)?.[1];
        if (opening === undefined || name === undefined) break;
        const inner = innerOf(index);
        tabs.push({ line: opening, title: name, inner: readMkDocsBlocks(inner, messages, depth + 1) });
        index += inner.length + 1;
        while (lines[index]?.text.trim() === '') index += 1;
      }
      index -= 1;
      append(written, tabsAround(tabs));
    } else written.push(line);
  }
  return written;
}
