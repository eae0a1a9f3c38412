import { append } from '@newline/document/append';
import { fencedLines, type SourceLine } from '../foreign/source-line.ts';

const opening = /^(\s*)<(Admonition|CodeBlock|Details|Tabs|TabItem)\b([^<>]*(?:=>[^<>]*)*)>\s*$/u;
const maxLine = 2000;
/** Maximum number of lines of code in a component. */
const maxCodeLines = 1000;

/**
 * Writes Docusaurus' own components as Markdown: boxes, code, folded boxes, and the labels of tabs that are listed in `values`. Other components stay.
 */
export function writeKnownComponents(lines: readonly SourceLine[]): SourceLine[] {
  if (!lines.some(({ text }) => /<(?:Admonition|CodeBlock|Details|Tabs)\b/u.test(text))) return [...lines];
  const fenced = fencedLines(lines);
  const written: SourceLine[] = [];
  const labels: ReadonlyMap<string, string>[] = [];
  let until = -1;
  lines.forEach((line, index) => {
    if (index <= until) return;
    const { text } = line;
    const isText = fenced[index] !== true && text.length <= maxLine;
    const close = isText ? /^\s*<\/(Admonition|Details|Tabs)>\s*$/u.exec(text)?.[1] : undefined;
    const [, indent = '', name = '', attributes = ''] = (isText && opening.exec(text)) || [];
    const add = (...texts: readonly string[]) =>
      append(
        written,
        texts.map((each) => ({ ...line, text: each === '' ? '' : `${indent}${each}` })),
      );
    if (close === 'Tabs') labels.pop();
    if (close === 'Admonition') add('', colons, '');
    else if (close === 'Details') add('', '</details>', '');
    else if (name === 'Admonition') {
      const title = valueOf(attributes, 'title');
      add('', `${colons}${valueOf(attributes, 'type') ?? 'note'}${title === null ? '' : `[${title}]`}`, '');
    } else if (name === 'Details') {
      const summary = valueOf(attributes, 'summary');
      add('', '<details>', ...(summary === null ? [] : ['<summary>', '', summary, '', '</summary>']), '');
    } else if (name === 'CodeBlock') {
      const end = lines.findIndex((each, at) => at > index && at <= index + maxCodeLines && /<\/CodeBlock>\s*$/u.test(each.text));
      const code = end === -1 ? null : codeIn(lines.slice(index + 1, end + 1));
      if (code === null) written.push(line);
      else {
        const title = valueOf(attributes, 'title');
        add('', `${fence}${valueOf(attributes, 'language') ?? ''}${title === null ? '' : ` title="${title}"`}`);
        append(written, code);
        add(fence, '');
        until = end;
      }
    } else if (name === 'Tabs') {
      labels.push(labelsIn(attributes));
      written.push({ ...line, text: text.replace(/\svalues=\{\[[^[\]]*\]\}/u, '') });
    } else if (name === 'TabItem') {
      const label = valueOf(attributes, 'label') === null ? labels.at(-1)?.get(valueOf(attributes, 'value') ?? '') : undefined;
      written.push(label === undefined ? line : { ...line, text: text.replace('<TabItem', `<TabItem label="${label}"`) });
    } else written.push(line);
  });
  return written;
}

const colons = ':'.repeat(12);
const fence = '`'.repeat(12);

function valueOf(attributes: string, name: string): string | null {
  const [, one, two, three] =
    new RegExp(`(?:^|\\s)${name}=(?:"([^"]*)"|'([^']*)'|\\{\\s*["'\x60]([^"'\x60]*)["'\x60]\\s*\\})`, 'u').exec(attributes) ?? [];
  return one ?? two ?? three ?? null;
}

/** Returns the labels of tabs by their values. */
function labelsIn(attributes: string): ReadonlyMap<string, string> {
  const [, list = ''] = /\svalues=\{\[([^[\]]*)\]\}/u.exec(attributes) ?? [];
  return new Map(
    [...list.matchAll(/\{([^{}]*)\}/gu)].flatMap(([, entry = '']) => {
      const field = (name: string) => new RegExp(`\\b${name}:\\s*["']([^"']*)["']`, 'u').exec(entry)?.[1];
      const [value, label] = [field('value'), field('label')];
      return value === undefined || label === undefined ? [] : [[value, label] as const];
    }),
  );
}

/** Returns the lines of code between the tags: a text in braces; null for anything else. */
function codeIn(lines: readonly SourceLine[]): SourceLine[] | null {
  const text = lines
    .map((line) => line.text)
    .join('\n')
    .replace(/<\/CodeBlock>\s*$/u, '')
    .trim();
  const code = /^\{\s*`([^`$]*)`\s*\}$/u.exec(text)?.[1];
  const [first] = lines;
  return code === undefined || first === undefined ? null : code.split('\n').map((each) => ({ ...first, text: each }));
}
