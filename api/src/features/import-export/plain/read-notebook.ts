import type { ImportMessages } from '../import-plan.ts';
import { readField } from '../../../rules/read-field.ts';

/** Whether a file is a Jupyter notebook. */
export function isNotebook(path: string): boolean {
  return /\.ipynb$/iu.test(path);
}

/**
 * Returns a Jupyter notebook as Markdown: its texts, its code, and below that the output as text. Other output, such as charts, is reported.
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
    if (type === 'markdown') return [source];
    if (source.trim() === '') return [];
    if (type !== 'code') return [fence('', source)];
    const outputs = readField(cell, 'outputs');
    return [
      fence(language, source),
      ...(Array.isArray(outputs) ? outputs : []).flatMap((output: unknown) => outputOf(output, `Cell ${at + 1}`, file, messages)),
    ];
  });
  return `${parts.join('\n\n')}\n`;
}

function outputOf(output: unknown, cell: string, file: string, messages: ImportMessages): string[] {
  const data = readField(output, 'data');
  const rich = typeof data === 'object' && data !== null ? Object.keys(data).filter((type) => !/^text\/(?:plain|html)$/u.test(type)) : [];
  for (const type of rich)
    messages.add(file, null, `${cell}: output of the type ${type.slice(0, 80)} is removed. Add it as an image.`, 'lost');
  const traceback = textOf(readField(output, 'traceback'), '\n');
  const text = textOf(readField(output, 'text')) || textOf(readField(data, 'text/plain')) || traceback;
  // Colors of a terminal.
  // oxlint-disable-next-line no-control-regex
  const plain = text.replaceAll(/\u001B\[[0-9;]*m/gu, '').trimEnd();
  return plain === '' || (rich.length > 0 && /^<.*>$/u.test(plain)) ? [] : [fence('text', plain)];
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
