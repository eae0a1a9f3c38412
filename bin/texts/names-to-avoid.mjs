import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';

/** The baseline: the names to avoid that each file still has. Names are only ever removed. */
export const namesBaselineFile = 'bin/texts/names-baseline.json';

/**
 * Words that no identifier or file name may contain, with replacements: the left column of the table "Terms" in docs/words.md. Words that
 * are correct in another sense are left out (`address`, `mark`, `pass`, `person`, `share`, `turn`).
 */
const wordsInNames = new Map([
  ['kept', 'cached, saved, remaining'],
  ['keeper', 'store'],
  ['drawer', 'renderer'],
  ['drawing', 'rendering'],
  ['drawn', 'rendered'],
  ['notice', 'notification'],
  ['letter', 'newsletter, digest email'],
  ['office', 'administration'],
  ['guest', 'ad-hoc query, query worker'],
  ['told', 'message, notified'],
  ['wish', 'options, request'],
  ['wished', 'options, request'],
  ['budget', 'rate limit, quota'],
  ['act', 'action'],
  ['picture', 'image'],
  ['sheet', 'style sheet'],
  ['face', 'font'],
  ['late', 'lazy'],
  ['talk', 'discussion'],
  ['figures', 'analytics'],
]);

/** Words that aren't names on their own, but are fine as part of one (`notFound`). */
const wordsAlone = new Map([
  ['asked', 'request, isRequested'],
  ['found', 'match, result: the noun that it holds'],
  ['given', 'input, options: the noun that it holds'],
  ['known', 'existing, saved: the noun that it holds'],
  ['place', 'position, location, slot'],
  ['places', 'positions, locations, slots'],
  ['words', 'text, label, message: the noun that it holds'],
]);

/** Terms of several words, as they occur inside a name. */
const phrases = [
  { pattern: /\bbooks out\b/, instead: 'book export' },
  { pattern: /\bknown documents?\b/, instead: 'persisted query' },
  { pattern: /\bdocuments? from elsewhere\b/, instead: 'ad-hoc query' },
];

/**
 * Names that contain such a word in another sense, or that another standard defines.
 *
 * @type {readonly { name: RegExp, file?: RegExp, reason: string }[]}
 */
const exceptions = [
  { name: /style-?sheet|spread-?sheet|sprite-?sheet/i, reason: 'the whole term' },
  { name: /^letterSpacing$/, reason: 'a property of CSS' },
  { name: /^onNotice$/, reason: 'an option of PGlite' },
  {
    name: /^(?:letter|letterByColor|letterOf|classLetters|lastLetter)$/,
    file: /code-theme|render-code|render-svg/,
    reason: 'one character, which stands for a color',
  },
  { name: /^(?:first-?letter|no-?letter|expectLetters)$/i, reason: 'a character of a text' },
  { name: /^letters$/, file: /^(?:e2e\/typing-|editor\/src\/)/, reason: 'characters that are typed' },
  { name: /figures/i, file: /^(?:ui\/(?:src\/covers\/|tests\/covers)|db\/demo\/generate\/)/, reason: 'the figures on a cover: its shapes' },
  {
    name: /^(?:face|faces|Face|faceWidth)$/,
    file: /^(?:ui\/src\/covers|db\/demo\/generate)\//,
    reason: 'the face in a drawing, a side of a logo',
  },
  { name: /^(?:drawing|drawn)$/, file: /^(?:ui\/src\/covers|db\/demo\/generate)\//, reason: 'a cover is a drawing' },
  { name: /figures/i, file: /^bench\//, reason: 'the numbers that are measured' },
  { name: /^sheets?$/, file: /make-stills/, reason: 'one image with many stills of a video' },
  { name: /^(?:late|isLate|onLate|lateMs|reportLate)$|too_?late/i, reason: 'after the time at which it was due' },
  {
    name: /^drawings$/,
    file: /^(?:api\/(?:src|tests)\/(?:features\/)?book-export|api\/tests\/rendering|web\/tests\/whole-site)\//,
    reason: 'a column',
  },
  { name: /^sheet$/, file: /^api\/src\/rules\/site\/(?:colors|site-look)/, reason: 'the token --sheet of the style sheet' },
  { name: /^known$/, file: /^api\/tests\/accounts\/sign-in-limits/, reason: 'the opposite of an unknown email address' },
  { name: /^place$/, file: /^db\/tests\/search\/search-texts/, reason: 'a column' },
  { name: /^kept$/, file: /^api\/(?:src\/features|tests)\/annotations\/follow-anchors/, reason: 'a field of anchors in the database' },
  { name: /^notices$/, file: /^api\/src\/database\/reader-client/, reason: 'a field of results in @dataplan/pg' },
  { name: /^notices$/, file: /^db\/tests\/page-cache/, reason: 'a table' },
  { name: /^guest$/, file: /^(?:db\/tests\/teams|e2e\/plans)/, reason: 'someone invited to a team' },
  { name: /^words-(?:to-avoid|baseline)$|^(?:check|count)-words$/, reason: 'these are about words' },
];

/** Returns the words of a name in lower case: `keptPages`, `KEPT_PAGES` and `kept-pages` have two. */
const wordsOf = (name) =>
  name
    .split(/[^A-Za-z0-9]+/)
    .flatMap((part) => part.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/))
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());

