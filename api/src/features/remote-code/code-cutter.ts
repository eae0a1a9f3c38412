import { createBoundedProcess, OverLimit, ProcessLost } from '../../processes/bounded-process.ts';
import type { CodeAnswer, CodeTask } from './code-tasks.ts';
import type { CutCode } from './cq/query-code.ts';
import { type CodePart, type CodeSource, cutCode, isBlank } from './cut-code.ts';
import { RemoteCodeError } from './remote-code-error.ts';

/** Extracts code from files of repositories. */
export type CodeCutter = {
  /**
   * Extracts part of a file.
   * @throws RemoteCodeError | QueryError with a message for the user
   */
  cut(source: CodeSource, part: CodePart): Promise<CutCode>;
  /** Whether a file contains the lines of `code` consecutively, with the same relative indentation. */
  has(text: string, code: string): Promise<boolean>;
  /** Ends the process. */
  close(): Promise<void>;
};

/** Limits of a code query in its process. */
const usualLimits = { cpuMs: 5_000, residentMb: 700, resultBytes: 2_000_000, idleMs: 60_000 };

/**
 * Creates the extractor. Code queries run in a bounded process, which starts with the first of them: files are untrusted and up to a
 * megabyte, and parsing and searching one can take seconds. Line ranges are extracted in this process.
 */
export function createCodeCutter(limits: { readonly cpuMs?: number } = {}): CodeCutter {
  const queries = createBoundedProcess<CodeTask, CodeAnswer>({
    entry: new URL('./code-process.ts', import.meta.url),
    limits: { ...usualLimits, ...limits },
    // The parser is a native addon.
    hasAddons: true,
  });

  const runTask = async (task: CodeTask): Promise<Exclude<CodeAnswer, { kind: 'refused' }>> => {
    try {
      const answer = await queries.run(task);
      if (answer.kind !== 'refused') return answer;
      throw new RemoteCodeError('refused', answer.message);
    } catch (error) {
      if (error instanceof OverLimit)
        throw new RemoteCodeError(
          'refused',
          'Searching this file takes too much time or memory. Select lines by number only, such as 1-20.',
          error,
        );
      if (error instanceof ProcessLost) throw new RemoteCodeError('later', 'The code could not be loaded. Try again in a moment.', error);
      throw error;
    }
  };

  return {
    async cut(source, part) {
      if (isBlank(part.query)) return cutCode(source, part);
      const answer = await runTask({ kind: 'cut', source, part });
      if (answer.kind !== 'cut') throw new Error(`code cutter: expected a part of a file, got ${answer.kind}`);
      return answer.cut;
    },
    async has(text, code) {
      const answer = await runTask({ kind: 'find', text, code });
      if (answer.kind !== 'found') throw new Error(`code cutter: expected whether code was found, got ${answer.kind}`);
      return answer.isFound;
    },
    close: () => queries.close(),
  };
}
