import { dirname, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'rolldown';

// The site as one program, which `npm start` runs: two thousand files would be read for longer, and keep a third more of memory.

const project = fileURLToPath(new URL('..', import.meta.url));
const folder = fileURLToPath(new URL('./build/site', import.meta.url));

/** What is started: the site, and a thread, which is named by the module that starts it. */
const programs: Readonly<Record<string, string>> = {
  server: './server.ts',
  'run-query-worker': '../api/src/run-query-worker.ts',
};

/** Stays outside: compiled code, and what only developing uses or only a browser. */
const outside = [/\.node$/, /^@ast-grep\//, /^sharp$/, /^pg-native$/, /^playwright-core/, /^ruru/, /vite-dev\.ts$/, /^mermaid/];

/** Where a module of ours looks for a file: from where it stands itself. */
const fromItself = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)|import\.meta\.(?:url|dirname)/g;

/** Modules of ours go on finding files from where their sources stand; a program of the bundle stands beside them in it. */
const places: Plugin = {
  name: 'places',
  transform: {
    filter: { id: { include: `${project}**`, exclude: /node_modules/ }, code: /import\.meta\.(?:url|dirname)/ },
    handler(code, id, { magicString }) {
      if (magicString === undefined) throw new Error('places: expected a text that can be changed, got none');
      const source = relative(folder, id).replaceAll(sep, '/');
      for (const { index, 0: found, 1: started = '' } of code.matchAll(fromItself)) {
        const text = Object.hasOwn(programs, started)
          ? `new URL('./${started}.js', import.meta.url)`
          : found
              .replace('import.meta.url', `new URL('${source}', import.meta.url).href`)
              .replace('import.meta.dirname', `import.meta.dirname + '/${dirname(source)}'`);
        magicString.overwrite(index, index + found.length, text);
      }
      return { code: magicString };
    },
  },
};

export default defineConfig({
  input: programs,
  platform: 'node',
  external: outside,
  // A package that has two forms would be taken in both, and what it holds once would exist twice.
  resolve: { mainFields: ['main'] },
  transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  plugins: [places],
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
    // Node keeps the text of all that it runs, at two bytes a letter where one is not ASCII. Functions keep their names: the log shows them.
    charset: 'ascii',
    minify: { compress: true, mangle: { toplevel: false, keepNames: true }, codegen: { removeWhitespace: true } },
  },
});
