/** An error in captions, with its line. */
export type CaptionError = { readonly line: number; readonly message: string };

/** A repair of captions: the number of times, and at most 20 of the lines. */
export type CaptionRepair = { readonly message: string; readonly lines: readonly number[]; readonly count: number };

const maxErrors = 50;
const maxLinesOfRepair = 20;

/** Collects errors and repairs of captions. Equal repairs are merged, with their lines. */
export class CaptionNotes {
  readonly errors: CaptionError[] = [];
  readonly #repairs = new Map<string, { lines: number[]; count: number }>();

  /** Adds an error that can't be repaired. Ignores errors beyond 50. */
  refuse(line: number, message: string): void {
    if (this.errors.length < maxErrors) this.errors.push({ line, message });
  }

  /** Adds a repair. @param line of the text as it was sent */
  repair(line: number, message: string): void {
    const repair = this.#repairs.get(message) ?? { lines: [], count: 0 };
    this.#repairs.set(message, repair);
    repair.count += 1;
    if (repair.lines.length < maxLinesOfRepair && repair.lines.at(-1) !== line) repair.lines.push(line);
  }

  /** The repairs, in the order of their first occurrence. */
  repairs(): CaptionRepair[] {
    return [...this.#repairs].map(([message, { lines, count }]) => ({ message, lines, count }));
  }
}
