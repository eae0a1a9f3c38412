import { serveTasks } from '../../processes/serve-tasks.ts';
import type { ArchiveAnswer, ArchiveTask } from './archive-tasks.ts';
import { type Folder, FolderError } from './folder.ts';

// Process that reads archives: the only part of a running site that unpacks and parses them.

/** The last archive that was read. Its files are requested one by one. */
let opened: { readonly archive: string; readonly folder: Folder } | null = null;

serveTasks(async (task: ArchiveTask, { load }): Promise<ArchiveAnswer> => {
  const [{ openArchive }, { readPlan }] = await load(() => Promise.all([import('./open-archive.ts'), import('./read-plan.ts')]));
  const open = async (archive: string): Promise<Folder> => {
    if (opened?.archive === archive) return opened.folder;
    await opened?.folder.close();
    opened = null;
    const folder = await openArchive(archive);
    opened = { archive, folder };
    return folder;
  };
  try {
    const folder = await open(task.archive);
    if (task.kind === 'file') return { kind: 'file', bytes: await folder.read(task.path) };
    return { kind: 'plan', plan: await readPlan(folder), paths: folder.paths };
  } catch (error) {
    if (error instanceof FolderError) return { kind: 'refused', reason: error.reason, params: error.params };
    throw error;
  }
});
