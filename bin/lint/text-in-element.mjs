/** Pages, components and the editor's forms. */
const markup = /^(?:web\/app|ui\/src|editor\/src)\/.*\.tsx$/;

const messages = {
  missing:
    'Expected text that comes and goes to be in an element, such as <span>, got a bare text node: React removes it from its parent, where a browser that translates the page has left something else.',
  after:
    'Expected an element, such as <span>, around text that follows what comes and goes, got a bare text node: React inserts before it, and a browser that translates the page has moved it.',
};

/**
 * Creates the rule `text-in-element`: among several children, conditional text is in an element of its own, and so is text after a
 * conditional sibling. web/app/shared/foreign-changes.ts explains what translators do to text nodes.
 */
export function createTextInElement(context, file) {
  if (!markup.test(file)) return {};
  const check = ({ children }) => {
    const shown = children.filter((child) => !isBlank(child));
    if (shown.length < 2) return;
    let isAfter = false;
    for (const child of shown) {
      const expression = child.type === 'JSXExpressionContainer' ? child.expression : null;
      const isMissing = expression !== null && mayBeMissing(expression);
      if (isMissing && mayBeText(expression)) context.report({ node: child, message: messages.missing });
      else if (isAfter && (child.type === 'JSXText' || (expression !== null && mayBeText(expression))))
        context.report({ node: child, message: messages.after });
      isAfter ||= isMissing;
    }
  };
  return { JSXElement: check, JSXFragment: check };
}

/** Returns true for comments, the space that separates elements, and the line breaks between tags. */
function isBlank(child) {
  if (child.type === 'JSXText') return child.value.trim() === '';
  if (child.type !== 'JSXExpressionContainer') return false;
  const { type, value } = child.expression;
  return type === 'JSXEmptyExpression' || (type === 'Literal' && typeof value === 'string' && value.trim() === '');
}

/** Returns true if an expression sometimes gives a child, and sometimes none or another kind of child. */
function mayBeMissing(expression) {
  if (expression.type === 'ConditionalExpression') return !(isText(expression.consequent) && isText(expression.alternate));
  if (expression.type === 'LogicalExpression') return expression.operator === '&&';
  return expression.type === 'CallExpression' && expression.callee.type === 'MemberExpression' && expression.callee.property.name === 'map';
}

/** Returns true if the value of an expression is written as text in one of its cases. */
function mayBeText(expression) {
  if (expression.type === 'ConditionalExpression') return mayBeText(expression.consequent) || mayBeText(expression.alternate);
  if (expression.type === 'LogicalExpression') return mayBeText(expression.right);
  return isText(expression);
}

function isText(expression) {
  if (expression.type === 'ConditionalExpression') return isText(expression.consequent) && isText(expression.alternate);
  return expression.type === 'TemplateLiteral' || (expression.type === 'Literal' && typeof expression.value === 'string');
}
