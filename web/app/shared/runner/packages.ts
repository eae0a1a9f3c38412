/** The packages that code can import: their text is loaded when code imports them. */
const packages: Readonly<Record<string, () => Promise<{ default: string }>>> = {
  react: () => import('run-package/react/react.production.js?raw'),
  'react/jsx-runtime': () => import('run-package/react/react-jsx-runtime.production.js?raw'),
  'react-dom': () => import('run-package/react-dom/react-dom.production.js?raw'),
  'react-dom/client': () => import('run-package/react-dom/react-dom-client.production.js?raw'),
  scheduler: () => import('run-package/scheduler/scheduler.production.js?raw'),
};

/** Their names, as an import writes them. */
export const packageNames: readonly string[] = Object.keys(packages);

/** Loads the text of a package. */
export async function loadPackage(name: string): Promise<string> {
  const load = packages[name];
  if (load === undefined) throw new Error(`loadPackage: expected one of ${packageNames.join(', ')}, got ${name}`);
  return (await load()).default;
}
