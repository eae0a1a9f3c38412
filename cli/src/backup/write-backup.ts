import { stat } from 'node:fs/promises';
import type { StorageSettings } from '@newline/api/features/attachments/storage';
import { collectFiles } from './collect-files.ts';
import { createArchiveWriter } from '@newline/db/backup/archive-writer';
import { archiveFormat, type Manifest, type TableRecord } from '@newline/db/backup/manifest';
import { openSnapshot, type Snapshot, writeTable } from '@newline/db/backup/snapshot';
import type { Connections } from '@newline/db/connections';
import { StartError } from '@newline/db/start-error';
import { holdStoredFiles } from '@newline/db/stored-files-lock';
import { withClient } from '@newline/db/with-client';

/** The parts of a site that are kept. */
export type BackupSource = { connections: Connections; dataDir: string; storage: StorageSettings };

/** What a backup is written from and to. */
export type BackupOptions = BackupSource & {
  /** The archive; it must not exist. */
  file: string;
  /** The release that writes. */
  version: string;
  /** Told when the instant of the backup has come. */
  onSnapshot?: (snapshot: Snapshot) => Promise<void>;
};

/**
 * Writes database and files, as they are at one instant, into one archive. The site may go on running. Throws a StartError when the
 * archive exists or cannot be written; then there is none.
 */
export async function writeBackup(options: BackupOptions): Promise<{ manifest: Omit<Manifest, 'hashLists'>; byteCount: number }> {
  if ((await stat(options.file).catch(() => null)) !== null) {
    throw new StartError(`${options.file} already exists. Choose another file, or remove it first.`);
  }
  const archive = await createArchiveWriter(options.file).catch((error: unknown) => {
    throw new StartError(`Cannot write ${options.file}: ${error instanceof Error ? error.message : String(error)}.`);
  });
  try {
    return await withClient(options.connections.owner, async (owner) => {
      await holdStoredFiles(owner);
      const { tables, id, ...facts } = await openSnapshot(owner);
      await options.onSnapshot?.({ tables, id, ...facts });
      const records: TableRecord[] = [];
      for (const table of tables) records.push(await writeTable(owner, table, archive));
      const files = await collectFiles(owner, options, archive);
      const manifest = { format: archiveFormat, newline: options.version, ...facts, tables: records, files };
      return { manifest, ...(await archive.finish(manifest)) };
    });
  } finally {
    await archive.abandon();
  }
}
