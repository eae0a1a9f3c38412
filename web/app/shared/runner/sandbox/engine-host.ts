import type { RunLimits, RunMessage } from './run-message.ts';

/**
 * Runs Python or SQL: an engine in a worker, which is ended when a limit is reached. The first message on the port has the engine and the
 * code. This function is sent to the sandbox as text, so it uses nothing from outside of itself. The code never gets here: what the worker
 * sends is counted and passed on.
 */
export function runEngine(limits: RunLimits): void {
  const { sitePort: port } = globalThis as unknown as { sitePort: MessagePort };
  let messages = 0;
  let isReady = false;
  let end: (message: RunMessage | null) => void = () => undefined;

  const start = (engine: { readonly code: Blob }) => {
    const worker = new Worker(URL.createObjectURL(engine.code));
    let timer = setTimeout(() => end({ kind: 'limit', limit: 'seconds' }), limits.loadMs);
    end = (message) => {
      worker.terminate();
      clearTimeout(timer);
      if (message !== null) port.postMessage(message);
    };
    worker.addEventListener('message', ({ data }: MessageEvent<{ kind?: unknown } | null>) => {
      messages += 1;
      if (messages > limits.lines + 10) return end({ kind: 'limit', limit: 'output' });
      const kind = data?.kind;
      port.postMessage(data);
      if (kind === 'done' || kind === 'limit') return end(null);
      // Loading isn't part of the code's time. Only the first message counts.
      if (kind !== 'ready' || isReady) return;
      isReady = true;
      clearTimeout(timer);
      timer = setTimeout(() => end({ kind: 'limit', limit: 'seconds' }), limits.endMs);
    });
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      end({ kind: 'line', level: 'error', text: event.message });
      port.postMessage({ kind: 'done' });
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    worker.postMessage(engine);
  };
  let isStarted = false;
  port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isStarted || typeof data !== 'object') return port.postMessage({ kind: 'alive' });
    isStarted = true;
    start(data as { code: Blob });
  });
  port.start();
}
