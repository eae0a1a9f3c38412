import { createBookExports, type BookExports, type BookExportOptions } from '@newline/api/features/book-export/book-exports';
import { createRenderer } from '@newline/api/features/rendering/create-renderer';
import { createLog } from '@newline/api/log';
import type { Connections } from '@newline/db/connections';
import { createPool } from '@newline/db/create-pool';
import { fileURLToPath } from 'node:url';

/** Settings of a process that creates exports, as JSON. */
export type WorkerSettings = { readonly connections: Connections; readonly folder: string; readonly chromium: string | null };

/** Path of this module, which runs as a separate process. */
export const exportWorker = fileURLToPath(import.meta.url);

/** Opens exports with their own pools, as in a separate process. The job isn't started: a test calls `work`. */
export function openExports(
  { connections, folder, chromium }: WorkerSettings,
  options: Partial<BookExportOptions> = {},
): BookExports & { close(): Promise<void> } {
  const onError = () => undefined;
  const log = createLog('silent');
  const renderer = createRenderer({ log });
  const pools = { app: createPool(connections.app, { max: 2, onError }), worker: createPool(connections.worker, { max: 3, onError }) };
  return {
    ...createBookExports({
      pools,
      site: { name: 'newline', publicUrl: 'http://localhost:3000' },
      readImage: () => Promise.resolve(null),
      folder,
      chromium,
      log,
      renderer,
      onQueued: () => Promise.resolve(),
      ...options,
    }),
    async close() {
      await Promise.all([pools.app.end(), pools.worker.end(), renderer.close()]);
    },
  };
}

if (import.meta.main)
  await openExports(JSON.parse(process.env['EXPORT_WORKER'] ?? '') as WorkerSettings).work(new AbortController().signal);
