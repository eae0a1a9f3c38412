import type { BuildAnswer, BuildFault, CodePiece, RunFile } from './build-message.ts';

/** How long building may take: the first time, esbuild is loaded. */
const buildMs = 30_000;

let worker: Worker | null = null;
let count = 0;

/** Starts the worker, with what it needs for these files, while the page loads its editor. */
export function prepareBuild(files: readonly RunFile[]): void {
  // What fails here fails again when the code is built, and is reported then.
  void build([], files);
}

/** Builds pieces of code in a worker, which all blocks of the page share. */
export function build(pieces: readonly CodePiece[], files: readonly RunFile[]): Promise<BuildAnswer> {
  count += 1;
  const id = count;
  const builder = (worker ??= new Worker(new URL('./build-worker.ts', import.meta.url), { type: 'module' }));
  return new Promise((resolve) => {
    const ending = new AbortController();
    const { signal } = ending;
    const finish = (answer: BuildAnswer) => {
      ending.abort();
      clearTimeout(timer);
      resolve(answer);
    };
    // A worker that fails or hangs is replaced the next time.
    const fail = (message: string) => {
      builder.terminate();
      if (worker === builder) worker = null;
      finish({ id, faults: [{ file: '', line: null, message, isOutside: true } satisfies BuildFault] });
    };
    const timer = setTimeout(() => fail('Building the code took too long.'), buildMs);
    builder.addEventListener('message', ({ data }: MessageEvent<BuildAnswer>) => data.id === id && finish(data), { signal });
    builder.addEventListener('error', () => fail('The code couldn’t be built. Check your connection and try again.'), { signal });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    builder.postMessage({ id, pieces, files });
  });
}
