import type { CodeRendering } from '@newline/document/renderings';
import { findCodeLanguage } from '@newline/document/code-languages';
import { createHighlighterCore, type HighlighterCore } from 'shiki/core';
import { createOnigurumaEngine } from 'shiki/engine/oniguruma';
import { bundledLanguages, bundledLanguagesInfo } from 'shiki/langs';
import { codeTheme, letterOf } from './code-theme.ts';

/** Languages that the highlighter has under another name. */
const shikiNames: Readonly<Record<string, string>> = { shell: 'shellscript', json: 'jsonc' };

/** Longer code is stored without highlighting: nobody reads it on a page. */
const maxLength = 200_000;
/** Longer lines aren't highlighted, such as those of minified code. */
const maxLineLength = 4000;

let loading: Promise<HighlighterCore> | undefined;

/** A language that is ready to render: its id in the highlighter (null if unknown) and its display name. */
export type ReadyLanguage = { readonly highlighter: HighlighterCore; readonly language: string | null; readonly name: string };

/** Loads the highlighter and the grammar of the language that an author chose. That takes longer than rendering. */
export async function prepareCode(mode: string): Promise<ReadyLanguage> {
  loading ??= createHighlighterCore({ themes: [codeTheme], langs: [], engine: createOnigurumaEngine(import('shiki/wasm')) });
  const highlighter = await loading;
  const input = mode.trim().toLowerCase();
  const codeLanguage = findCodeLanguage(input);
  const languageId = codeLanguage === undefined ? input : (shikiNames[codeLanguage.mode] ?? codeLanguage.mode);
  const bundled = bundledLanguagesInfo.find(({ id, aliases }) => id === languageId || aliases?.includes(languageId) === true);
  const load = Object.entries(bundledLanguages).find(([id]) => id === bundled?.id)?.[1];
  if (bundled === undefined || load === undefined) return { highlighter, language: null, name: mode };
  await highlighter.loadLanguage(load);
  // Highlighting the first line of a language compiles its patterns.
  highlighter.codeToTokensBase('x', { lang: bundled.id, theme: 'newline' });
  return { highlighter, language: bundled.id, name: codeLanguage?.name ?? bundled.name };
}

/** Returns the highlighted runs of each line; '' for a line without any. */
export function renderCode(source: string, { highlighter, language, name }: ReadyLanguage): CodeRendering {
  const lines = source.split('\n');
  if (language === null || source.length > maxLength) return { code: [], name };
  const tokens = highlighter.codeToTokensBase(source, {
    lang: language,
    theme: 'newline',
    tokenizeMaxLineLength: maxLineLength,
    // A line highlighted halfway would look right and be wrong. The time limit of the process ends it instead, and the code is plain.
    tokenizeTimeLimit: 0,
  });
  return { code: lines.map((_line, index) => writeRuns(tokens[index] ?? [])), name };
}

function writeRuns(tokens: readonly { readonly content: string; readonly color?: string }[]): string {
  let runs = '';
  let length = 0;
  let lastLetter = ' ';
  const add = (count: number, letter: string) => {
    if (count > 0 && letter !== lastLetter) {
      if (length > 0) runs += `${length}${lastLetter}`;
      length = 0;
      lastLetter = letter;
    }
    length += count;
  };
  for (const { content, color } of tokens) {
    // Space before a word has no color.
    const trimmed = content.trimStart();
    add(content.length - trimmed.length, ' ');
    add(trimmed.length, letterOf(color));
  }
  return runs === '' && lastLetter === ' ' ? '' : `${runs}${length}${lastLetter}`;
}
