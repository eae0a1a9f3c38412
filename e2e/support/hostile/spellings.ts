/** An element with a handler. */
export interface Tag {
  readonly name: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly event: string;
}

/** Writes the tag in the usual way. */
export function writeTag({ name, attributes, event }: Tag, code: string): string {
  return write(name, [...attributes, [event, code]], ' ', '"');
}

function write(name: string, attributes: readonly (readonly [string, string])[], space: string, quote: string, end = '>'): string {
  const written = attributes.map(([key, value]) => `${space}${key}=${quote}${value}${quote}`);
  return `<${name}${written.join('')}${end}`;
}

/** Another way to write the same tag. */
export type Spelling = (tag: Tag, code: string) => string;

const spaced =
  (space: string): Spelling =>
  ({ name, attributes, event }, code) =>
    write(name, [...attributes, [event, code]], space, '"');
const quoted =
  (quote: string): Spelling =>
  ({ name, attributes, event }, code) =>
    write(name, [...attributes, [event, code]], ' ', quote);
const coded =
  (change: (code: string) => string): Spelling =>
  (tag, code) =>
    writeTag(tag, change(code));
const mixed = (text: string) => [...text].map((character, at) => (at % 2 === 0 ? character.toUpperCase() : character)).join('');
const entities = (text: string, one: (code: number) => string) => [...text].map((character) => one(character.codePointAt(0) ?? 0)).join('');

/** Variants that browsers read as the same tag, by quotes, spaces, case, encoding and context. */
export const spellings: readonly Spelling[] = [
  writeTag,
  quoted("'"),
  quoted(''),
  spaced('/'),
  spaced('\t'),
  spaced('\n'),
  spaced('\f'),
  spaced(' / '),
  ({ name, attributes, event }, code) => writeTag({ name: mixed(name), attributes, event: mixed(event) }, code),
  ({ name, attributes, event }, code) => writeTag({ name: name.toUpperCase(), attributes, event: event.toUpperCase() }, code),
  ({ name, attributes, event }, code) => write(name, [[event, code], ...attributes], ' ', '"'),
  ({ name, attributes, event }, code) => write(name, [...attributes, [event, code], [event, 'null']], ' ', '"'),
  ({ name, attributes, event }, code) => write(name, [['x', '<p>'], ...attributes, [event, code]], ' ', '"'),
  ({ name, attributes, event }, code) => write(name, [['title', '-->'], ...attributes, [event, code]], ' ', '"', '/>'),
  ({ name, attributes, event }, code) => write(name, [...attributes, [event, code]], ' ', '"', ' <p>'),
  coded((code) => `javascript:${code}`),
  coded((code) => entities(code, (code) => `&#${code};`)),
  coded((code) => entities(code, (code) => `&#${String(code).padStart(7, '0')}`)),
  coded((code) => entities(code, (code) => `&#x${code.toString(16)};`)),
  coded((code) => code.replace('(', '&lpar;').replace(')', '&rpar;')),
  coded((code) => code.replace('__hit', String.raw`\u005f_hit`)),
  coded((code) => code.replace('top.__hit', String.raw`top['\x5f\x5fhit']`)),
  coded((code) => `eval(atob('${btoa(code)}'))`),
  coded((code) => `[${code.slice(10, -1)}].map(top.__hit)`),
  coded((code) => code.replace('(', '`').replace(')', '`')),
  coded((code) => `/*\n*/;\u2028${code}//`),
];
