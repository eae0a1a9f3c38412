import type { DocumentKind } from '@newline/document/document-node';
import type { DerivedBlocks } from '@newline/document/derive-blocks';
import { codedError } from '../../errors/error-codes.ts';
import { createBoundedProcess, OverLimit, ProcessLost } from '../../processes/bounded-process.ts';
import { refusal } from './read-body.ts';
import type { TextAnswer, TextTask } from './text-tasks.ts';
import type { BodyField } from './validate-body.ts';

/** A document as JSON, and what is stored of it. */
export type DerivedText = { readonly body: string; readonly blocks: DerivedBlocks };

/** Works on long texts in a process of its own. Each call throws a coded error: BAD_INPUT when the text is to blame, UNAVAILABLE when it is not. */
export type TextReader = {
  /** Reads a text that a user sent, and derives what is stored of it. */
  read(field: BodyField, text: string, options: { readonly as: DocumentKind; readonly siteOrigin: string }): Promise<DerivedText>;
  /** Derives what is stored of a document, given as JSON. */
  derive(body: string, options: { readonly siteOrigin: string }): Promise<DerivedText>;
  /** Writes a document, given as JSON, as Markdown. */
  toMarkdown(body: string, options: { readonly hasIds: boolean }): Promise<string>;
  /** Ends the process. */
  close(): Promise<void>;
};

/**
 * Characters up to which a text is worked on where it is asked for: the worst of that length takes about a tenth of a second. The longest text
 * takes three seconds and half a gigabyte.
 */
export const longText = 150_000;

const usualLimits = { cpuMs: 20_000, residentMb: 1500, heapMb: 1200, resultBytes: 80_000_000, idleMs: 30_000 };

/** Creates it. The process starts with the first long text. */
export function createTextReader(limits: { readonly cpuMs?: number } = {}): TextReader {
  const texts = createBoundedProcess<TextTask, TextAnswer>({
    entry: new URL('./text-process.ts', import.meta.url),
    limits: { ...usualLimits, ...limits },
  });

  async function ask<Kind extends TextAnswer['kind']>(
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
    read: (field, text, options) => ask({ kind: 'read', field, text, ...options }, 'derived', field),
    derive: (body, options) => ask({ kind: 'derive', body, ...options }, 'derived', 'bodyDelta'),
    toMarkdown: async (body, options) => (await ask({ kind: 'markdown', body, ...options }, 'markdown', 'bodyDelta')).markdown,
    close: () => texts.close(),
  };
}
