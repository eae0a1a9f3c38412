import type { RunFile } from '../build-message.ts';

/** The languages that run in an engine: a program in WebAssembly, because browsers don't have them. */
export type EngineName = 'python' | 'sql';

/** What the page sends to the frame of an engine, and the frame to its worker: everything that the engine is made of, and the code. */
export type EngineStart = {
  /** The script of the worker. */
  readonly code: Blob;
  /** The files of the engine, by their names. */
  readonly parts: Readonly<Record<string, Blob>>;
  readonly files: readonly RunFile[];
  /** The tests of an exercise, which are run after the files; null to run only the files. */
  readonly tests: RunFile | null;
};
