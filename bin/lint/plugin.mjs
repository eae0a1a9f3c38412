import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFormMethod } from './form-method.mjs';
import { featureOf, zoneOf } from './import-zones.mjs';
import { createNoErrorMessage } from './no-error-message.mjs';
import { createNoSpreadArguments } from './no-spread-arguments.mjs';
import { createNoStrayDollar } from './no-stray-dollar.mjs';
import { createOneStorage } from './one-storage.mjs';
import { createOneWayOut } from './one-way-out.mjs';
import { createOwnDirection } from './own-direction.mjs';
import { createSafeCuts } from './safe-cuts.mjs';
import { createSteadyTests } from './steady-tests.mjs';
import { createTextInElement } from './text-in-element.mjs';

/** The folder whose files are checked: this project, or one with the same layout in a test of the rules. */
const root = process.env.NEWLINE_LINT_ROOT ?? dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const fileOf = (context) => relative(root, context.filename).replaceAll('\\', '/');

/** Our own lint rules, loaded by oxlint. */
export default {
  meta: { name: 'newline' },
  rules: {
    'form-method': {
      create: (context) => createFormMethod(context, fileOf(context)),
    },
    'import-zones': {
      create(context) {
        const file = fileOf(context);
        const check = (node) => {
          if (typeof node.source?.value !== 'string') return;
          const fault = findFault(file, node.source.value);
          if (fault !== null) context.report({ node: node.source, message: fault });
        };
        return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check, ImportExpression: check };
      },
    },
    'no-error-message': {
      create: (context) => createNoErrorMessage(context, fileOf(context)),
    },
    'no-spread-arguments': {
      create: (context) => createNoSpreadArguments(context, fileOf(context)),
    },
    'no-stray-dollar': {
      create: (context) => createNoStrayDollar(context, fileOf(context)),
    },
    'one-storage': {
      create: (context) => createOneStorage(context, fileOf(context)),
    },
    'one-way-out': {
      create: (context) => createOneWayOut(context, fileOf(context)),
    },
    'own-direction': {
      create: (context) => createOwnDirection(context, fileOf(context)),
    },
    'safe-cuts': {
      create: (context) => createSafeCuts(context, fileOf(context)),
    },
    'steady-tests': {
      create: (context) => createSteadyTests(context, fileOf(context)),
    },
    'text-in-element': {
      create: (context) => createTextInElement(context, fileOf(context)),
    },
  },
};

/**
 * Returns why `file` can't import `source`, or null if it can.
 *
 * @param {string} file below the project's folder, with slashes
 * @param {string} source as it's written in the import
 * @returns {string | null}
 */
export function findFault(file, source) {
  const zone = zoneOf(file);
  if (zone === null) return null;
  if (source.startsWith('node:')) return zone.isForBrowser ? `${zone.name} may not import ${source}: it runs in the browser too.` : null;
  const target = pathOf(file, source);
  if (target === null) {
    if (source.startsWith('virtual:') || zone.packages === undefined || zone.packages.test(source)) return null;
    return `${zone.name} may not import the package ${source}. See "Which package can import which" in ARCHITECTURE.md.`;
  }
  const targetZone = zoneOf(target);
  if (targetZone === null)
    return /\.(css|svg|json|webp|woff2)$/.test(target) || target.startsWith('db/migrations/')
      ? null
      : `${zone.name} may not import ${target}.`;
  const features = [featureOf(file), featureOf(target)];
  if (features[0] !== null && features[1] !== null && features[0] !== features[1]) {
    return `The feature ${features[0]} may not import the feature ${features[1]}: a route composes them.`;
  }
  if (targetZone === zone || zone.zones.includes(targetZone.name)) return null;
  return `${zone.name} may not import ${targetZone.name}. See "Which package can import which" in ARCHITECTURE.md.`;
}

/** Returns where an import of our own leads, below the project's folder; null for an npm package. */
function pathOf(file, source) {
  if (source.startsWith('.')) return join(dirname(file), source).replaceAll('\\', '/');
  const own = /^@newline\/([a-z0-9]+)\/(.+)$/.exec(source);
  if (own === null) return null;
  const [, name, path] = own;
  if (name === 'db' && path.startsWith('demo/')) return `db/demo/src/${path.slice('demo/'.length)}.ts`;
  return `${name}/src/${path}`;
}
