import { type GraphQLInputType, isEnumType, isInputObjectType, isListType, isNonNullType } from 'postgraphile/graphql';

/** A value as JSON text: some have no other form, such as a number that no float can represent. */
export type Json = string;

const long = 'a'.repeat(200_000);
const deep = '['.repeat(5000) + ']'.repeat(5000);
const json = (value: unknown): Json => JSON.stringify(value);

/** Values of other types, for any argument. */
const ofOtherKinds: readonly Json[] = [
  'null',
  'true',
  '0',
  '1e999',
  '""',
  '[]',
  '[null]',
  '[[]]',
  '{}',
  '{"__proto__":{"a":1}}',
  json([long]),
];

const texts: readonly Json[] = [
  ...[' ', '\u00a0', '\u200b', '\u202e', '\ufeff', '\ud800', '\udfff x', '\uffff', '👩‍👩‍👧‍👦', 'é'.normalize('NFD')],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'null',
    'undefined',
    'NaN',
    '0',
    '-1',
    '[]',
    '{}',
    '{"type":"doc"}',
    '{"type":"doc","content":null}',
  ],
  ...[
    "'; select 1; --",
    '\\',
    '%',
    '_',
    '%00',
    '..',
    '../../etc/passwd',
    '/',
    '//evil.example',
    'javascript:alert(1)',
    'http://[',
    'a\r\nBcc: b@example.com',
  ],
  ...['<script>', '((((', '[[[[', '$$', '```', '&', '"', '{0}', '${a}', '\u0001', '\u007f', 'a@b', '@', 'infinity', '1e400', long],
].map(json);

const documents: readonly Json[] = [
  '{"type":"doc","content":[]}',
  '{"type":"doc","content":{}}',
  '{"type":"doc","content":[null]}',
  '{"type":"doc","content":["a"]}',
  '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":""}]}]}',
  '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":1}]}]}',
  '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"a\\u0000b"}]}]}',
  '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"a\\ud800"}]}]}',
  '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"a","marks":[{"type":"__proto__"}]}]}]}',
  '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"a","marks":null}]}]}',
  '{"type":"doc","content":[{"type":"paragraph","attrs":{"__proto__":{"id":"x"},"id":{}}}]}',
  '{"type":"doc","content":[{"type":"paragraph","attrs":null}]}',
  '{"type":"doc","content":[{"type":"constructor"}]}',
  '{"type":"doc","content":[{"type":"heading","attrs":{"level":1e999}}]}',
  '{"type":"doc","content":[{"type":"heading","attrs":{"level":-1}},{"type":"image","attrs":{"src":1}},{"type":"codeBlock","attrs":{"language":{}}}]}',
  '{"__proto__":{"type":"doc"}}',
  '1e999',
  deep,
].map(json);

const uuids: readonly Json[] = [
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  '{00000000-0000-0000-0000-000000000000}',
  '00000000000000000000000000000000',
  'urn:uuid:00000000-0000-0000-0000-000000000000',
  '00000000-0000-0000-0000-00000000000g',
  'x',
  ' ',
  '\ud800',
  long,
].map(json);

const dates: readonly Json[] = [
  ...[
    'infinity',
    '-infinity',
    'now',
    'today',
    'epoch',
    'allballs',
    'now()',
    '0000-00-00',
    '0001-01-01',
    '2026-02-30',
    '2026-02-30T00:00:00Z',
  ],
  ...['9999-12-31T23:59:59Z', '10000-01-01T00:00:00Z', '294276-12-31T23:59:59Z', '294277-01-01T00:00:00Z', '+275760-09-13T00:00:00Z'],
  ...[
    '4714-11-24 BC',
    '-4713-01-01T00:00:00Z',
    '2026-01-01T00:00:00+99:99',
    '2026-01-01T24:00:00Z',
    '2026-12-31T23:59:60Z',
    '2026-W01-1',
    '1',
    'x',
    ' ',
  ],
].map(json);

const integers: readonly Json[] = [
  ...['-1', '1', '2', '2147483647', '-2147483648', '2147483648', '9223372036854775807', '1.5', '1e308', '-1e999', '"1"', '"NaN"', '-0'],
  '9'.repeat(400),
];

const numbers: readonly Json[] = [...integers, '5e-324', '-5e-324', '0.1', '1.7976931348623157e308', '"Infinity"'];

/** Returns values that an argument of a type should never get, and some at the limits of what it accepts, as JSON. */
export function oddValuesOf(type: GraphQLInputType, name: string): readonly Json[] {
  if (isNonNullType(type)) return oddValuesOf(type.ofType, name);
  if (isListType(type)) {
    const inner = oddValuesOf(type.ofType, name);
    const many = `[${Array.from({ length: 10_000 }, () => (inner[0] === undefined || inner[0].length > 100 ? '1' : inner.at(-2))).join(',')}]`;
    return [...ofOtherKinds, many, ...inner.map((value) => `[${value}]`), ...inner.map((value) => `[null,${value},${value}]`)];
  }
  if (isEnumType(type))
    return [...ofOtherKinds, ...['NOPE', '__proto__', 'constructor', type.getValues()[0]?.name.toLowerCase()].map(json)];
  if (isInputObjectType(type)) return [...ofOtherKinds, '{"nope":1}', '{"constructor":{"prototype":{}}}'];
  if (/delta|node$/i.test(name)) return [...ofOtherKinds, ...documents, ...texts];
  switch (type.name) {
    case 'UUID':
      return [...ofOtherKinds, ...uuids];
    case 'Datetime':
      return [...ofOtherKinds, ...dates, ...integers];
    case 'Int':
      return [...ofOtherKinds, ...integers];
    case 'Float':
      return [...ofOtherKinds, ...numbers];
    default:
      return [...ofOtherKinds, ...texts, ...(type.name === 'Boolean' ? [] : integers)];
  }
}
