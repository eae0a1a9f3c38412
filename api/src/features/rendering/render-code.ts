import type { CodeRendering } from '@newline/document/renderings';
import { findCodeLanguage } from '@newline/document/code-languages';
import { createHighlighterCore, type HighlighterCore } from 'shiki/core';
import { createOnigurumaEngine } from 'shiki/engine/oniguruma';
import { bundledLanguages, bundledLanguagesInfo } from 'shiki/langs';
import { codeTheme, letterOf } from './code-theme.ts';

/** What the highlighter calls languages that we call otherwise. */
const shikiNames: Readonly<Record<string, string>> = { shell: 'shellscript', json: 'jsonc' };

/** Longer code is plain: nobody reads it in a page. */
const maxLength = 200_000;
/** Longer lines are plain, such as those of minified code. */
const maxLineLength = 4000;

let loading: Promise<HighlighterCore> | undefined;

/** A language ready to be drawn: its name in the highlighter, null for one that it does not know, and the name that people read. */
export type ReadyLanguage = { readonly highlighter: HighlighterCore; readonly language: string | null; readonly name: string };

/** Loads the highlighter and the grammar for what an author called the language. That takes longer than drawing. */
export async function prepareCode(mode: string): Promise<ReadyLanguage> {
  loading ??= createHighlighterCore({ themes: [codeTheme], langs: [], engine: createOnigurumaEngine(import('shiki/wasm')) });
  const highlighter = await loading;
  const word = mode.trim().toLowerCase();
  const offered = findCodeLanguage(word);
  const wanted = offered === undefined ? word : (shikiNames[offered.mode] ?? offered.mode);
  const known = bundledLanguagesInfo.find(({ id, aliases }) => id === wanted || aliases?.includes(wanted) === true);
  const load = Object.entries(bundledLanguages).find(([id]) => id === known?.id)?.[1];
  if (known === undefined || load === undefined) return { highlighter, language: null, name: mode };
  await highlighter.loadLanguage(load);
  // The first line of a language compiles its patterns.
  highlighter.codeToTokensBase('x', { lang: known.id, theme: 'newline' });
  return { highlighter, language: known.id, name: offered?.name ?? known.name };
}

/** The runs of each line; a line without any colour is ''. */
export function renderCode(source: string, { highlighter, language, name }: ReadyLanguage): CodeRendering {
  const lines = source.split('\n');
  if (language === null || source.length > maxLength) return { code: [], name };
  const tokens = highlighter.codeToTokensBase(source, {
    lang: language,
    theme: 'newline',
    tokenizeMaxLineLength: maxLineLength,
    // Half a line coloured would look right and be wrong: what takes too long is ended from outside, and plain.
    tokenizeTimeLimit: 0,
  });
  return { code: lines.map((_line, index) => writeRuns(tokens[index] ?? [])), name };
}

function writeRuns(tokens: readonly { readonly content: string; readonly color?: string }[]): string {
  let runs = '';
  let length = 0;
  let last = ' ';
  const add = (count: number, letter: string) => {
    if (count > 0 && letter !== last) {
      if (length > 0) runs += `${length}${last}`;
      length = 0;
      last = letter;
    }
    length += count;
  };
  for (const { content, color } of tokens) {
    // Space before a word has no colour.
    const words = content.trimStart();
    add(content.length - words.length, ' ');
    add(words.length, letterOf(color));
  }
  return runs === '' && last === ' ' ? '' : `${runs}${length}${last}`;
}
