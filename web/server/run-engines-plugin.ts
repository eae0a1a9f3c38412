import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import type { Plugin } from 'vite';

/** `run-engine/python?raw`: the script of the worker in which Python runs, as text. */
const request = /^run-engine\/(?<name>[a-z]+)\?raw$/u;
const prefix = '\0run-engine/';

/**
 * A Vite plugin that bundles each engine of readers' code into one script. The sandbox can't load anything, so a script that imports others
 * wouldn't run there.
 */
export function runEngines(): Plugin {
  const built = new Map<string, Promise<string>>();
  return {
    name: 'newline-run-engines',
    enforce: 'pre',
    resolveId: (source) => {
      const name = request.exec(source)?.groups?.['name'];
      return name === undefined ? null : `${prefix}${name}`;
    },
    async load(id) {
      if (!id.startsWith(prefix)) return null;
      // Only browsers run them.
      if (this.environment.name !== 'client') return `export default '';`;
      const name = id.slice(prefix.length);
      const building = built.get(name) ?? bundleEngine(join(this.environment.config.root, `app/shared/runner/engines/${name}-engine.ts`));
      if (this.environment.mode === 'build') built.set(name, building);
      return `export default ${JSON.stringify(await building)};`;
    },
  };
}

const nodeModule = /^node:|^(?:fs|path|url|ws|crypto|vm|child_process|module|util|stream)(?:\/|$)/u;
const emptyModule = '\0empty';

async function bundleEngine(path: string): Promise<string> {
  const bundle = await rolldown({
    input: path,
    platform: 'browser',
    transform: { define: { 'import.meta.url': '"https://engine.invalid/"' } },
    moduleTypes: { '.py': 'text' },
    shimMissingExports: true,
    plugins: [
      {
        name: 'newline-engine-modules',
        resolveId: (source, importer) => {
          // Both packages also run in Node, and import its modules there.
          if (nodeModule.test(source)) return emptyModule;
          return source.endsWith('.py?raw') ? join(dirname(importer ?? path), source.slice(0, -'?raw'.length)) : null;
        },
        load: (id) => (id === emptyModule ? 'export default {};' : null),
      },
    ],
    onLog: (level, log, handle) => level !== 'warn' && handle(level, log),
  });
  const { output } = await bundle.generate({ format: 'iife', minify: true, codeSplitting: false });
  await bundle.close();
  const [chunk] = output;
  return chunk.code;
}

/** Returns the folder of PGlite's files: its exports don't list all of them. */
export function pgliteFolder(from: string): string {
  return dirname(createRequire(from).resolve('@electric-sql/pglite'));
}
