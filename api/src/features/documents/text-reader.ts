import type { DocumentKind } from '@newline/document/document-node';
import type { DerivedBlocks } from '@newline/document/derive-blocks';
import { codedError } from '../../errors/error-codes.ts';
import { createBoundedProcess, OverLimit, ProcessLost } from '../../processes/bounded-process.ts';
import { refusal } from './read-body.ts';
import type { TextAnswer, TextTask } from './text-tasks.ts';
import type { BodyField } from './validate-body.ts';

/** A document as JSON, and the values that are stored for it. */
export type DerivedText = { readonly body: string; readonly blocks: DerivedBlocks };

/** Processes long texts in a separate process. Each call throws a coded error: BAD_INPUT if the text is at fault, otherwise UNAVAILABLE. */
export type TextReader = {
  /** Reads a user's text and converts it into the values that are stored. */
  read(field: BodyField, text: string, options: { readonly as: DocumentKind; readonly siteOrigin: string }): Promise<DerivedText>;
  /** Converts a document (as JSON) into the values that are stored. */
  derive(body: string, options: { readonly siteOrigin: string }): Promise<DerivedText>;
  /** Converts a document (as JSON) to Markdown. */
  toMarkdown(body: string, options: { readonly hasIds: boolean }): Promise<string>;
  /** Ends the process. */
  close(): Promise<void>;
};

/**
 * Longest text that is processed in the calling process, in characters: the worst case of that length takes about a tenth of a second. The
 * longest allowed text takes three seconds and half a gigabyte.
 */
export const longText = 150_000;

const usualLimits = { cpuMs: 20_000, residentMb: 1500, heapMb: 1200, resultBytes: 80_000_000, idleMs: 30_000 };

/** Creates the text reader. Its process starts with the first long text. */
export function createTextReader(limits: { readonly cpuMs?: number } = {}): TextReader {
  const texts = createBoundedProcess<TextTask, TextAnswer>({
    entry: new URL('./text-process.ts', import.meta.url),
    limits: { ...usualLimits, ...limits },
  });

  async function runTask<Kind extends TextAnswer['kind']>(
    task: TextTask,
    expected: Kind,
    field: BodyField,
  ): Promise<Extract<TextAnswer, { kind: Kind }>> {
    const answer = await texts.run(task).catch((error: unknown) => {
      if (error instanceof OverLimit) {
        throw Object.assign(codedError('TEXT_TOO_SLOW', { field }), { cause: error });
      }
      if (error instanceof ProcessLost) {
        throw Object.assign(codedError('TEXT_READ_INTERRUPTED'), { cause: error });
      }
      throw error;
    });
    if (answer.kind === 'refused') throw refusal(field, answer.errors);
    if (answer.kind !== expected) throw new Error(`text reader: expected ${expected}, got ${answer.kind}`);
    return answer as Extract<TextAnswer, { kind: Kind }>;
  }

  return {
    read: (field, text, options) => runTask({ kind: 'read', field, text, ...options }, 'derived', field),
    derive: (body, options) => runTask({ kind: 'derive', body, ...options }, 'derived', 'bodyDelta'),
    toMarkdown: async (body, options) => (await runTask({ kind: 'markdown', body, ...options }, 'markdown', 'bodyDelta')).markdown,
    close: () => texts.close(),
  };
}
