import { createBoundedProcess, OverLimit, ProcessLost } from '../../processes/bounded-process.ts';
import type { CodeAnswer, CodeTask } from './code-tasks.ts';
import type { CutCode } from './cq/query-code.ts';
import { type CodePart, type CodeSource, cutCode, isBlank } from './cut-code.ts';
import { RemoteCodeError } from './remote-code-error.ts';

/** Cuts code out of files that other people wrote. */
export type CodeCutter = {
  /**
   * Cuts a part out of a file.
   *
   * @throws RemoteCodeError | QueryError with a sentence for the user who asked
   */
  cut(source: CodeSource, part: CodePart): Promise<CutCode>;
  /** True when the lines of `code` stand in a file, one after the other, indented alike but perhaps further. */
  has(text: string, code: string): Promise<boolean>;
  /** Ends its process. */
  close(): Promise<void>;
};

/** What a code query may use in its process. */
const usualLimits = { cpuMs: 5_000, residentMb: 700, resultBytes: 2_000_000, idleMs: 60_000 };

/**
 * Creates a cutter whose code queries run in a bounded process, which starts with the first of them: files are up to a megabyte of somebody's, and
 * parsing and searching one can take seconds. Lines are cut here.
 */
export function createCodeCutter(limits: { readonly cpuMs?: number } = {}): CodeCutter {
  const queries = createBoundedProcess<CodeTask, CodeAnswer>({
    entry: new URL('./code-process.ts', import.meta.url),
    limits: { ...usualLimits, ...limits },
    // The parser is compiled.
    hasAddons: true,
  });

  const ask = async (task: CodeTask): Promise<Exclude<CodeAnswer, { kind: 'refused' }>> => {
    try {
      const answer = await queries.run(task);
      if (answer.kind !== 'refused') return answer;
      throw new RemoteCodeError('refused', answer.message);
    } catch (error) {
      if (error instanceof OverLimit)
        throw new RemoteCodeError(
          'refused',
          'Searching this file takes too much time or memory. Cut it by lines only, such as 1-20.',
          error,
        );
      if (error instanceof ProcessLost) throw new RemoteCodeError('later', 'The code could not be loaded. Try again in a moment.', error);
      throw error;
    }
  };

  return {
    async cut(source, part) {
      if (isBlank(part.query)) return cutCode(source, part);
      const answer = await ask({ kind: 'cut', source, part });
      if (answer.kind !== 'cut') throw new Error(`code cutter: expected a part of a file, got ${answer.kind}`);
      return answer.cut;
    },
    async has(text, code) {
      const answer = await ask({ kind: 'find', text, code });
      if (answer.kind !== 'found') throw new Error(`code cutter: expected whether code was found, got ${answer.kind}`);
      return answer.isFound;
    },
    close: () => queries.close(),
  };
}
