import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Name of the file that contains the id of the exports folder. */
export const storeIdFile = 'store-id';

/**
 * Returns the id of an exports folder, which is chosen when the folder is first used. Machines that share the folder share its exports;
 * others create their own, because none can send a file of another.
 */
export async function readStoreId(folder: string): Promise<string> {
  const path = join(folder, storeIdFile);
  const existing = await readFile(path, 'utf8').catch(() => null);
  if (existing !== null) return existing;
  await mkdir(folder, { recursive: true, mode: 0o750 });
  const ownFile = join(folder, `${storeIdFile}.${randomUUID()}`);
  await writeFile(ownFile, randomUUID(), { mode: 0o640 });
  try {
    // Completely written before it gets its name; the first of two processes wins.
    await link(ownFile, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(ownFile, { force: true });
  }
  return readFile(path, 'utf8');
}
