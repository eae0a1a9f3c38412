import initdbUrl from '@electric-sql/pglite/initdb.wasm?url';
import postgresUrl from '@electric-sql/pglite/pglite.wasm?url';
import pythonUrl from 'pyodide/pyodide.asm.wasm?url';
import libraryUrl from 'pyodide/python_stdlib.zip?url';
import postgresFilesUrl from 'run-package/pglite/pglite.data?url';
import type { EngineName, EngineStart } from './engine-message.ts';

type Engine = Omit<EngineStart, 'files' | 'tests'>;

const scripts: Readonly<Record<EngineName, () => Promise<{ default: string }>>> = {
  python: () => import('run-engine/python?raw'),
  sql: () => import('run-engine/sql?raw'),
};

const parts: Readonly<Record<EngineName, Readonly<Record<string, string>>>> = {
  python: { 'pyodide.asm.wasm': pythonUrl, 'python_stdlib.zip': libraryUrl },
  sql: { 'pglite.wasm': postgresUrl, 'initdb.wasm': initdbUrl, 'pglite.data': postgresFilesUrl },
};

const loaded = new Map<EngineName, Promise<Engine>>();

/**
 * Loads an engine from this site, once for the page. The frame that it runs in can't load anything, so it's sent there.
 *
 * @throws if a part can't be loaded; the next call tries again
 */
export function loadEngine(name: EngineName): Promise<Engine> {
  const earlier = loaded.get(name);
  if (earlier !== undefined) return earlier;
  const loading = load(name);
  loaded.set(name, loading);
  loading.catch(() => loaded.delete(name));
  return loading;
}

async function load(name: EngineName): Promise<Engine> {
  const files = Object.entries(parts[name]).map(async ([part, url]) => {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`load-engine: expected ${part} at ${url}, got ${response.status}`);
    return [part, await response.blob()] as const;
  });
  const [{ default: script }, ...blobs] = await Promise.all([scripts[name](), ...files]);
  return { code: new Blob([script], { type: 'text/javascript' }), parts: Object.fromEntries(blobs) };
}
