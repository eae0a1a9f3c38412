import { dirname, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'rolldown';

// Bundles the site into one program for `npm start`: reading two thousand files would take longer and use a third more memory.

const project = fileURLToPath(new URL('..', import.meta.url));
const folder = fileURLToPath(new URL('./build/site', import.meta.url));

/** The entry points: the site, and a worker thread, named after the module that starts it. */
const programs: Readonly<Record<string, string>> = {
  server: './server.ts',
  'run-query-worker': '../api/src/run-query-worker.ts',
};

/** Modules that stay external: native code, and modules only used for development or in a browser. */
const outside = [/\.node$/, /^@ast-grep\//, /^sharp$/, /^pg-native$/, /^playwright-core/, /^ruru/, /vite-dev\.ts$/, /^mermaid/];

/** Matches references from our modules to files relative to themselves. */
const fromItself = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)|import\.meta\.(?:url|dirname)/g;

/** Makes our modules locate files relative to their sources; a program of the bundle is located next to the bundle. */
const fileUrls: Plugin = {
  name: 'places',
  transform: {
    filter: { id: { include: `${project}**`, exclude: /node_modules/ }, code: /import\.meta\.(?:url|dirname)/ },
    handler(code, id, { magicString }) {
      if (magicString === undefined) throw new Error('places: expected a text that can be changed, got none');
      const source = relative(folder, id).replaceAll(sep, '/');
      for (const { index, 0: reference, 1: started = '' } of code.matchAll(fromItself)) {
        const text = Object.hasOwn(programs, started)
          ? `new URL('./${started}.js', import.meta.url)`
          : reference
              .replace('import.meta.url', `new URL('${source}', import.meta.url).href`)
              .replace('import.meta.dirname', `import.meta.dirname + '/${dirname(source)}'`);
        magicString.overwrite(index, index + reference.length, text);
      }
      return { code: magicString };
    },
  },
};

export default defineConfig({
  input: programs,
  platform: 'node',
  external: outside,
  // A package with two module formats would be bundled in both, and its state would exist twice.
  resolve: { mainFields: ['main'] },
  transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  plugins: [fileUrls],
  experimental: { nativeMagicString: true },
  checks: { ineffectiveDynamicImport: false },
  onLog(level, log, say) {
    if (log.code !== 'MODULE_LEVEL_DIRECTIVE') say(level, log);
  },
  output: {
    dir: folder,
    cleanDir: true,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    sourcemap: true,
    comments: false,
    // Node keeps the source in memory, with two bytes per character if it isn't ASCII. Functions keep their names for stack traces.
    charset: 'ascii',
    minify: { compress: true, mangle: { toplevel: false, keepNames: true }, codegen: { removeWhitespace: true } },
  },
});
