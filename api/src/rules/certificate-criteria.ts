/** The rules of a certificate. */
export type CertificateRules = {
  /** True if every lesson must be completed. */
  readonly needsLessons: boolean;
  /** True if the tests of every exercise must have passed. */
  readonly needsExercises: boolean;
  /** How much of the video must be watched, in percent; 0 for none. */
  readonly videoPercent: number;
};

/** What was done for a certificate; counts are as of issue. */
type Criteria = Pick<CertificateRules, 'needsLessons' | 'videoPercent'> & {
  readonly lessonsCount: number;
  /** 0 if exercises didn't count. */
  readonly exercisesCount: number;
};

/**
 * Returns in a sentence what was done for a certificate.
 *
 * @example criteriaOf({ needsLessons: true, lessonsCount: 24, exercisesCount: 0, videoPercent: 80 }) // 'Completed all 24 lessons and watched at least 80% of the video.'
 */
export function criteriaOf({ lessonsCount, exercisesCount, ...rules }: Criteria): string {
  const allOf = (count: number, noun: string) => (count === 1 ? `the ${noun}` : `all ${count.toLocaleString('en')} ${noun}s`);
  return sentenceOf(
    { ...rules, needsExercises: exercisesCount > 0 },
    { lessons: `completed ${allOf(lessonsCount, 'lesson')}`, exercises: `passed ${allOf(exercisesCount, 'exercise')}`, watch: 'watched' },
  );
}

/** Returns in a sentence what to do for a certificate. */
export function taskOf(rules: CertificateRules): string {
  return sentenceOf(rules, { lessons: 'complete all lessons', exercises: 'pass all exercises', watch: 'watch' });
}

type Phrases = { readonly lessons: string; readonly exercises: string; readonly watch: string };

function sentenceOf({ needsLessons, needsExercises, videoPercent }: CertificateRules, { lessons, exercises, watch }: Phrases): string {
  const video = `${watch} ${videoPercent === 100 ? 'all' : `at least ${videoPercent}%`} of the video`;
  const phrases = [...(needsLessons ? [lessons] : []), ...(needsExercises ? [exercises] : []), ...(videoPercent > 0 ? [video] : [])];
  const sentence = new Intl.ListFormat('en').format(phrases);
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
