/** A programming language for code blocks. */
export interface CodeLanguage {
  /** The value stored as `mode` when the language is chosen in the editor. */
  readonly mode: string;
  /** The name that people read. */
  readonly name: string;
  /** Other names for the language, as they're written after a fence in Markdown. */
  readonly aliases: readonly string[];
}

/** The languages that the editor offers, in its order. */
export const codeLanguages: readonly CodeLanguage[] = [
  { mode: 'javascript', name: 'JavaScript', aliases: ['js', 'mjs', 'cjs', 'node'] },
  { mode: 'jsx', name: 'JSX', aliases: [] },
  { mode: 'json', name: 'JSON', aliases: ['json5', 'jsonc'] },
  { mode: 'typescript', name: 'TypeScript', aliases: ['ts', 'mts', 'cts'] },
  { mode: 'tsx', name: 'TSX', aliases: [] },
  { mode: 'c', name: 'C', aliases: ['h'] },
  { mode: 'cpp', name: 'C++', aliases: ['c++', 'cc', 'hpp', 'cxx'] },
  { mode: 'csharp', name: 'C#', aliases: ['c#', 'cs'] },
  { mode: 'java', name: 'Java', aliases: [] },
  { mode: 'objective-c', name: 'Objective-C', aliases: ['objc', 'objectivec', 'obj-c', 'mm'] },
  { mode: 'scala', name: 'Scala', aliases: ['sc'] },
  { mode: 'css', name: 'CSS', aliases: [] },
  { mode: 'scss', name: 'SCSS', aliases: ['sass'] },
  { mode: 'less', name: 'Less', aliases: [] },
  { mode: 'markdown', name: 'Markdown', aliases: ['md'] },
  { mode: 'go', name: 'Go', aliases: ['golang'] },
  { mode: 'python', name: 'Python', aliases: ['py', 'python3'] },
  { mode: 'ruby', name: 'Ruby', aliases: ['rb'] },
  { mode: 'rust', name: 'Rust', aliases: ['rs'] },
  { mode: 'shell', name: 'Shell', aliases: ['sh', 'bash', 'zsh', 'shellscript', 'console'] },
  { mode: 'html', name: 'HTML', aliases: ['htm', 'xhtml'] },
  { mode: 'dart', name: 'Dart', aliases: [] },
  { mode: 'yaml', name: 'YAML', aliases: ['yml'] },
  { mode: 'clojure', name: 'Clojure', aliases: ['clj', 'cljs', 'edn'] },
  { mode: 'svelte', name: 'Svelte', aliases: [] },
];

/** Finds a language by its mode, name or alias, in any case; undefined for a language that isn't offered. */
export function findCodeLanguage(mode: string): CodeLanguage | undefined {
  const word = mode.trim().toLowerCase();
  return codeLanguages.find((language) => language.mode === word || language.aliases.includes(word));
}
