import { codedError } from '../../errors/error-codes.ts';
import { createBoundedProcess, OverLimit, ProcessLost } from '../../processes/bounded-process.ts';
import type { ArchiveAnswer, ArchiveTask } from './archive-tasks.ts';
import { type Folder, FolderError, folderError, type FolderReason } from './folder.ts';

/** Limits of the process that reads archives. */
export const archiveProcessLimits = {
  /** For the whole plan: unpacking, parsing and converting all texts. */
  cpuMs: 60_000,
  /** For unpacking one image. */
  fileCpuMs: 5_000,
  residentMb: 1024,
  heapMb: 768,
  /** The plan, with the documents of all lessons. */
  resultBytes: 48_000_000,
} as const;

const overLimits = {
  cpu: 'ARCHIVE_WORK_TOO_MUCH',
  output: 'ARCHIVE_OUTPUT_TOO_LARGE',
  memory: 'ARCHIVE_MEMORY_TOO_MUCH',
  crash: 'ARCHIVE_MEMORY_TOO_MUCH',
} as const satisfies Record<OverLimit['limit'], FolderReason>;

/** Opens archives in a separate process. */
export type ArchiveReader = {
  /**
   * Opens an archive without unpacking or parsing any of it in this process.
   * @throws a FolderError for an archive that is rejected or takes too much, UNAVAILABLE if the process was lost
   */
  open(archive: string, signal?: AbortSignal): Promise<Folder>;
  /** Ends the process; a running task fails with UNAVAILABLE. */
  close(): Promise<void>;
};

/** Creates the reader. Its process starts with the first archive and ends after an idle time. */
export function createArchiveReader(limits: Partial<Record<keyof typeof archiveProcessLimits, number>> = {}): ArchiveReader {
  const { fileCpuMs, ...allowed } = { ...archiveProcessLimits, ...limits };
  const reader = createBoundedProcess<ArchiveTask, ArchiveAnswer>({
    entry: new URL('./archive-process.ts', import.meta.url),
    limits: allowed,
    // The parser of sidebars is a native addon.
    hasAddons: true,
  });

  const ask = async (task: ArchiveTask, signal?: AbortSignal): Promise<Exclude<ArchiveAnswer, { kind: 'refused' }>> => {
    try {
      const answer = await reader.run(task, { signal, ...(task.kind === 'file' ? { cpuMs: fileCpuMs } : {}) });
      if (answer.kind !== 'refused') return answer;
      throw new FolderError(answer);
    } catch (error) {
      if (error instanceof OverLimit) throw folderError(overLimits[error.limit], {}, { cause: error });
      if (error instanceof ProcessLost) {
        const lost = codedError('ARCHIVE_READ_INTERRUPTED', {}, { statusCode: 503 });
        throw Object.assign(lost, { cause: error });
      }
      throw error;
    }
  };

  return {
    async open(archive, signal) {
      const answer = await ask({ kind: 'plan', archive }, signal);
      if (answer.kind !== 'plan') throw new Error(`archives: expected a plan, got a ${answer.kind}`);
      const { plan, paths } = answer;
      const existing = new Set(paths);
      return {
        paths,
        has: (path) => existing.has(path),
        // The messages of the plan say it.
        leftOut: new Map(),
        async read(path) {
          const file = await ask({ kind: 'file', archive, path });
          if (file.kind !== 'file') throw new Error(`archives: expected a file, got a ${file.kind}`);
          return Buffer.from(file.bytes);
        },
        readPlan: async () => plan,
        close: async () => undefined,
      };
    },
    close: () => reader.close(),
  };
}
