import { posix } from 'node:path';
import { type Folder, folderError } from '../folder.ts';
import type { ImportMessages } from '../import-plan.ts';
import { readField } from '../../../rules/read-field.ts';

/** Whether a file is a Jupyter notebook. */
export function isNotebook(path: string): boolean {
  return /\.ipynb$/iu.test(path);
}

/**
 * Returns a Jupyter notebook as Markdown: its texts, its code, and below that the output: text, formulas and images. Other output is reported.
 * Returns null for a file that isn't a notebook.
 */
export function notebookMarkdown(json: string, file: string, messages: ImportMessages): string | null {
  const notebook = parse(json);
  const cells = readField(notebook, 'cells');
  if (!Array.isArray(cells)) {
    messages.add(file, null, 'Skipped: it isn’t a notebook of Jupyter with cells. Save it with a newer version.', 'lost');
    return null;
  }
  const named = readField(readField(readField(notebook, 'metadata'), 'kernelspec'), 'language');
  const language = typeof named === 'string' && /^[\w+#-]+$/u.test(named) ? named : 'python';
  const parts = cells.flatMap((cell: unknown, at): string[] => {
    const source = textOf(readField(cell, 'source'));
    const type = readField(cell, 'cell_type');
    const image = (name: string) => encodeURI(imageIn(posix.basename(file), at, name));
    if (type === 'markdown')
      return [
        source
          .replaceAll(/\]\(attachment:([^()\s]{1,200})\)/gu, (_all, name: string) => `](<${image(name)}>)`)
          .replaceAll(
            /(\bsrc=["'])attachment:([^"'<>]{1,200})(?=["'])/gu,
            (_all, before: string, name: string) => `${before}${image(name)}`,
          ),
      ];
    if (source.trim() === '') return [];
    if (type !== 'code') return [fence('', source)];
    const outputs = readField(cell, 'outputs');
    return [
      fence(language, source),
      ...(Array.isArray(outputs) ? outputs : []).flatMap((output: unknown, number) =>
        outputOf(output, { cell: `Cell ${at + 1}`, image: (ending) => image(`output-${number + 1}.${ending}`) }, file, messages),
      ),
    ];
  });
  return `${parts.join('\n\n')}\n`;
}

/** Types of output that are images, with the endings of their files, the best first. */
const imageTypes = [
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/gif', 'gif'],
  ['image/svg+xml', 'svg'],
] as const;

function outputOf(
  output: unknown,
  { cell, image }: { readonly cell: string; image(ending: string): string },
  file: string,
  messages: ImportMessages,
): string[] {
  const data = readField(output, 'data');
  const [, ending] = imageTypes.find(([type]) => textOf(readField(data, type)) !== '') ?? [];
  if (ending !== undefined) return [`![](<${image(ending)}>)`];
  const markdown = textOf(readField(data, 'text/markdown')) || textOf(readField(data, 'text/latex'));
  if (markdown !== '') return [markdown.replace(/^\$\\displaystyle\s*(.*)\$$/su, '$$$$\n$1\n$$$$')];
  const rich = typeof data === 'object' && data !== null ? Object.keys(data).filter((type) => !/^text\/(?:plain|html)$/u.test(type)) : [];
  for (const type of rich)
    messages.add(file, null, `${cell}: output of the type ${type.slice(0, 80)} is removed. Add it as an image.`, 'lost');
  const traceback = textOf(readField(output, 'traceback'), '\n');
  const text = textOf(readField(output, 'text')) || textOf(readField(data, 'text/plain')) || traceback;
  // Colors of a terminal.
  // oxlint-disable-next-line no-control-regex
  const plain = text.replaceAll(/\u001B\[[0-9;]*m/gu, '').trimEnd();
  const html = textOf(readField(data, 'text/html'));
  // Blank lines would end the HTML in Markdown.
  if (html.trim() !== '' && (plain === '' || /^<.*>$/u.test(plain)))
    return [`<div>\n${html.replaceAll(/\n\s*(?=\n)/gu, '').trim()}\n</div>`];
  return plain === '' || (rich.length > 0 && /^<.*>$/u.test(plain)) ? [] : [fence('text', plain)];
}

/** Returns the path at which an image of a cell can be read. */
function imageIn(file: string, cell: number, name: string): string {
  return `${file}/cell-${cell + 1}-${name}`;
}

const imagePath = /^(.+\.ipynb)\/cell-(\d{1,6})-([^/]{1,200})$/iu;

/** Returns a folder in which the images in notebooks, attached or put out by code, are files too. */
export function withNotebookImages(folder: Folder): Folder {
  const notebookOf = (path: string) => {
    const [, file = '', cell = '', name = ''] = imagePath.exec(path) ?? [];
    return folder.has(file) && !folder.has(path) ? { file, cell: Number(cell) - 1, name } : null;
  };
  let last: { readonly file: string; readonly cells: unknown } | null = null;
  return {
    ...folder,
    has: (path) => folder.has(path) || notebookOf(path) !== null,
    async read(path) {
      const image = notebookOf(path);
      if (image === null) return folder.read(path);
      if (last?.file !== image.file)
        last = { file: image.file, cells: readField(parse((await folder.read(image.file)).toString('utf8')), 'cells') };
      const bytes = imageBytes(Array.isArray(last.cells) ? last.cells[image.cell] : null, image.name);
      if (bytes === null) throw folderError('ARCHIVE_FILE_NOT_FOUND', { path });
      return bytes;
    },
  };
}

function imageBytes(cell: unknown, name: string): Buffer | null {
  const [, number] = /^output-(\d{1,6})\.\w{3}$/u.exec(name) ?? [];
  const outputs = readField(cell, 'outputs');
  const output: unknown = number === undefined || !Array.isArray(outputs) ? undefined : outputs[Number(number) - 1];
  const data = output === undefined ? readField(readField(cell, 'attachments'), name) : readField(output, 'data');
  for (const [type] of imageTypes) {
    const written = textOf(readField(data, type));
    if (written !== '') return Buffer.from(written, type === 'image/svg+xml' ? 'utf8' : 'base64');
  }
  return null;
}

/** Returns a fence that is longer than those in the code. */
function fence(language: string, code: string): string {
  const longest = [...code.matchAll(/`{3,}/gu)].reduce((most, [run]) => Math.max(most, run.length), 2);
  const marks = '`'.repeat(longest + 1);
  return `${marks}${language}\n${code.replace(/\n$/u, '')}\n${marks}`;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function textOf(value: unknown, separator = ''): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.filter((line) => typeof line === 'string').join(separator) : '';
}
