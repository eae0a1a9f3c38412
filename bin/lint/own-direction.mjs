/** Code that shows user content. */
const bound = /^(?:web\/app\/|editor\/src\/|ui\/src\/).*\.tsx$/;

/** Properties with text in the language of its author. */
const contentNames = new Set([
  'title',
  'subtitle',
  'displayName',
  'quote',
  'quoteMd',
  'biography',
  'description',
  'summary',
  'lead',
  'excerpt',
  'employmentTitle',
  'inviter',
  'teamName',
  'firstName',
]);
/** Objects with such properties that belong to the site itself, which is in English. */
const ours = new Set([
  'site',
  'home',
  'recent',
  'plan',
  'offer',
  'pricingPage',
  'styles',
  'props',
  'tab',
  'steps',
  'groups',
  'shortcutGroups',
]);
/** Elements whose text the page doesn't lay out, or that only contain other elements. */
const withoutLayout = new Set(['title', 'option', 'desc']);
const textTypes = new Set(['text', 'search']);

const attributeOf = (element, name) =>
  element.attributes.find((attribute) => attribute.type === 'JSXAttribute' && attribute.name.name === name);
const nameOf = (element) => (element.name.type === 'JSXIdentifier' ? element.name.name : '');

/** Returns true if the element, or one around it in the same file, has a direction. */
function hasDirection(node) {
  for (let at = node; at; at = at.parent) {
    if (at.type !== 'JSXElement') continue;
    if (nameOf(at.openingElement) === 'bdi' || attributeOf(at.openingElement, 'dir')) return true;
  }
  return false;
}

function isTextField(element) {
  const name = nameOf(element);
  if (name === 'textarea') return true;
  if (name !== 'input') return false;
  const type = attributeOf(element, 'type');
  return type === undefined || (type.value?.type === 'Literal' && textTypes.has(type.value.value));
}

/**
 * Returns true if a name is content from the rows of a list: `items.map(({ title }) => …)`, or `({ title: name })`. A component's own
 * `title` is usually one of the site's.
 */
function isOfRow(name, node) {
  for (let at = node; at; at = at.parent) {
    if (at.type !== 'ArrowFunctionExpression') continue;
    const properties = at.params.flatMap((param) => (param.type === 'ObjectPattern' ? param.properties : []));
    const taken = properties.find(({ value }) => value?.type === 'Identifier' && value.name === name);
    const { parent } = at;
    if (taken)
      return (
        contentNames.has(taken.key.name) &&
        parent.type === 'CallExpression' &&
        parent.callee.type === 'MemberExpression' &&
        !ours.has(parent.callee.object.name ?? '')
      );
  }
  return false;
}

/** Returns true for `card.authors.join(', ')`: each name has a direction of its own. */
function isJoinedNames({ type, callee }) {
  return (
    type === 'CallExpression' &&
    callee.type === 'MemberExpression' &&
    callee.property.name === 'join' &&
    callee.object.type === 'MemberExpression' &&
    callee.object.property.name === 'authors'
  );
}

/** Returns true for `{thing.title}` as a child of an element; the name of a type or a style doesn't count. */
function isWritten(expression) {
  if (expression.type === 'ChainExpression') return isWritten(expression.expression);
  if (expression.type === 'LogicalExpression') return expression.operator !== '&&' && isWritten(expression.left);
  if (isJoinedNames(expression)) return true;
  if (expression.type === 'Identifier') return isOfRow(expression.name, expression);
  if (expression.type !== 'MemberExpression' || expression.computed || !contentNames.has(expression.property.name)) return false;
  const { object } = expression;
  const holder = object.type === 'Identifier' ? object.name : object.type === 'MemberExpression' ? object.property.name : '';
  return !ours.has(holder);
}

/**
 * Creates the rule `own-direction`: user content has the direction of its own characters. A text field, and an element whose text is a
 * title, a name or a quotation, has `dir` (or is a `bdi`), itself or in an element around it.
 */
export function createOwnDirection(context, file) {
  if (!bound.test(file)) return {};
  return {
    JSXOpeningElement(node) {
      const hasRest = node.attributes.some((attribute) => attribute.type === 'JSXSpreadAttribute');
      if (isTextField(node) && !hasRest && !attributeOf(node, 'dir'))
        context.report({
          node,
          message: 'A text field needs dir="auto" (or "ltr" for code and addresses): people type in every language.',
        });
    },
    JSXExpressionContainer(node) {
      const { parent, expression } = node;
      if (parent?.type !== 'JSXElement' || withoutLayout.has(nameOf(parent.openingElement)) || !isWritten(expression)) return;
      if (!hasDirection(parent))
        context.report({ node, message: 'What people wrote needs dir="auto" on its element, or a <bdi> within a sentence of ours.' });
    },
  };
}
