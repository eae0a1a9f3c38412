import type { CodeLanguage } from './code-language.ts';
import { markupLanguage } from './markup-language.ts';
import { scriptLanguage } from './script-language.ts';
import { styleLanguage } from './style-language.ts';

const languages: readonly (readonly [RegExp, CodeLanguage])[] = [
  [/\.(?:js|mjs|cjs|jsx)$/iu, scriptLanguage('JavaScript')],
  [/\.(?:ts|mts|cts)$/iu, scriptLanguage('TypeScript')],
  [/\.tsx$/iu, scriptLanguage('Tsx')],
  [/\.css$/iu, styleLanguage],
  [/\.html?$/iu, markupLanguage],
];

/** Returns the language of a file by its name; null if names and strings can't be queried in it. */
export function languageOfFile(filepath: string): CodeLanguage | null {
  return languages.find(([pattern]) => pattern.test(filepath))?.[1] ?? null;
}