const insteadOfWord = (word) => wordsInNames.get(word) ?? (word.endsWith('s') ? wordsInNames.get(word.slice(0, -1)) : undefined);

/**
 * Returns what to write instead of a name, or undefined if it's fine.
 *
 * @param {string} name an identifier, or the name of a file or folder
 * @param {string} [file] the path of the file that contains it
 * @returns {string | undefined}
 */
export function insteadOfName(name, file = '') {
  if (exceptions.some((one) => one.name.test(name) && (one.file ?? /^/).test(file))) return undefined;
  const words = wordsOf(name);
  const phrase = phrases.find(({ pattern }) => pattern.test(words.join(' ')));
  return phrase?.instead ?? wordsAlone.get(name) ?? words.map(insteadOfWord).find((instead) => instead !== undefined);
}

/**
 * Returns all identifiers of a source file, without the classes of style sheets (`styles.notice`).
 *
 * @param {string} file
 * @param {string} source
 * @returns {Set<string>}
 */
export function identifiersOf(file, source) {
  const names = new Set();
  const styleSheets = new Set(Array.from(source.matchAll(/^\s*import (\w+) from '[^']+\.css'/gm), ([, name]) => name));
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return;
    if (node.type === 'MemberExpression' && styleSheets.has(node.object.name)) return;
    if (['Identifier', 'PrivateIdentifier', 'JSXIdentifier'].includes(node.type)) names.add(node.name);
    for (const value of Object.values(node)) visit(value);
  };
  visit(parseSync(file, source).program);
  return names;
}

/**
 * Returns the names that the schemas of GraphQL and the database define, in lower case and without separators: code must use them
 * unchanged. A single word of the database, such as a column called `place`, doesn't count: it would allow that name everywhere.
 *
 * @param {string} graphql the text of schema.graphql
 * @param {string} sql the text of schema.sql
 * @returns {Set<string>}
 */
export function namesOfSchemas(graphql, sql) {
  const names = graphql.replace(/"""[\s\S]*?"""|"[^"\n]*"|#.*$/gm, '').match(/\w+/g) ?? [];
  const inDatabase = [];
  for (const [, table, body] of sql.matchAll(/^create (?:unlogged )?table (?:\w+\.)?(\w+) \(\n([\s\S]*?)\n\)/gim)) {
    inDatabase.push(table, ...Array.from(body.matchAll(/^ +([a-z_]+) /gm), ([, column]) => column));
  }
  for (const [, name, parameters] of sql.matchAll(/^create function (?:\w+\.)?(\w+)\((.*)$/gim)) {
    inDatabase.push(name, ...Array.from(parameters.matchAll(/(\w+) /g), ([, parameter]) => parameter));
  }
  return new Set([...names, ...inDatabase.filter((name) => name.includes('_'))].map(joined));
}

const joined = (name) => wordsOf(name).join('');

/**
 * Finds names to avoid in the names of all tracked files and in the identifiers of TypeScript and JavaScript files.
 *
 * @param {string} root the project's folder
 * @returns {Record<string, { name: string, instead: string }[]>} by file
 */
export function findNames(root) {
  const read = (file) => readFileSync(join(root, file), 'utf8');
  const fixed = namesOfSchemas(read('api/schema.graphql'), read('db/schema.sql'));
  const tracked = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.css', 'docs/*.md'], { cwd: root, encoding: 'utf8' });
  const findings = tracked
    .trim()
    .split('\n')
    .filter((file) => existsSync(join(root, file)))
    .map((file) => {
      const parts = file.split('/').map((part) => part.replace(/\..*$/, ''));
      const names = /\.(?:tsx?|mjs)$/.test(file) ? [...parts, ...identifiersOf(file, read(file))] : parts;
      const avoidable = [...new Set(names)].filter((name) => !fixed.has(joined(name))).toSorted();
      return [file, avoidable.map((name) => ({ name, instead: insteadOfName(name, file) })).filter(({ instead }) => instead !== undefined)];
    });
  return Object.fromEntries(findings.filter(([, names]) => names.length > 0));
}

/**
 * Returns the findings that the baseline doesn't allow.
 *
 * @param {ReturnType<typeof findNames>} findings
 * @param {Readonly<Record<string, string>>} baseline names by file, separated by spaces
 * @returns {string[]}
 */
export function beyondNames(findings, baseline) {
  return Object.entries(findings).flatMap(([file, names]) =>
    names
      .filter(({ name }) => !(baseline[file] ?? '').split(' ').includes(name))
      .map(({ name, instead }) => `${file}: "${name}": write ${instead}`),
  );
}
