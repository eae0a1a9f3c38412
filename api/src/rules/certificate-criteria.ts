/** The rules of a certificate. */
export type CertificateRules = {
  /** True if every lesson must be completed. */
  readonly needsLessons: boolean;
  /** How much of the video must be watched, in percent; 0 for none. */
  readonly videoPercent: number;
};

/**
 * Returns in a sentence what was done for a certificate.
 *
 * @example criteriaOf({ needsLessons: true, lessonsCount: 24, videoPercent: 80 }) // 'Completed all 24 lessons and watched at least 80% of the video.'
 */
export function criteriaOf({ lessonsCount, ...rules }: CertificateRules & { readonly lessonsCount: number }): string {
  const lessons = lessonsCount === 1 ? 'the lesson' : `all ${lessonsCount.toLocaleString('en')} lessons`;
  return sentenceOf(rules, `completed ${lessons}`, 'watched');
}

/** Returns in a sentence what to do for a certificate. */
export function taskOf(rules: CertificateRules): string {
  return sentenceOf(rules, 'complete all lessons', 'watch');
}

function sentenceOf({ needsLessons, videoPercent }: CertificateRules, lessons: string, watch: string): string {
  const video = `${watch} ${videoPercent === 100 ? 'all' : `at least ${videoPercent}%`} of the video`;
  const sentence = [...(needsLessons ? [lessons] : []), ...(videoPercent > 0 ? [video] : [])].join(' and ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
