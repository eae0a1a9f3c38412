/** All code but tests: what other people sent reaches it everywhere, in a browser too. */
const bound = /^(?:(?:document|api|editor|db|cli|ui)\/src\/|db\/demo\/src\/|web\/(?:app|server)\/|web\/[^/]+\.ts$)/;

/** Functions that take a list as arguments. A call with more than about 125,000 throws a RangeError. */
const methods = new Set(['push', 'unshift', 'splice', 'concat', 'fromCodePoint', 'fromCharCode', 'max', 'min', 'hypot']);

/**
 * `list.push(...items)`: each item is an argument, and a call can only have so many. `append` and its sisters in document/src/append.ts take any
 * number. A list that is written out, such as `push(...[a, b])`, has a known length.
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
