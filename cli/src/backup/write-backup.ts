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

/** The parts of a site that are backed up. */
export type BackupSource = { connections: Connections; dataDir: string; storage: StorageSettings };

/** The source and the target of a backup. */
export type BackupOptions = BackupSource & {
  /** The path of the archive, which must not exist. */
  file: string;
  /** The version of the release that writes the archive. */
  version: string;
  /** Called when the snapshot has been opened. */
  onSnapshot?: (snapshot: Snapshot) => Promise<void>;
};

/**
 * Writes the database and files, as they are at one instant, into one archive. The site can keep running. Throws a StartError if the
 * archive exists or can't be written; no archive is left then.
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
