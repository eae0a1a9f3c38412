import type { Plugin } from 'prettier';
import { findCodeLanguage } from '@newline/document/code-languages';

type LoadPlugins = () => Promise<readonly Plugin[]>;

const babel: LoadPlugins = async () => [await import('prettier/plugins/babel'), (await import('prettier/plugins/estree')) as Plugin];
const typescript: LoadPlugins = async () => [
  await import('prettier/plugins/typescript'),
  (await import('prettier/plugins/estree')) as Plugin,
];
const postcss: LoadPlugins = async () => [await import('prettier/plugins/postcss')];
const markdown: LoadPlugins = async () => [await import('prettier/plugins/markdown')];
const yaml: LoadPlugins = async () => [await import('prettier/plugins/yaml')];
const html: LoadPlugins = async () => [await import('prettier/plugins/html'), ...(await babel()), ...(await postcss())];

/** Which parser of Prettier reads a language, and what it needs. */
const formatters: Readonly<Record<string, { readonly parser: string; readonly load: LoadPlugins }>> = {
  javascript: { parser: 'babel', load: babel },
  jsx: { parser: 'babel', load: babel },
  json: { parser: 'json', load: babel },
  typescript: { parser: 'typescript', load: typescript },
  tsx: { parser: 'typescript', load: typescript },
  css: { parser: 'css', load: postcss },
  scss: { parser: 'scss', load: postcss },
  less: { parser: 'less', load: postcss },
  markdown: { parser: 'markdown', load: markdown },
  html: { parser: 'html', load: html },
  yaml: { parser: 'yaml', load: yaml },
};

/** Why code of this language cannot be formatted, as a sentence; null when it can. */
export function reasonNotToFormat(mode: string): string | null {
  const language = findCodeLanguage(mode);
  if (language === undefined) return 'Choose a language first.';
  return language.mode in formatters ? null : `There’s no formatter for ${language.name}.`;
}

/** Formatted code and where the caret is in it. */
export interface FormattedCode {
  readonly code: string;
  readonly caret: number;
}

/** Formats code with Prettier, which is loaded now. @throws a SyntaxError, with the place in its message, when the code is not right */
export async function formatCode(code: string, mode: string, caret: number): Promise<FormattedCode> {
  const formatter = formatters[findCodeLanguage(mode)?.mode ?? ''];
  if (formatter === undefined) return { code, caret };
  const [{ formatWithCursor }, plugins] = await Promise.all([import('prettier/standalone'), formatter.load()]);
  const { formatted, cursorOffset } = await formatWithCursor(code, {
    parser: formatter.parser,
    plugins: [...plugins],
    cursorOffset: caret,
    printWidth: 80,
    tabWidth: 2,
  });
  const trimmed = formatted.replace(/\n$/u, '');
  return { code: trimmed, caret: Math.min(Math.max(cursorOffset, 0), trimmed.length) };
}

/** The line in which Prettier found a mistake; null when it does not say. */
export function lineOfMistake(error: unknown): number | null {
  const place: unknown = error instanceof Error && 'loc' in error ? error.loc : undefined;
  const start: unknown = typeof place === 'object' && place !== null && 'start' in place ? place.start : undefined;
  const line: unknown = typeof start === 'object' && start !== null && 'line' in start ? start.line : undefined;
  return typeof line === 'number' ? line : null;
}
