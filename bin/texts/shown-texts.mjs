import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

/** Folders with sources that show text to people. */
const folders = ['web/app', 'web/server', 'ui/src', 'editor/src', 'document/src', 'api/src', 'cli', 'db/src'];
/** Settings of the site with texts for its pages. */
const settings = ['site.config.ts', 'home.config.ts', 'pages.config.ts'];
const migrations = 'db/migrations/committed';

/** Attributes that a browser or a screen reader presents, in elements and in our own components. */
const shownAttributes = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'description',
  'empty',
  'heading',
  'hint',
  'label',
  'placeholder',
  'subtitle',
  'title',
]);

/** Properties with such a text in lists of options, columns or menu items. */
const shownProperties = new Set(['description', 'heading', 'hint', 'label', 'message', 'placeholder', 'title']);

/** Calls and errors whose text only developers and logs see. */
const unseenCalls = new Set([
  'Error',
  'TypeError',
  'RangeError',
  'RegExp',
  'fetch',
  'require',
  'sql',
  'querySelector',
  'querySelectorAll',
  'matches',
  'closest',
]);
const unseenMethods = /^(?:debug|info|warn|error|fatal|query|querySelector|querySelectorAll|matches|closest)$/;
/** Attributes that nobody reads. */
const unseenAttributes =
  /^(?:class|className|style|d|viewBox|points|transform|href|src|srcSet|sizes|rel|id|htmlFor|media|type|allow|sandbox)$/;
/** SQL, GraphQL, selectors, headers and the like. */
const code =
  /^\s*(?:select|insert|update|delete|with|create|alter|set|begin|query|mutation|subscription|fragment|listen|notify|truncate|grant|lock|call|refresh|explain|analyze)\b[\s\S]*(?:\b(?:from|into|set|as|on|where|table|to|function)\b|[({])|[{};=<>]|^[a-z-]+(?:[, ][a-z0-9-]+)*$|;\s|^--/;

/** @typedef {{ file: string, line: number, kind: 'text' | 'attribute' | 'string' | 'sql', text: string }} ShownText */

/**
 * Returns all texts that people may read, in the order of files: text and attributes of elements, sentences in strings (errors with a code,
 * emails, the output of the command line, titles and descriptions of pages) and the messages that SQL raises. Texts of errors that only
 * developers see are left out.
 *
 * @param {string} root the project's folder
 * @returns {ShownText[]}
 */
export function shownTexts(root) {
  const sources = [...folders.flatMap((folder) => filesOf(root, folder)), ...settings]
    .filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !/(?:^|\/)(?:tests|node_modules|build)\/|\.d\.ts$|\.test\./.test(file))
    .toSorted();
  const raised = filesOf(root, migrations).filter((file) => file.endsWith('.sql'));
  return [
    ...sources.flatMap((file) => textsOfSource(file, readFileSync(join(root, file), 'utf8'))),
    ...raised.toSorted().flatMap((file) => textsOfSql(file, readFileSync(join(root, file), 'utf8'))),
  ];
}

/**
 * Returns the texts of one TypeScript or JavaScript file.
 *
 * @param {string} file
 * @param {string} source
 * @returns {ShownText[]}
 */
export function textsOfSource(file, source) {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: expected a source that can be parsed, got ${errors[0].message}`);
  /** @type {ShownText[]} */
  const texts = [];
  const lineOf = lineCounter(source);
  // The depth inside code that nobody sees, and inside an attribute that is shown.
  let unseen = 0;
  let shown = 0;
  let property = 0;
  const isShownProperty = ({ key, computed }) => !computed && key.type === 'Identifier' && shownProperties.has(key.name);
  const add = (node, kind, text) => {
    const plain = text.replace(/\s+/g, ' ').trim();
    if (plain !== '') texts.push({ file, line: lineOf(node.start), kind, text: plain });
  };
  const addString = (node, text) => {
    if (unseen > 0 || !/\p{L}{2}/u.test(text)) return;
    if (shown > 0) add(node, 'attribute', text);
    else if (isSentence(text) || (property > 0 && !code.test(text))) add(node, 'string', text);
  };
  const isUnseenCall = ({ callee }) =>
    (callee.type === 'Identifier' && unseenCalls.has(callee.name)) ||
    (callee.type === 'MemberExpression' && !callee.computed && isLogger(callee));
  const visitor = new Visitor({
    ImportDeclaration() {
      unseen += 1;
    },
    'ImportDeclaration:exit'() {
      unseen -= 1;
    },
    JSXText(node) {
      if (/\p{L}{2}/u.test(node.value)) add(node, 'text', node.value);
    },
    JSXAttribute({ name }) {
      if (name.type === 'JSXIdentifier' && unseenAttributes.test(name.name)) unseen += 1;
      if (name.type === 'JSXIdentifier' && shownAttributes.has(name.name)) shown += 1;
    },
    'JSXAttribute:exit'({ name }) {
      if (name.type === 'JSXIdentifier' && unseenAttributes.test(name.name)) unseen -= 1;
      if (name.type === 'JSXIdentifier' && shownAttributes.has(name.name)) shown -= 1;
    },
    Property(node) {
      if (isShownProperty(node)) property += 1;
    },
    'Property:exit'(node) {
      if (isShownProperty(node)) property -= 1;
    },
    CallExpression(node) {
      if (isUnseenCall(node)) unseen += 1;
    },
    'CallExpression:exit'(node) {
      if (isUnseenCall(node)) unseen -= 1;
    },
    NewExpression(node) {
      if (isUnseenCall(node)) unseen += 1;
    },
    'NewExpression:exit'(node) {
      if (isUnseenCall(node)) unseen -= 1;
    },
    TaggedTemplateExpression() {
      unseen += 1;
    },
    'TaggedTemplateExpression:exit'() {
      unseen -= 1;
    },
    Literal(node) {
      if (typeof node.value === 'string') addString(node, node.value);
    },
    TemplateLiteral(node) {
      addString(node, node.quasis.map(({ value }) => value.cooked ?? value.raw).join('…'));
    },
  });
  visitor.visit(program);
  return texts;
}

/**
 * Returns the messages that functions of the database raise.
 *
 * @param {string} file
 * @param {string} source
 * @returns {ShownText[]}
 */
export function textsOfSql(file, source) {
  const lineOf = lineCounter(source);
  const messages = source.matchAll(
    /\b(?:raise\s+exception\s+|message\s*=\s*(?:format\(\s*)?|app_private\.refuse\w*\(\s*)'((?:[^']|'')+)'/gi,
  );
  return [...messages]
    .filter(([, text = '']) => isSentence(text))
    .map((match) => ({ file, line: lineOf(match.index), kind: 'sql', text: match[1].replaceAll("''", "'") }));
}

/** Returns true for text with a space that begins or ends like a sentence. */
function isSentence(text) {
  return /\p{L}\S*\s+\S*\p{L}/u.test(text) && (/^\s*(?:\p{Lu}|…)/u.test(text) || /[.!?:]\s*$/.test(text)) && !code.test(text);
}

function isLogger({ object, property }) {
  if (property.type !== 'Identifier' || !unseenMethods.test(property.name)) return false;
  // People read what the command line and a start print.
  return !(object.type === 'Identifier' && object.name === 'console');
}

/** Returns the function that gives the line number of an offset. */
function lineCounter(source) {
  const starts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

function filesOf(root, folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/').replace(/^\//, ''));
}
