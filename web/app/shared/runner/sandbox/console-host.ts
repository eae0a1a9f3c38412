import type { RunLimits, RunMessage } from './run-message.ts';

/**
 * Runs code without a page: in a worker, which is ended when a limit is reached. This function is sent to the sandbox as text, so it uses
 * nothing from outside of itself. The code never gets here: what the worker sends is counted and passed on.
 */
export function runInWorker(limits: RunLimits, program: string): void {
  const { sitePort: port } = globalThis as unknown as { sitePort: MessagePort };
  const worker = new Worker(URL.createObjectURL(new Blob([program], { type: 'text/javascript' })));
  let messages = 0;
  let isDone = false;
  let timer = setTimeout(() => end({ kind: 'limit', limit: 'seconds' }), limits.endMs);
  function end(message: RunMessage | null): void {
    worker.terminate();
    clearTimeout(timer);
    if (message !== null) port.postMessage(message);
  }
  // The page around cuts it as text.
  // oxlint-disable-next-line newline/safe-cuts, typescript/no-base-to-string -- whatever the code sent, in the limits of memory
  const cut = (text: unknown) => String(text).slice(0, limits.lineLength);
  worker.addEventListener('message', ({ data }: MessageEvent<Readonly<Record<string, unknown>> | null>) => {
    messages += 1;
    if (messages > limits.lines + 10) return end({ kind: 'limit', limit: 'output' });
    const { kind, text, limit, level, name, isPassed, expected, actual } = data ?? {};
    if (kind === 'line') port.postMessage({ kind, level, text: cut(text) });
    else if (kind === 'test') port.postMessage({ kind, name: cut(name), isPassed, expected: cut(expected), actual: cut(actual) });
    else port.postMessage({ kind, limit });
    if (kind === 'limit') return end(null);
    if (kind !== 'done' || isDone) return;
    isDone = true;
    clearTimeout(timer);
    timer = setTimeout(() => end(null), limits.timersMs);
  });
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    end({ kind: 'line', level: 'error', text: event.message });
    port.postMessage({ kind: 'done' });
  });
  port.addEventListener('message', () => port.postMessage({ kind: 'alive' }));
  port.start();
}

/** Removes what starts more workers: their number has no limit. */
export function prepareWorker(): void {
  for (const name of ['Worker', 'SharedWorker', 'importScripts']) Object.defineProperty(globalThis, name, { value: undefined });
}
