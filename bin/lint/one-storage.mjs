/** Code of the browser, which stores nothing but through one module. */
const bound = /^(?:web\/app\/|editor\/src\/|ui\/src\/|document\/src\/)/;
const owner = 'web/app/shared/browser-storage.ts';
const names = new Set(['localStorage', 'sessionStorage', 'indexedDB']);
const globals = new Set(['window', 'globalThis', 'self', 'parent', 'top']);

/** Why `file` may not name a global, or null when it may. */
export function findStorage(file, name) {
  if (!bound.test(file) || file === owner || !names.has(name)) return null;
  return `${file} may not use ${name}. Store it through ${owner}, which puts the user into its key and removes it when they sign out.`;
}

/** True for the name of a property of something that is not the window. */
function isOtherProperty(node) {
  const { parent } = node;
  if (parent?.type === 'MemberExpression' && parent.property === node && !parent.computed) {
    return parent.object.type !== 'Identifier' || !globals.has(parent.object.name);
  }
  const isKey = parent?.type === 'Property' || parent?.type === 'TSPropertySignature';
  return isKey && parent.key === node && !parent.computed && !parent.shorthand;
}

/** The rule `one-storage`: the storage of the browser is used by one module, so that no user reads what another one left. */
export function createOneStorage(context, file) {
  if (!bound.test(file) || file === owner) return {};
  return {
    Identifier(node) {
      const fault = isOtherProperty(node) ? null : findStorage(file, node.name);
      if (fault !== null) context.report({ node, message: fault });
    },
  };
}
