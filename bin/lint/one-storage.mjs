/** Browser code, in which only certain modules access what pages share. */
const bound = /^(?:web\/app\/|editor\/src\/|ui\/src\/|document\/src\/)/;
const storage = 'web/app/shared/browser-storage.ts';
const tabs = 'web/app/shared/browser-tabs.ts';
const offline = 'web/app/shared/offline/';
const globals = new Set(['window', 'globalThis', 'self', 'parent', 'top']);

const putsUserIntoKey = `Store it through ${storage}, which puts the user into its key and removes it when they sign out.`;
const mayThrow = `Go through ${tabs}, which works where the browser refuses it, as it does when the user blocks storage.`;
const keepsOffline = `Keep it through ${offline}, which removes it when the access of its reader ends.`;
const nothingThere = 'Nothing of this site needs it, and it throws where the user blocks storage.';

/** By name: the module, or the folder, that can use it, and what to do elsewhere. A name with a dot is a property of a global. */
const owners = new Map([
  ['localStorage', { owner: storage, remedy: putsUserIntoKey }],
  ['sessionStorage', { owner: storage, remedy: putsUserIntoKey }],
  ['indexedDB', { owner: storage, remedy: putsUserIntoKey }],
  ['BroadcastChannel', { owner: tabs, remedy: mayThrow }],
  ['navigator.locks', { owner: tabs, remedy: mayThrow }],
  ['caches', { owner: `${offline}offline-titles.ts`, remedy: keepsOffline }],
  ['cookieStore', { owner: null, remedy: nothingThere }],
  ['document.cookie', { owner: null, remedy: nothingThere }],
  ['navigator.serviceWorker', { owner: offline, remedy: keepsOffline }],
  ['navigator.storage', { owner: offline, remedy: keepsOffline }],
]);

/** Returns why `file` can't use a global, or null if it can. */
export function findStorage(file, name) {
  const entry = owners.get(name);
  if (!bound.test(file) || entry === undefined) return null;
  if (entry.owner !== null && (entry.owner.endsWith('/') ? file.startsWith(entry.owner) : file === entry.owner)) return null;
  return `${file} may not use ${name}. ${entry.remedy}`;
}

/**
 * Returns the name of a global that an identifier refers to, with the object that it's a property of; null for the property of something
 * else.
 */
function nameOf(node) {
  const { parent } = node;
  if (parent?.type === 'MemberExpression' && parent.property === node && !parent.computed) {
    const { object } = parent;
    const of = object.type === 'MemberExpression' && !object.computed ? object.property.name : object.name;
    if (of === 'navigator' || of === 'document') return `${of}.${node.name}`;
    return object.type === 'Identifier' && globals.has(object.name) ? node.name : null;
  }
  const isKey = parent?.type === 'Property' || parent?.type === 'TSPropertySignature';
  return isKey && parent.key === node && !parent.computed && !parent.shorthand ? null : node.name;
}

/**
 * Creates the rule `one-storage`: one module uses what the pages of this site share in a browser, so that no user reads what another one
 * left, and so that a page works where the browser blocks it. The name of a type doesn't count.
 */
export function createOneStorage(context, file) {
  if (!bound.test(file)) return {};
  return {
    Identifier(node) {
      if (node.parent?.type === 'TSTypeReference') return;
      const name = nameOf(node);
      const fault = name === null ? null : findStorage(file, name);
      if (fault !== null) context.report({ node, message: fault });
    },
  };
}
