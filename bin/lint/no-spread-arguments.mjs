/** All code except tests, because input from other people reaches it anywhere, also in a browser. */
const bound = /^(?:(?:document|api|editor|db|cli|ui)\/src\/|db\/demo\/src\/|web\/(?:app|server)\/|web\/[^/]+\.ts$)/;

/** Functions that take a list as arguments. A call with more than about 125,000 throws a RangeError. */
const methods = new Set(['push', 'unshift', 'splice', 'concat', 'fromCodePoint', 'fromCharCode', 'max', 'min', 'hypot']);

/**
 * Creates the rule `no-spread-arguments`: in `list.push(...items)` each item is an argument, and the number of arguments is limited.
 * `append` and similar functions in document/src/append.ts take any number. A literal list, such as `push(...[a, b])`, has a known length.
 */
export function createNoSpreadArguments(context, file) {
  if (!bound.test(file)) return {};
  return {
    CallExpression(node) {
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || !methods.has(callee.property.name)) return;
      const spread = node.arguments.find(({ type, argument }) => type === 'SpreadElement' && argument.type !== 'ArrayExpression');
      if (spread)
        context.report({
          node: spread,
          message: `Expected no list as the arguments of ${callee.property.name}: it throws for a long one. Use append, largestOf or smallestOf (document/src/append.ts).`,
        });
    },
  };
}
