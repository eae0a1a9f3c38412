import { runLimits } from '@newline/api/rules/limits/run';
import type { OutputLevel, RunMessage, TestOutcome } from '../sandbox/run-message.ts';
import type { EngineStart } from './engine-message.ts';

/** What an engine does with the code: it writes with `output`, and calls `ready` when it's loaded and the code starts. */
type Run = (start: EngineStart, output: EngineOutput) => Promise<void>;

/** Where an engine writes. After the limit, nothing more is sent. */
export type EngineOutput = {
  readonly ready: () => void;
  readonly line: (level: OutputLevel, text: string) => void;
  readonly table: (table: {
    readonly columns: readonly string[];
    readonly rows: readonly (readonly (string | null)[])[];
    readonly rowCount: number;
  }) => void;
  readonly test: (outcome: TestOutcome) => void;
};

/** What an engine is made of, which no program in it gets. */
const post = globalThis.postMessage.bind(globalThis) as (message: RunMessage) => void;

/** Starts an engine in its worker, and closes what starts more workers or loads code: their number has no limit. */
export function startEngine(run: Run): void {
  for (const name of ['Worker', 'SharedWorker', 'importScripts']) Object.defineProperty(globalThis, name, { value: undefined });
  limitMemory();
  addEventListener('message', ({ data }: MessageEvent<EngineStart>) => void answer(run, data), { once: true });
}

// The page around cuts it as text; here it's about memory.
// oxlint-disable-next-line newline/safe-cuts
const cut = (text: string) => text.slice(0, runLimits.lineLength);

async function answer(run: Run, start: EngineStart): Promise<void> {
  let lines = 0;
  const send = (count: number, message: RunMessage) => {
    if (lines > runLimits.lines) return;
    lines += count;
    post(lines > runLimits.lines ? { kind: 'limit', limit: 'output' } : message);
  };
  const output: EngineOutput = {
    ready: () => post({ kind: 'ready' }),
    line: (level, text) => send(1, { kind: 'line', level, text: cut(text) }),
    table: (table) => send(1 + table.rows.length, { kind: 'table', ...table }),
    test: ({ name, isPassed, expected, actual }) =>
      send(1, { kind: 'test', name: cut(name), isPassed, expected: cut(expected), actual: cut(actual) }),
  };
  try {
    await run(start, output);
  } catch (error) {
    output.line('error', `The code was stopped: ${error instanceof Error ? error.message : String(error)}`);
  }
  post({ kind: 'done' });
}

/** Bounds the memory of WebAssembly. The program gets its own error, as on a machine without more memory. */
function limitMemory(): void {
  const { Memory } = WebAssembly;
  const pageBytes = 65_536;
  // Taken off its prototype on purpose: it's called with the memory.
  // oxlint-disable-next-line typescript/unbound-method
  const { grow } = Memory.prototype;
  Memory.prototype.grow = function growWithin(pages: number) {
    if (this.buffer.byteLength + pages * pageBytes > runLimits.memoryBytes) throw new RangeError('The memory is used up.');
    return grow.call(this, pages);
  };
}

/** Where Emscripten's programs have their files: in arrays of this page's memory. */
type MemoryFiles = { expandFileStorage: (node: { contents: Uint8Array | null }, bytes: number) => void };

/** The file system of a program that was compiled with Emscripten. */
export type EngineFiles = {
  readonly lookupPath: (path: string) => { readonly node: { readonly mount: { readonly type: MemoryFiles } } };
  readonly stat: (path: string) => unknown;
};

/** "No space left on device". */
const noSpace = 51;

/** Bounds the files of an engine, which are outside of its own memory. */
export function limitFiles(system: EngineFiles): void {
  const files = system.lookupPath('/').node.mount.type;
  const FileError = errorOf(system);
  const expand = files.expandFileStorage.bind(files);
  let added = 0;
  files.expandFileStorage = (node, bytes) => {
    const before = node.contents?.length ?? 0;
    if (added + Math.max(0, bytes - before) > runLimits.fileBytes) throw new FileError(noSpace);
    expand(node, bytes);
    added += Math.max(0, (node.contents?.length ?? 0) - before);
  };
}

/** Returns the class of the errors that the program understands, which not every file system exports. */
function errorOf(system: EngineFiles): new (code: number) => Error {
  try {
    system.stat('/there is no such file');
  } catch (error) {
    return (error as object).constructor as new (
      code: number,
    ) => Error;
  }
  throw new Error('engine: expected an error for a file that does not exist');
}

/** Reads a part of the engine as a module of WebAssembly. */
export async function compilePart({ parts }: EngineStart, name: string): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await partOf(parts, name).arrayBuffer());
}

/** Returns a part of the engine. */
export function partOf(parts: EngineStart['parts'], name: string): Blob {
  const part = parts[name];
  if (part === undefined) throw new Error(`engine: expected the part ${name}, got ${Object.keys(parts).join(', ')}`);
  return part;
}
