/** Tests of any package, and the support code of browser tests. */
const tests = /(?:\.(?:test|spec)\.tsx?$|^e2e\/)/;
/** Tests in the browser. */
const journeys = /^e2e\//;

/** A shorter timeout fails on a machine that is busy with something else. */
const leastMs = 5000;

/** Methods that read a page's state once; a moment later it may differ. */
const momentary = new Set([
  'allInnerTexts',
  'allTextContents',
  'count',
  'getAttribute',
  'innerHTML',
  'innerText',
  'inputValue',
  'isChecked',
  'isDisabled',
  'isEditable',
  'isEnabled',
  'isHidden',
  'isVisible',
  'textContent',
]);

const messages = {
  idle: 'networkidle says nothing the second time and waits for what nobody needs: await what is to be seen.',
  limit: `An inner limit is ${leastMs} ms at least: what is asked again and again asks at once (isVisible, textContent) within toPass or expect.poll.`,
  sleep: 'A test does not sleep: await what is to be seen.',
  count: 'What count() says is old when it is acted upon: await the locator, or ask within toPass.',
  once: 'The page may still change: use expect(locator).to…, or expect.poll.',
  clock: 'How long something takes belongs into bench/: measure processor time (process.cpuUsage) or count statements.',
};

/** Creates the rule `steady-tests`: tests give the same result on a busy machine as on a quiet one. */
export function createSteadyTests(context, file) {
  if (!tests.test(file)) return {};
  const report = (node, message) => context.report({ node, message });
  const clock = {
    MemberExpression(node) {
      if (!node.computed && node.object.type === 'Identifier' && node.object.name === 'performance' && node.property.name === 'now')
        report(node, messages.clock);
    },
  };
  if (!journeys.test(file)) return clock;

  // The number of functions around a node that are retried until they pass.
  let retriedDepth = 0;
  return {
    ...clock,
    Literal(node) {
      if (node.value === 'networkidle') report(node, messages.idle);
    },
    Property(node) {
      const isTimeout = !node.computed && (node.key.name ?? node.key.value) === 'timeout';
      if (isTimeout && node.value.type === 'Literal' && typeof node.value.value === 'number' && node.value.value < leastMs)
        report(node, messages.limit);
    },
    CallExpression(node) {
      if (isRetried(node)) retriedDepth += 1;
      if (nameOf(node.callee) === 'waitForTimeout') report(node, messages.sleep);
      const of = isExpect(node) && node.arguments[0]?.type === 'AwaitExpression' ? node.arguments[0].argument : null;
      if (retriedDepth === 0 && of?.type === 'CallExpression' && of.callee.type === 'MemberExpression' && momentary.has(nameOf(of.callee)))
        report(node, messages.once);
    },
    'CallExpression:exit'(node) {
      if (isRetried(node)) retriedDepth -= 1;
    },
    IfStatement: (node) => checkCondition(node.test),
    WhileStatement: (node) => checkCondition(node.test),
    ConditionalExpression: (node) => checkCondition(node.test),
    LogicalExpression: (node) => checkCondition(node.left),
  };

  function checkCondition(condition) {
    if (retriedDepth === 0 && countIn(condition)) report(condition, messages.count);
  }
}

/** Returns true if a condition is the result of `await ….count()`, or compares it. */
function countIn(node) {
  if (node.type === 'AwaitExpression') return node.argument.type === 'CallExpression' && nameOf(node.argument.callee) === 'count';
  if (node.type === 'UnaryExpression') return countIn(node.argument);
  return node.type === 'BinaryExpression' && (countIn(node.left) || countIn(node.right));
}

/** Returns true for `expect(async () => …)`, as with `toPass`, and `expect.poll(…)`. */
function isRetried(node) {
  const isFunction = /^(?:Arrow)?FunctionExpression$/.test(node.arguments[0]?.type ?? '');
  const isPoll = node.callee.type === 'MemberExpression' && nameOf(node.callee) === 'poll';
  return isFunction && (isPoll || isExpect(node));
}

const isExpect = ({ callee }) => callee.type === 'Identifier' && callee.name === 'expect';

/** Returns the last name of the called function. */
function nameOf(callee) {
  return callee.type === 'MemberExpression' ? callee.property.name : callee.name;
}
