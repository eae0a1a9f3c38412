import { loadPyodide } from 'pyodide';
// @ts-expect-error -- the package describes no types for this file
import createPyodideModule from 'pyodide/pyodide.asm.mjs';
import { info } from 'pyodide/pyodide-lock.json';
import { type EngineFiles, type EngineOutput, limitFiles, partOf, startEngine } from './engine-realm.ts';
import harness from './run-python.py?raw';

/** Where Pyodide looks for its files. Nothing is requested: the worker has them. */
const here = 'https://engine.invalid/';

startEngine(async ({ parts, files, tests }, output) => {
  const request = globalThis.fetch;
  globalThis.fetch = async (url) => {
    const name = new URL(url instanceof Request ? url.url : url).href.replace(here, '');
    return new Response(partOf(parts, name), {
      headers: { 'content-type': name.endsWith('.wasm') ? 'application/wasm' : 'application/zip' },
    });
  };
  const write = { stdout: writerOf('log', output), stderr: writerOf('warn', output) };
  const python = await loadPyodide({
    indexURL: here,
    packageBaseUrl: here,
    lockFileContents: { info, packages: {} },
    // Python's module `js` would be this worker.
    jsglobals: { Object, setTimeout, clearTimeout },
    createPyodideModule,
  } as Parameters<typeof loadPyodide>[0]);
  globalThis.fetch = request;
  limitFiles(python.FS as EngineFiles);
  python.setStdin({ error: true });
  python.setStdout({ write: write.stdout.write, isatty: false });
  python.setStderr({ write: write.stderr.write, isatty: false });
  for (const { name, text } of files) {
    const folder = name.replace(/[^/]*$/u, '');
    if (folder !== '') python.FS.mkdirTree(folder);
    python.FS.writeFile(name, text);
  }
  const [main] = files;
  if (main === undefined) return;
  const scope = python.toPy({});
  python.runPython(harness, { globals: scope });
  const run = scope.get('run') as (name: string, text: string) => Promise<string | undefined>;
  const check = scope.get('check') as (name: string, text: string, tell: (...outcome: string[]) => void) => Promise<void>;
  output.ready();
  const mistake = await run(main.name, main.text);
  const isDone = mistake === undefined || mistake === '';
  if (isDone && tests !== null) {
    await check(tests.name, tests.text, (name = '', fault = '', expected = '', actual = '') =>
      output.test({ name, isPassed: fault === '', expected, actual }),
    );
  }
  write.stdout.end();
  write.stderr.end();
  if (!isDone) output.line('error', mistake);
});

/** Collects what Python writes, and sends whole lines. */
function writerOf(level: 'log' | 'warn', output: EngineOutput) {
  const decoder = new TextDecoder();
  let rest = '';
  return {
    write: (bytes: Uint8Array) => {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) output.line(level, line);
      // A line without an end is sent in pieces.
      if (rest.length > 10_000) {
        output.line(level, rest);
        rest = '';
      }
      return bytes.length;
    },
    end: () => {
      if (rest !== '') output.line(level, rest);
      rest = '';
    },
  };
}
