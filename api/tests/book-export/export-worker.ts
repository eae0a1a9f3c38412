import { createBookExports, type BookExports, type BookExportOptions } from '@newline/api/features/book-export/book-exports';
import { createLog } from '@newline/api/log';
import type { Connections } from '@newline/db/connections';
import { createPool } from '@newline/db/create-pool';
import { fileURLToPath } from 'node:url';

/** What a process that creates exports is given, as JSON. */
export type WorkerSettings = { readonly connections: Connections; readonly folder: string; readonly chromium: string | null };

/** This module, which is a process of its own when it is run. */
export const exportWorker = fileURLToPath(import.meta.url);

/** Exports with pools of their own, as in a process of their own. Nobody wakes the job: a test calls `work`. */
export function openExports(
  { connections, folder, chromium }: WorkerSettings,
  options: Partial<BookExportOptions> = {},
): BookExports & { close(): Promise<void> } {
  const onError = () => undefined;
  const pools = { app: createPool(connections.app, { max: 2, onError }), worker: createPool(connections.worker, { max: 3, onError }) };
  return {
    ...createBookExports({
      pools,
      site: { name: 'newline', publicUrl: 'http://localhost:3000' },
      readImage: () => Promise.resolve(null),
      folder,
      chromium,
      log: createLog('silent'),
      onQueued: () => Promise.resolve(),
      ...options,
    }),
    async close() {
      await Promise.all([pools.app.end(), pools.worker.end()]);
    },
  };
}

if (import.meta.main)
  await openExports(JSON.parse(process.env['EXPORT_WORKER'] ?? '') as WorkerSettings).work(new AbortController().signal);
