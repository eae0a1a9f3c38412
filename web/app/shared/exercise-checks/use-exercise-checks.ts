import { useEffect, useState } from 'react';
import type { CheckedExercise } from './checked-exercise.ts';

/** How long after a look the next one is, while an exercise waits for its check, and how often at most. */
const restMs = 2000;
const maxLooks = 150;

/**
 * Returns the exercises of a text, and looks again until each was checked. Null before the first look, and if they couldn't be loaded.
 *
 * @param version what they belong to: another version of the text is looked at anew
 */
export function useExerciseChecks(load: () => Promise<readonly CheckedExercise[]>, version: number): readonly CheckedExercise[] | null {
  const [checks, setChecks] = useState<readonly CheckedExercise[] | null>(null);
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (looks: number) => {
      try {
        const loaded = await load();
        if (isOver) return;
        setChecks(loaded.toSorted((one, other) => one.position - other.position));
        if (looks < maxLooks && loaded.some(({ checkedAt }) => checkedAt === null)) timer = setTimeout(() => void look(looks + 1), restMs);
      } catch (error) {
        console.warn('The checks of exercises couldn’t be loaded:', error);
      }
    };
    void look(1);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [load, version]);
  return checks;
}
