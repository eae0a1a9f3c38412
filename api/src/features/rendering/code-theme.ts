import type { ThemeRegistrationRaw } from 'shiki/core';

/** TextMate scopes by the class letter that a rendering stores. Style sheets give each class its color, by theme. */
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

const classLetters = Object.keys(scopesOf);

/** Returns the placeholder color of a class, which encodes its index in the list. */
function colorOf(letter: string): string {
  return `#0000${(classLetters.indexOf(letter) + 16).toString(16)}`;
}

const letterByColor = new Map(classLetters.map((letter) => [colorOf(letter), letter]));

/** Returns the class of a placeholder color; a space for none. */
export function letterOf(color: string | undefined): string {
  return letterByColor.get(color?.toLowerCase() ?? '') ?? ' ';
}

/** A theme with placeholder colors: nobody sees them, each one encodes a class. */
export const codeTheme: ThemeRegistrationRaw = {
  name: 'newline',
  type: 'light',
  colors: { 'editor.foreground': '#000000', 'editor.background': '#ffffff' },
  settings: [
    { settings: { foreground: '#000000', background: '#ffffff' } },
    ...classLetters.map((letter) => ({ scope: [...(scopesOf[letter] ?? [])], settings: { foreground: colorOf(letter) } })),
  ],
};
