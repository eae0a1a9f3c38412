/** Server code that can only reach the network through api/src/outbound.ts. */
const bound = /^(?:api\/src\/|web\/server|web\/app\/.*\.server\.tsx?$|document\/src\/)/;

/**
 * Exceptions, each with its reason. Libraries with connections of their own (SMTP, S3, PostgreSQL, the sign-in library) connect to hosts
 * that the operator configured.
 */
const exceptions = [
  // The outbound fetcher itself.
  /^api\/src\/outbound(?:\.ts$|\/)/,
  // GitHub's user API at GITHUB_API_URL, during sign-in.
  /^api\/src\/features\/accounts\/github\.ts$/,
  // Servers, which only listen.
  /^web\/server\/(?:front|require-free-port|metrics\/metrics-port)\.ts$/,
  /^api\/src\/features\/exercise-checks\/serve-check\.ts$/,
];

const modules = /^(?:undici(?:\/.*)?|(?:node:)?(?:http|https|http2|net|tls|dgram|dns|dns\/promises))$/;
const globals = new Set(['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest']);

/** Returns true for a file that must use the outbound fetcher. */
function isBound(file) {
  return bound.test(file) && !exceptions.some((exception) => exception.test(file));
}

const remedy = 'Reach the network through api/src/outbound.ts, which checks where a request goes.';

/** Returns why `file` can't import `source` (a type import can name anything), or null if it can. */
export function findWayOut(file, source, isTypeOnly = false) {
  return isBound(file) && !isTypeOnly && modules.test(source) ? `${file} may not import ${source}. ${remedy}` : null;
}

/** Creates the rule `one-way-out`: no module and no global with which a server could bypass the outbound fetcher. */
export function createOneWayOut(context, file) {
  if (!isBound(file)) return {};
  const report = (node, message) => context.report({ node, message });
  const checkImport = (node) => {
    const isTypeOnly =
      node.importKind === 'type' ||
      node.exportKind === 'type' ||
      (node.specifiers?.length > 0 && node.specifiers.every((specifier) => specifier.importKind === 'type'));
    const fault = typeof node.source?.value === 'string' ? findWayOut(file, node.source.value, isTypeOnly) : null;
    if (fault !== null) report(node.source, fault);
  };
  const checkCall = ({ callee }) => {
    const isGlobal = callee.type === 'Identifier' && globals.has(callee.name);
    const isOfGlobal =
      callee.type === 'MemberExpression' &&
      callee.object.type === 'Identifier' &&
      callee.object.name === 'globalThis' &&
      globals.has(callee.property.name);
    if (isGlobal || isOfGlobal) report(callee, `${file} may not call ${callee.name ?? callee.property.name}. ${remedy}`);
  };
  return {
    ImportDeclaration: checkImport,
    ExportNamedDeclaration: checkImport,
    ExportAllDeclaration: checkImport,
    ImportExpression: checkImport,
    CallExpression: checkCall,
    NewExpression: checkCall,
  };
}
