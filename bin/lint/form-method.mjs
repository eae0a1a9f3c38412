/** The pages of the site. */
const bound = /^web\/app\/.*\.tsx$/;

const hasAttribute = (element, name) =>
  element.attributes.some((attribute) => attribute.type === 'JSXAttribute' && attribute.name.name === name);

/**
 * Creates the rule `form-method`: a form that a script handles says with which method it is sent. A form without one is sent by the browser
 * if the script hasn't loaded yet, as a GET request: the page is opened again with the values in its URL, and they're lost. The early
 * script holds forms with `method="post"` instead (`early-script.ts`).
 */
export function createFormMethod(context, file) {
  if (!bound.test(file)) return {};
  return {
    JSXOpeningElement(node) {
      const isForm = node.name.type === 'JSXIdentifier' && node.name.name === 'form';
      if (isForm && hasAttribute(node, 'onSubmit') && !hasAttribute(node, 'method'))
        context.report({
          node,
          message:
            'A form with onSubmit needs method="post" (or "get" for a search): sent before its script has loaded, it loses its values.',
        });
    },
  };
}
