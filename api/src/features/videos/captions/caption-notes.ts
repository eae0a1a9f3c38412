import {
  type CaptionError,
  captionError,
  type CaptionFaultCode,
  type CaptionParams,
  type CaptionRepair,
  type CaptionRepairCode,
  sentenceOfRepair,
} from '../../../rules/captions/caption-messages.ts';

const maxErrors = 50;
const maxLinesOfRepair = 20;

/** Collects errors and repairs of captions. Equal repairs are merged, with their lines. */
export class CaptionNotes {
  readonly errors: CaptionError[] = [];
  readonly #repairs = new Map<string, { code: CaptionRepairCode; lines: number[]; count: number }>();

  /** Adds an error that can't be repaired. Ignores errors beyond 50. */
  refuse(line: number, code: CaptionFaultCode, params?: CaptionParams): void {
    if (this.errors.length < maxErrors) this.errors.push(captionError(line, code, params));
  }

  /** Adds a repair. @param line of the text as it was sent */
  repair(line: number, code: CaptionRepairCode, params?: CaptionParams): void {
    const message = sentenceOfRepair(code, params);
    const repair = this.#repairs.get(message) ?? { code, lines: [], count: 0 };
    this.#repairs.set(message, repair);
    repair.count += 1;
    if (repair.lines.length < maxLinesOfRepair && repair.lines.at(-1) !== line) repair.lines.push(line);
  }

  /** The repairs, in the order of their first occurrence. */
  repairs(): CaptionRepair[] {
    return [...this.#repairs].map(([message, { code, lines, count }]) => ({ code, message, lines, count }));
  }
}
