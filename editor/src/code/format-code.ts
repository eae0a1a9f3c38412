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

/** The Prettier parser for each language, and the plugins that it needs. */
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

/** Returns a message that says why code in this language can't be formatted, or null if it can. */
export function reasonNotToFormat(mode: string): string | null {
  const language = findCodeLanguage(mode);
  if (language === undefined) return 'Choose a language first.';
  return language.mode in formatters ? null : `There’s no formatter for ${language.name}.`;
}

/** Formatted code and the position of the caret in it. */
export interface FormattedCode {
  readonly code: string;
  readonly caret: number;
}

/**
 * Formats code with Prettier, which is loaded on demand. @throws a SyntaxError, with the position in its message, if the code is invalid
 */
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

/** Returns the line of the error that Prettier reported, or null if it has none. */
export function lineOfMistake(error: unknown): number | null {
  const location: unknown = error instanceof Error && 'loc' in error ? error.loc : undefined;
  const start: unknown = typeof location === 'object' && location !== null && 'start' in location ? location.start : undefined;
  const line: unknown = typeof start === 'object' && start !== null && 'line' in start ? start.line : undefined;
  return typeof line === 'number' ? line : null;
}
