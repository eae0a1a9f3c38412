import { codedError } from '../../errors/error-codes.ts';

/** Runs work with limited concurrency and a limited queue. */
export type Slots = <TResult>(work: () => Promise<TResult>) => Promise<TResult>;

/**
 * Creates the slots. Decoding takes a CPU core and about 200 MB for the largest image, so excess work is queued, and rejected (UNAVAILABLE)
 * if the queue is full.
 * @param what the kind of work, for the error message
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
  const queue: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else {
      if (queue.length >= waiting) throw codedError(what === 'archives' ? 'SLOTS_FULL_ARCHIVES' : 'SLOTS_FULL_IMAGES');
      await new Promise<void>((start) => queue.push(start));
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else free += 1;
    }
  };
}
