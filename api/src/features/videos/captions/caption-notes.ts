/** A mistake in captions, and the line of the text it is in. */
export type CaptionError = { readonly line: number; readonly message: string };

/** Something that was repaired in captions: how often, and in which lines; at most 20 of them are named. */
export type CaptionRepair = { readonly message: string; readonly lines: readonly number[]; readonly count: number };

const maxErrors = 50;
const maxLinesOfRepair = 20;

/** Collects what is wrong with captions, and what was repaired; equal repairs are one, with their lines. */
export class CaptionNotes {
  readonly errors: CaptionError[] = [];
  readonly #repairs = new Map<string, { lines: number[]; count: number }>();

  /** Adds a mistake that can't be repaired. Beyond 50 the rest is left out. */
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

  /** The repairs in the order in which each was first made. */
  repairs(): CaptionRepair[] {
    return [...this.#repairs].map(([message, { lines, count }]) => ({ message, lines, count }));
  }
}
