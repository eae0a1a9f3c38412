/** Code with text that people read: pages, editor and components, documents, emails, feeds, files and imports. */
const bound =
  /^(?:web\/app\/|editor\/src\/|ui\/src\/|document\/src\/(?!truncate\.ts)|api\/src\/(?:features\/(?!remote-code|documents\/)|rules\/))/;

/** Names of texts that people write or read. */
const textName =
  /(?:text|words|title|name|label|summary|description|markdown|excerpt|quote|comment|message|reason|biography|alt|caption|sentence)$/i;
/** Names of codes, in which every character is one code unit. */
const codeName = /(?:oid|hash|digest|slug|filename|hostname|username|pathname)$/i;
/** Names of functions that return a text: `textOf`, `wordsOfInline`. */
const makesText = /^(?:text|words|title|label)s?Of/;
/** Methods that return the text itself, slightly changed. */
const passing = new Set(['trim', 'trimEnd', 'trimStart', 'toLowerCase', 'toUpperCase', 'replace', 'replaceAll', 'normalize', 'toString']);

/** Returns the name of what is cut, or null if it has none. */
function nameOf(node) {
  switch (node?.type) {
    case 'Identifier':
      return node.name;
    case 'MemberExpression':
      return node.computed ? null : node.property.name;
    case 'ChainExpression':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
      return nameOf(node.expression);
    case 'LogicalExpression':
      return nameOf(node.left);
    case 'CallExpression':
      if (node.callee.type === 'Identifier' && makesText.test(node.callee.name)) return node.callee.name;
      return node.callee.type === 'MemberExpression' && passing.has(node.callee.property.name) ? nameOf(node.callee.object) : null;
    default:
      return null;
  }
}

/** Returns true for what is rendered unchanged as a child of an element. */
function isRendered(node) {
  const parent = node.parent?.type === 'ChainExpression' ? node.parent.parent : node.parent;
  return parent?.type === 'JSXExpressionContainer' && /^JSX(?:Element|Fragment)$/.test(parent.parent?.type);
}

/**
 * Creates the rule `safe-cuts`: text that people read is cut by `truncate` or `cutText` (document/src/truncate.ts), never inside an emoji
 * or a character with combining marks. Half an emoji differs between server and browser. Lists and codes are cut as usual.
 */
export function createSafeCuts(context, file) {
  if (!bound.test(file)) return {};
  return {
    CallExpression(node) {
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || callee.computed) return;
      const method = callee.property.name;
      const name = nameOf(callee.object) ?? '';
      if (codeName.test(name)) return;
      const isStart = method === 'slice' && node.arguments.length === 2 && node.arguments[0].value === 0;
      const isNegative = node.arguments[1]?.type === 'UnaryExpression';
      const isText = callee.object.type === 'TemplateLiteral' || textName.test(name) || makesText.test(name) || isRendered(node);
      if (method === 'substring' || method === 'substr' || (isStart && !isNegative && isText))
        context.report({
          node: callee.property,
          message: `${name || 'This text'}.${method} may cut an emoji or a letter in two: use truncate or cutText of @newline/document/truncate.`,
        });
    },
  };
}
