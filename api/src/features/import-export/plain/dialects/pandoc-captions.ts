import { append } from '@newline/document/append';
import { fencedLines, type SourceLine } from '../../foreign/source-line.ts';
import type { ImportMessages } from '../../import-plan.ts';
import { escapeAttribute, maxLine, outsideCode, readAttributes, tell } from './rewriting.ts';

const tableCaption = /^\s{0,3}(?:[Tt]able)?:\s+(\S.*?)\s*(?:\{([^{}]{0,300})\})?\s*$/u;
const figure = /^\s{0,3}!\[([^\]\n]{1,400})\]\(([^()\s]{1,400})(?:\s+"[^"]*")?\)\{([^{}]{0,300}#fig-[^{}]{0,300})\}\s*$/u;
const kinds = 'sec|fig|tbl|lst|eq|thm|lem|cor|prp|cnj|def|exm|exr|sol|rem|alg|tip|nte|wrn|imp|cau';
/** A line of a block of lines of Pandoc, such as a poem: `| Roses`. A row of a table has another bar. */
const lineOfBlock = /^\| +[^|\s][^|]*$/u;
/** References of Quarto, also in brackets: `@fig-lamp`, `[-@sec-oil]`, `[Figure @fig-lamp]`; and of bookdown: `\@ref(fig:lamp)`. */
const reference = new RegExp(
  String.raw`\[([^[\]@]{0,100}?)-?@((?:${kinds})-[\w-]{1,100})\](?![([])|(?<![\w@[/\\-])@((?:${kinds})-[\w-]{1,100})|\\@ref\(([\w:.-]{1,100})\)`,
  'giu',
);

/**
 * Converts what Quarto and Pandoc write next to tables and images to captions: `: Oil and light {#tbl-oil}` below a table, and the text of an image
 * that is a figure. A reference to a section becomes a link with its title; one to a figure, a table or a formula stays, with a line in the report.
 */
export function readPandocCaptions(numbered: readonly SourceLine[], messages: ImportMessages): SourceLine[] {
  const lines = readExamples(numbered);
  const fenced = fencedLines(lines);
  const written: SourceLine[] = [];
  for (const [index, line] of lines.entries()) {
    if (fenced[index] === true || line.text.length > maxLine) {
      written.push(line);
      continue;
    }
    const add = (...texts: readonly string[]) =>
      append(
        written,
        texts.map((text) => ({ ...line, text })),
      );
    const [, caption, attributes = ''] = tableCaption.exec(line.text) ?? [];
    const start = caption === undefined ? -1 : startOfTable(written);
    const [, words, src = '', list = ''] = figure.exec(line.text) ?? [];
    if (caption !== undefined && start !== -1) {
      const before = { ...(written[start] ?? line), text: '' };
      written.splice(start, 0, before, { ...before, text: openingTag(attributes) }, before);
      add('', '<figcaption>', '', caption, '', '</figcaption>', '</figure>', '');
    } else if (words !== undefined) {
      const attributesOf = readAttributes(list);
      const width = attributesOf.get('width');
      const size = width === undefined ? '' : ` width="${escapeAttribute(width)}"`;
      const image = `<img src="${escapeAttribute(src)}" alt="${escapeAttribute(attributesOf.get('fig-alt') ?? '')}"${size}>`;
      add('', openingTag(list), image, '<figcaption>', '', words, '', '</figcaption>', '</figure>', '');
    } else if (lineOfBlock.test(line.text)) {
      // Each line of a block stays a line.
      const goesOn = lineOfBlock.test(lines[index + 1]?.text ?? '');
      add(`${readReferences(line, messages).text.slice(1).trim()}${goesOn ? '\\' : ''}`);
    } else written.push(readReferences(line, messages));
  }
  return written;
}

const example = /^(\s{0,3})\(@([\w-]{0,60})\)\s+(?=\S)/u;

/** Numbers the examples of Pandoc, `(@good) Text`, through the text, and writes their numbers where it refers to them: `(@good)`. */
function readExamples(lines: readonly SourceLine[]): readonly SourceLine[] {
  if (!lines.some(({ text }) => text.length <= maxLine && example.test(text))) return lines;
  const fenced = fencedLines(lines);
  const isText = (index: number, { text }: SourceLine) => fenced[index] !== true && text.length <= maxLine;
  const numbers = new Map<string, number>();
  let count = 0;
  const items = lines.map((line, index) => {
    const [sign, space = '', label = ''] = (isText(index, line) && example.exec(line.text)) || [];
    if (sign === undefined) return line;
    // A label that is used again has its number again.
    const number = numbers.get(label) ?? (count += 1);
    if (label !== '') numbers.set(label, number);
    return { ...line, text: `${space}${number}) ${line.text.slice(sign.length)}` };
  });
  return items.map((line, index) => {
    if (!isText(index, line) || !line.text.includes('(@')) return line;
    const text = outsideCode(line.text, (part) =>
      part.replaceAll(/\(@([\w-]{1,60})\)/gu, (written: string, label: string) => {
        const number = numbers.get(label);
        return number === undefined ? written : `(${number})`;
      }),
    );
    return text === line.text ? line : { ...line, text };
  });
}

function openingTag(attributes: string): string {
  const id = /#([\w-]{1,100})/u.exec(attributes)?.[1];
  return id === undefined ? '<figure>' : `<figure id="${id}">`;
}

/** Returns the first line of the table that ends right before, perhaps with blank lines between; -1 without one. */
function startOfTable(lines: readonly SourceLine[]): number {
  const isRow = (at: number) => /^\s{0,3}\|/u.test(lines[at]?.text ?? '');
  let last = lines.length - 1;
  while (last >= 0 && lines[last]?.text.trim() === '') last -= 1;
  if (!isRow(last)) return -1;
  while (isRow(last - 1)) last -= 1;
  return last;
}

function readReferences(line: SourceLine, messages: ImportMessages): SourceLine {
  if (!line.text.includes('@')) return line;
  const text = outsideCode(line.text, (part) =>
    part.replaceAll(reference, (written: string, words?: string, inBrackets?: string, alone?: string, bookdown?: string) => {
      const name = inBrackets ?? alone ?? bookdown ?? '';
      // A section of bookdown has no kind.
      if (/^sec-/iu.test(name) || (bookdown !== undefined && !name.includes(':'))) return `[${words?.trim() ?? ''}](#${name})`;
      tell(messages, line, `A cross reference is kept as text: "${written.replace(/^\\/u, '')}".`);
      return inBrackets === undefined ? written : `${words}@${name}`;
    }),
  );
  return text === line.text ? line : { ...line, text };
}
