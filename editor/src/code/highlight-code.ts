import type { LanguageFn } from 'highlight.js';
import { createLowlight } from 'lowlight';
import { findCodeLanguage } from '@newline/document/code-languages';

/** A part of a code block in one color: offsets in UTF-16 code units, and a class of the reader's code. */
export interface ColoredRun {
  readonly from: number;
  readonly to: number;
  readonly color: string;
}

type Load = () => Promise<{ readonly default: LanguageFn }>;

const javascript: Load = () => import('highlight.js/lib/languages/javascript');
const typescript: Load = () => import('highlight.js/lib/languages/typescript');
const css: Load = () => import('highlight.js/lib/languages/css');
const xml: Load = () => import('highlight.js/lib/languages/xml');

/** The grammars that each language needs, its own first. A language made of several lists them all. */
const grammars: Readonly<Record<string, Readonly<Record<string, Load>>>> = {
  javascript: { javascript, xml },
  jsx: { javascript, xml },
  json: { json: () => import('highlight.js/lib/languages/json') },
  typescript: { typescript, xml },
  tsx: { typescript, xml },
  c: { c: () => import('highlight.js/lib/languages/c') },
  cpp: { cpp: () => import('highlight.js/lib/languages/cpp') },
  csharp: { csharp: () => import('highlight.js/lib/languages/csharp') },
  java: { java: () => import('highlight.js/lib/languages/java') },
  'objective-c': { objectivec: () => import('highlight.js/lib/languages/objectivec') },
  scala: { scala: () => import('highlight.js/lib/languages/scala') },
  css: { css },
  scss: { scss: () => import('highlight.js/lib/languages/scss') },
  less: { less: () => import('highlight.js/lib/languages/less') },
  markdown: { markdown: () => import('highlight.js/lib/languages/markdown'), xml },
  go: { go: () => import('highlight.js/lib/languages/go') },
  python: { python: () => import('highlight.js/lib/languages/python') },
  ruby: { ruby: () => import('highlight.js/lib/languages/ruby') },
  rust: { rust: () => import('highlight.js/lib/languages/rust') },
  shell: { bash: () => import('highlight.js/lib/languages/bash') },
  html: { xml, css, javascript },
  dart: { dart: () => import('highlight.js/lib/languages/dart') },
  yaml: { yaml: () => import('highlight.js/lib/languages/yaml') },
  clojure: { clojure: () => import('highlight.js/lib/languages/clojure') },
  svelte: { xml, css, javascript },
};

/** The reader's color classes, by the names of highlight.js. Names that aren't listed have no color. */
const colors: Readonly<Record<string, string>> = {
  ...{ keyword: 'k', 'selector-tag': 'k', tag: 'k', name: 'k', meta: 'k', section: 'k', doctag: 'k', operator: '' },
  ...{ string: 's', regexp: 's', char: 's', link: 's', quote: 's', 'template-tag': 's', addition: 's' },
  ...{ number: 'n', literal: 'n', symbol: 'n', bullet: 'n', variable: 'n', 'template-variable': 'n' },
  ...{ title: 'f', attr: 'f', attribute: 'f', property: 'f', 'selector-class': 'f', 'selector-id': 'f', code: 'f' },
  ...{ type: 't', built_in: 't', class: 't', params: '', 'selector-attr': 't', 'selector-pseudo': 't' },
  ...{ comment: 'c', deletion: 'c' },
};

const lowlight = createLowlight();

/** Returns true if code in this language is colored. */
export function hasGrammar(mode: string): boolean {
  const language = findCodeLanguage(mode);
  return language !== undefined && language.mode in grammars;
}

/** Returns the colored parts of code in order; none for a language other than the 25 supported ones. Loads the grammar on first use. */
export async function highlightCode(code: string, mode: string): Promise<readonly ColoredRun[]> {
  const parts = Object.entries(grammars[findCodeLanguage(mode)?.mode ?? ''] ?? {});
  const [first] = parts;
  if (first === undefined) return [];
  await Promise.all(
    parts.map(async ([name, load]) => {
      if (!lowlight.registered(name)) lowlight.register(name, (await load()).default);
    }),
  );
  const runs: ColoredRun[] = [];
  collect(lowlight.highlight(first[0], code).children, '', 0, runs);
  return runs;
}

type Piece = ReturnType<typeof lowlight.highlight>['children'][number];

function collect(pieces: readonly Piece[], color: string, from: number, into: ColoredRun[]): number {
  let at = from;
  for (const piece of pieces) {
    if (piece.type === 'text') {
      const to = at + piece.value.length;
      if (color !== '') into.push({ from: at, to, color });
      at = to;
    } else if (piece.type === 'element') {
      at = collect(piece.children, colorOf(piece.properties['className']) ?? color, at, into);
    }
  }
  return at;
}

function colorOf(names: unknown): string | undefined {
  if (!Array.isArray(names)) return undefined;
  const [name, detail] = names.map(String);
  if (detail === 'class_' || detail === 'inherited__') return 't';
  return name === undefined ? undefined : colors[name.replace('hljs-', '')];
}
