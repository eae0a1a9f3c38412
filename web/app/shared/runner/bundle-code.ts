import { build, initialize, type Loader, type Message, type Plugin, transform } from 'esbuild-wasm';
import wasmUrl from 'esbuild-wasm/esbuild.wasm?url';
import { BuildError } from './build-code.ts';
import type { CodePiece, RunFile } from './build-message.ts';
import { countSteps, parseCode } from './count-steps.ts';
import { loadPackage, packageNames } from './packages.ts';

const loaders: Readonly<Record<RunFile['language'], Loader>> = {
  javascript: 'js',
  typescript: 'ts',
  jsx: 'jsx',
  tsx: 'tsx',
  css: 'css',
  html: 'text',
  python: 'text',
  sql: 'text',
};

let starting: Promise<void> | null = null;

/** Starts esbuild in this worker. */
async function start(): Promise<void> {
  const response = await fetch(wasmUrl);
  if (!response.ok) throw new Error(`bundle-code: expected esbuild at ${wasmUrl}, got ${response.status}`);
  await initialize({ wasmModule: await WebAssembly.compileStreaming(response), worker: false });
}

/** Starts esbuild, unless it has been started. */
export async function startEsbuild(): Promise<void> {
  starting ??= start();
  try {
    await starting;
  } catch (error) {
    starting = null;
    throw error;
  }
}

/** Translates and bundles a module, a script or a handler. @throws BuildError */
export async function bundleCode(piece: CodePiece, files: readonly RunFile[]): Promise<{ code: string; css: string }> {
  await startEsbuild();
  const { file, kind } = piece;
  if (kind !== 'module') return { code: await translate(file), css: '' };
  const fileByName = new Map([...files, file].map((one) => [one.name, one]));
  try {
    const { outputFiles } = await build({
      stdin: { contents: entryOf(piece), loader: 'js', sourcefile: 'run' },
      bundle: true,
      write: false,
      outdir: '/',
      format: 'esm',
      platform: 'browser',
      target: 'es2023',
      charset: 'utf8',
      logLevel: 'silent',
      define: { 'process.env.NODE_ENV': '"production"' },
      plugins: [filesPlugin(fileByName)],
    });
    const textOf = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
    return { code: textOf('.js'), css: textOf('.css') };
  } catch (error) {
    throw faultsOf(error);
  }
}

/** The entry has no exports, so the bundle is only statements. A component that is exported by default is shown. */
function entryOf({ file, isShown }: CodePiece): string {
  const path = JSON.stringify(`./${file.name}`);
  if (isShown !== true) return `import ${path};`;
  return `import * as file from ${path};
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
const root = document.getElementById('root');
if (typeof file.default === 'function' && root !== null && root.childNodes.length === 0) createRoot(root).render(createElement(file.default));`;
}

/** Every path. esbuild reads it as a pattern of Go, which has no flag `u`. */
const everything = /.*/;

/** Finds the reader's files, and the packages that the site has. */
function filesPlugin(fileByName: ReadonlyMap<string, RunFile>): Plugin {
  return {
    name: 'files',
    setup(builder) {
      builder.onResolve({ filter: everything }, ({ path, namespace }) => {
        if (namespace === 'package' || !/^[./]/u.test(path)) {
          if (packageNames.includes(path)) return { path, namespace: 'package' };
          return { errors: [{ text: `“${path}” can’t be imported here. These packages can: ${shownNames.join(', ')}.` }] };
        }
        const name = path.replace(/^\.?\//u, '');
        const match = ['', '.js', '.jsx', '.ts', '.tsx'].map((ending) => name + ending).find((one) => fileByName.has(one));
        if (match !== undefined) return { path: match, namespace: 'reader' };
        return { errors: [{ text: `There is no file “${name}”.` }] };
      });
      builder.onLoad({ filter: everything, namespace: 'package' }, async ({ path }) => ({
        contents: await loadPackage(path),
        loader: 'js',
      }));
      builder.onLoad({ filter: everything, namespace: 'reader' }, async ({ path }) => {
        const file = fileByName.get(path);
        if (file === undefined) return null;
        if (!isScript(file.language)) return { contents: file.text, loader: loaders[file.language] };
        return { contents: await translate(file), loader: 'js' };
      });
    },
  };
}

const isScript = (language: RunFile['language']) => loaders[language] !== 'css' && loaders[language] !== 'text';

/** The packages as a sentence names them. */
const shownNames = packageNames.filter((name) => !/scheduler|runtime/u.test(name));

/** Translates a file to JavaScript with its steps counted. @throws BuildError */
async function translate(file: RunFile): Promise<string> {
  try {
    const { code } = await transform(file.text, {
      loader: loaders[file.language],
      jsx: 'automatic',
      target: 'es2023',
      charset: 'utf8',
      sourcefile: file.name,
      logLevel: 'silent',
    });
    return countSteps(code, parseCode(code, 'module'));
  } catch (error) {
    throw faultsOf(error, file.name);
  }
}

function faultsOf(error: unknown, file = ''): unknown {
  const { errors } = error as { errors?: readonly Message[] };
  if (!Array.isArray(errors)) return error;
  const faults = (errors as readonly Message[]).flatMap(({ text, location, detail }) =>
    detail instanceof BuildError
      ? detail.faults
      : [{ file: location?.file.replace(/^reader:/u, '') ?? file, line: location?.line ?? null, message: text }],
  );
  return new BuildError(faults);
}
