/** Code that runs in the browser, and renders text for it. */
const pages = /^(?:web\/app|ui\/src|editor\/src)\//;

const inMarkup = 'Expected {…} in JSX text, got a dollar sign before it: the page would show it.';
const inString = 'Expected a template literal, got one in quotation marks: the page would show the placeholder.';

/** The rule `no-stray-dollar`: a placeholder of a template literal is in a template literal, not in JSX text or in a quoted string. */
export function createNoStrayDollar(context, file) {
  if (!pages.test(file)) return {};
  const check = ({ children }) => {
    for (const [at, child] of children.entries())
      if (child.type === 'JSXText' && child.value.endsWith('$') && children[at + 1]?.type === 'JSXExpressionContainer')
        context.report({ node: child, message: inMarkup });
  };
  return {
    JSXElement: check,
    JSXFragment: check,
    Literal(node) {
      if (typeof node.value === 'string' && /\$\{[^}]+\}/.test(node.value)) context.report({ node, message: inString });
    },
  };
}
