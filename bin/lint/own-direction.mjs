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
  'employerName',
  'authors',
]);
/** Objects, and lists of them, whose `name` was written by a user or the staff. Most other names are the site's. */
const named = new Set(
  ['author', 'payment', 'person', 'product', 'quote', 'review', 'tag', 'team', 'testimonial', 'token', 'user'].flatMap((one) => [
    one,
    `${one}s`,
  ]),
);
/** Properties that contain such text only in one kind of object; elsewhere the site chooses their text. */
const contentOf = new Map([
  ['reason', 'suspension'],
  ['details', 'report'],
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

/** Returns true if the element that gives the direction also contains letters or digits of the site's own. */
function isMixed(node) {
  return (
    attributeOf(node.openingElement, 'dir') !== undefined &&
    node.children.some(({ type, value }) => type === 'JSXText' && /[\p{L}\p{N}]/u.test(value))
  );
}

function isTextField(element) {
  const name = nameOf(element);
  if (name === 'textarea') return true;
  if (name !== 'input') return false;
  const type = attributeOf(element, 'type');
  return type === undefined || (type.value?.type === 'Literal' && textTypes.has(type.value.value));
}

/** Returns true for a property that contains content, such as `title`, of something that is not the site's. */
function isContent(property, holder) {
  if (property === 'name') return named.has(holder);
  return contentOf.get(property) === holder || (contentNames.has(property) && !ours.has(holder));
}

/** Returns the last name in `people`, `item.author` or `item?.author`. */
function holderOf(node) {
  if (node?.type === 'ChainExpression') return holderOf(node.expression);
  return node?.type === 'Identifier' ? node.name : node?.type === 'MemberExpression' ? (node.property.name ?? '') : '';
}

/** Returns the property that a pattern such as `{ title: name }` reads into a variable. */
const propertyReadInto = (pattern, name) =>
  pattern.type === 'ObjectPattern'
    ? pattern.properties.find(({ value }) => (value?.type === 'AssignmentPattern' ? value.left : value)?.name === name)?.key.name
    : undefined;

/**
 * Returns true if a variable is content: from the rows of a list (`items.map(({ title }) => …)`), or declared from it in a function around
 * (`const name = user?.displayName ?? 'Deleted user'`, `const { title } = item`). A component's own `title` is usually one of the site's.
 */
function isContentVariable(name, node) {
  for (let at = node; at; at = at.parent) {
    if (at.type === 'BlockStatement')
      for (const { type, declarations } of at.body)
        for (const { id, init } of type === 'VariableDeclaration' ? declarations : []) {
          if (id.name === name) return init !== null && isWritten(init);
          const property = propertyReadInto(id, name);
          if (property !== undefined) return isContent(property, holderOf(init));
        }
    if (!at.type.endsWith('Expression') && at.type !== 'FunctionDeclaration') continue;
    for (const param of at.params ?? []) {
      if (param.name === name) return false;
      const property = propertyReadInto(param, name);
      if (property === undefined) continue;
      const { callee } = at.parent;
      return at.parent.type === 'CallExpression' && callee.type === 'MemberExpression' && isContent(property, holderOf(callee.object));
    }
  }
  return false;
}

/** Returns true for `card.authors.join(', ')` and `[person.title, person.company].filter(Boolean).join(' ')`: each part has a direction. */
function isJoined({ callee }) {
  if (callee.type !== 'MemberExpression' || callee.property.name !== 'join') return false;
  let list = callee.object;
  while (list.type === 'CallExpression' && list.callee.type === 'MemberExpression') list = list.callee.object;
  return list.type === 'ArrayExpression' ? list.elements.some((element) => element !== null && isWritten(element)) : isWritten(list);
}

/** Returns true for an expression whose text is, or contains, what a user wrote: `thing.title`, `a ? b.title : null`, `nameOf(comment)`. */
function isWritten(expression) {
  switch (expression.type) {
    case 'ChainExpression':
    case 'TSNonNullExpression':
      return isWritten(expression.expression);
    case 'LogicalExpression':
      return isWritten(expression.right) || (expression.operator !== '&&' && isWritten(expression.left));
    case 'ConditionalExpression':
      return isWritten(expression.consequent) || isWritten(expression.alternate);
    case 'TemplateLiteral':
      return expression.expressions.some(isWritten);
    case 'CallExpression':
      return isJoined(expression) || (expression.callee.name === 'nameOf' && expression.arguments[0]?.name === 'comment');
    case 'Identifier':
      return isContentVariable(expression.name, expression);
    case 'MemberExpression':
      return !expression.computed && isContent(expression.property.name, holderOf(expression.object));
    default:
      return false;
  }
}

/** Returns true for a template with words of the site around the content: there the content can't be isolated by an element. */
function isSentence(expression) {
  switch (expression.type) {
    case 'LogicalExpression':
      return isSentence(expression.left) || isSentence(expression.right);
    case 'ConditionalExpression':
      return isSentence(expression.consequent) || isSentence(expression.alternate);
    case 'TemplateLiteral':
      return isWritten(expression) && expression.quasis.some(({ value }) => /[\p{L}\p{N}]/u.test(value.raw));
    default:
      return false;
  }
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
      if (isSentence(expression))
        context.report({ node, message: 'What people wrote in a sentence of ours needs a <bdi>: write the sentence as elements.' });
      else if (!hasDirection(parent))
        context.report({ node, message: 'What people wrote needs dir="auto" on its element, or a <bdi> within a sentence of ours.' });
      else if (isMixed(parent))
        context.report({ node, message: 'Words of ours beside what people wrote take its direction: put what they wrote into a <bdi>.' });
    },
  };
}
