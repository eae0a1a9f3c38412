import { codedError } from '../../errors/error-codes.ts';

/** Lets so many pieces of work run at once and so many wait. */
export type Slots = <TResult>(work: () => Promise<TResult>) => Promise<TResult>;

/**
 * Creates them. Decoding takes a processor and some 200 MB for the largest picture, so what does not fit waits in line, and
 * a line that is too long is refused (UNAVAILABLE).
 *
 * @param what what is worked on, for the message of a refusal
 */
export function createSlots({
  running,
  waiting,
  what = 'images',
}: {
  readonly running: number;
  readonly waiting: number;
  readonly what?: 'images' | 'archives';
}): Slots {
  let free = running;
  const line: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else {
      if (line.length >= waiting) throw codedError(what === 'archives' ? 'SLOTS_FULL_ARCHIVES' : 'SLOTS_FULL_IMAGES');
      await new Promise<void>((go) => line.push(go));
    }
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else free += 1;
    }
  };
}
