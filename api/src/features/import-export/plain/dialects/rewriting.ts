import type { SourceLine } from '../../foreign/source-line.ts';
import type { ImportMessages, MessageWeight } from '../../import-plan.ts';

/** Maximum length of a line that is searched for the signs of a dialect. */
export const maxLine = 2000;
/** Maximum depth of boxes in boxes; deeper ones stay as they are. */
export const maxDepth = 10;

/** Adds a message about a line. */
export function tell(messages: ImportMessages, { file, line }: SourceLine, message: string, weight?: MessageWeight): void {
  messages.add(file, line, message, weight);
}

/** Calls `rewrite` for the parts of a line outside of code. */
export function outsideCode(text: string, rewrite: (part: string) => string): string {
  if (text.length > maxLine) return text;
  return text
    .split(/(`+[^`]*`+)/u)
    .map((part, index) => (index % 2 === 1 ? part : rewrite(part)))
    .join('');
}

/** Returns the indentation of a line, with a tab as four spaces. */
export function indentOf(text: string): number {
  return (/^[ \t]*/u.exec(text)?.[0] ?? '').replaceAll('\t', '    ').length;
}

/** Removes `count` spaces of indentation. */
export function dedent(line: SourceLine, count: number): SourceLine {
  const text = line.text.replace(/^[ \t]*/u, (space) => space.replaceAll('\t', '    ').slice(count));
  return { ...line, text };
}

/** Returns how many lines after `start` are empty or indented by at least `indent`, without empty ones at the end. */
export function countIndented(lines: readonly SourceLine[], start: number, indent: number): number {
  let last = start;
  for (let index = start + 1; index < lines.length; index += 1) {
    const text = lines[index]?.text ?? '';
    if (text.trim() === '') continue;
    if (indentOf(text) < indent) break;
    last = index;
  }
  return last - start;
}

/** A box of `kind` around lines, as the parser reads it. Boxes in it have fewer colons. */
export function boxAround(
  line: SourceLine,
  { kind, title, depth }: { readonly kind: string; readonly title: string | null; readonly depth: number },
  inner: readonly SourceLine[],
): SourceLine[] {
  const space = /^\s*/u.exec(line.text)?.[0] ?? '';
  const colons = ':'.repeat(maxDepth + 20 - depth);
  const name = kind.toLowerCase().replaceAll(/[^a-z-]+/gu, '-');
  const open = `${space}${colons}${/^[a-z]/u.test(name) ? name : 'note'}${title === null ? '' : `[${title}]`}`;
  return [{ ...line, text: '' }, { ...line, text: open }, ...inner, { ...line, text: `${space}${colons}` }, { ...line, text: '' }];
}

/** A tab, with its line. */
export type Tab = { readonly line: SourceLine; readonly title: string; readonly inner: readonly SourceLine[] };

/** Tabs as the parser reads them. */
export function tabsAround(tabs: readonly Tab[]): SourceLine[] {
  const [first] = tabs;
  const last = tabs.at(-1);
  if (first === undefined || last === undefined) return [];
  const space = /^\s*/u.exec(first.line.text)?.[0] ?? '';
  const written = (line: SourceLine, text: string): SourceLine[] => ['', `${space}${text}`, ''].map((each) => ({ ...line, text: each }));
  return [
    ...written(first.line, '<Tabs>'),
    ...tabs.flatMap(({ line, title, inner }) => [
      ...written(line, `<TabItem label="${escapeAttribute(title)}">`),
      ...inner,
      ...written(inner.at(-1) ?? line, '</TabItem>'),
    ]),
    ...written(last.inner.at(-1) ?? last.line, '</Tabs>'),
  ];
}

/** Escapes a text for an attribute in double quotes. */
export function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Reads `name="value"`, `name=value` and words of an attribute list; words have the value ''. */
export function readAttributes(written: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', one, two, raw, three] of written.matchAll(
    /([.#\w:-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([^\s"'`}]+)))?/gu,
  ))
    if (!attributes.has(name)) attributes.set(name, one ?? two ?? raw ?? three ?? '');
  return attributes;
}
