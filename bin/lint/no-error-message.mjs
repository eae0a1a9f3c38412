/** Components, and the hooks that report failures. */
const shown = /^(?:web\/app|ui\/src|editor\/src)\/(?:.*\.tsx|(?:.*\/)?use-[\w-]+\.ts)$/;

/** The names of errors, besides what a `catch` binds. */
const errorName = /^(?:error|err|cause|exception|reason|failure)$|Error$/;

const message =
  'Expected a sentence from the catalog, got the message of an error, such as "Failed to fetch": use sentenceOf of web/app/shared/form/explain-failure.ts.';

/**
 * Creates the rule `no-error-message`: the message of an error is never shown directly. `sentenceOf` knows which errors have a message for
 * users, and replaces the others.
 */
export function createNoErrorMessage(context, file) {
  if (!shown.test(file)) return {};
  const caught = new Set();
  const isError = (node) => node?.type === 'Identifier' && (errorName.test(node.name) || caught.has(node.name));
  return {
    CatchClause({ param }) {
      if (param?.type === 'Identifier') caught.add(param.name);
    },
    MemberExpression(node) {
      if (!node.computed && node.property.name === 'message' && isError(node.object)) context.report({ node, message });
    },
    VariableDeclarator({ id, init }) {
      if (id.type !== 'ObjectPattern' || !isError(init)) return;
      const read = id.properties.find(({ key }) => key?.name === 'message');
      if (read) context.report({ node: read, message });
    },
  };
}
