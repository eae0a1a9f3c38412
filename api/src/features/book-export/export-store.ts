import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The file in the folder of exports that names the folder. */
export const storeIdFile = 'store-id';

/**
 * The name of a folder of exports, which is chosen when the folder is first used. Machines that share the folder share its exports; others
 * create their own, since none can send a file of another.
 */
export async function readStoreId(folder: string): Promise<string> {
  const path = join(folder, storeIdFile);
  const found = await readFile(path, 'utf8').catch(() => null);
  if (found !== null) return found;
  await mkdir(folder, { recursive: true, mode: 0o750 });
  const own = join(folder, `${storeIdFile}.${randomUUID()}`);
  await writeFile(own, randomUUID(), { mode: 0o640 });
  try {
    // Written whole before it has its name; the first of two processes wins.
    await link(own, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(own, { force: true });
  }
  return readFile(path, 'utf8');
}
