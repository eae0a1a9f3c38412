import type { ThemeRegistrationRaw } from 'shiki/core';

/** The classes of words in code, and the names that TextMate grammars have for them. The page gives them colours, by theme. */
const scopesOf: Readonly<Record<string, readonly string[]>> = {
  k: ['keyword', 'storage', 'variable.language', 'punctuation.definition.keyword', 'support.function.builtin.shell'],
  ' ': ['keyword.operator', 'storage.type.function.arrow', 'punctuation', 'variable', 'meta.embedded'],
  s: ['string', 'punctuation.definition.string', 'markup.inline.raw', 'markup.underline.link'],
  n: [
    'constant.numeric',
    'constant.language',
    'constant.other',
    'support.constant',
    'keyword.other.unit',
    'constant.keyword',
    'constant.other.color',
    'punctuation.definition.constant.css',
  ],
  f: ['entity.name.function', 'support.function', 'variable.function', 'meta.function-call.generic'],
  t: [
    ...['entity.name.type', 'entity.name.class', 'entity.name.namespace', 'entity.other.inherited-class', 'support.type', 'support.class'],
    ...[
      'storage.type.java',
      'storage.type.generic.java',
      'storage.type.object.array.java',
      'entity.name.struct',
      'keyword.type',
      'entity.global.clojure',
    ],
  ],
  c: ['comment', 'punctuation.definition.comment', 'string.comment', 'comment punctuation', 'string.quoted.docstring'],
  p: [
    ...[
      'entity.other.attribute-name',
      'support.type.property-name',
      'meta.object-literal.key',
      'entity.name.tag.yaml',
      'support.type.vendored.property-name',
    ],
    ...['meta.property-name', 'punctuation.support.type.property-name', 'constant.keyword.clojure', 'constant.other.symbol'],
  ],
  g: [
    'entity.name.tag',
    'entity.other.attribute-name.class.css',
    'entity.other.attribute-name.id.css',
    'entity.other.attribute-name.pseudo-class.css',
  ],
  e: ['constant.character', 'string.regexp', 'constant.other.placeholder', 'keyword.operator.quantifier.regexp'],
  m: ['markup.heading', 'markup.bold', 'markup.italic', 'entity.name.section', 'punctuation.definition.heading.markdown'],
  i: ['markup.inserted'],
  d: ['markup.deleted'],
};

const emails = Object.keys(scopesOf);

/** The colour that stands for a class: its place in the list. */
function colorOf(letter: string): string {
  return `#0000${(emails.indexOf(letter) + 16).toString(16)}`;
}

const letterByColor = new Map(emails.map((letter) => [colorOf(letter), letter]));

/** The class that a colour of the theme stands for; a space for none. */
export function letterOf(colour: string | undefined): string {
  return letterByColor.get(colour?.toLowerCase() ?? '') ?? ' ';
}

/** A theme whose colours are not seen by anybody: each stands for a class. */
export const codeTheme: ThemeRegistrationRaw = {
  name: 'newline',
  type: 'light',
  colors: { 'editor.foreground': '#000000', 'editor.background': '#ffffff' },
  settings: [
    { settings: { foreground: '#000000', background: '#ffffff' } },
    ...emails.map((letter) => ({ scope: [...(scopesOf[letter] ?? [])], settings: { foreground: colorOf(letter) } })),
  ],
};
