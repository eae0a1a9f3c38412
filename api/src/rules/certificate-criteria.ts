/** The rules of a certificate, and the size of its course. */
export type CertificateCriteria = {
  /** True if every lesson must be completed. */
  readonly needsLessons: boolean;
  readonly lessonsCount: number;
  /** How much of the video must be watched, in percent; 0 for none. */
  readonly videoPercent: number;
};

/**
 * Returns in a sentence what was needed for a certificate.
 *
 * @example criteriaOf({ needsLessons: true, lessonsCount: 24, videoPercent: 80 }) // 'Completed all 24 lessons and watched at least 80% of the video.'
 */
export function criteriaOf({ needsLessons, lessonsCount, videoPercent }: CertificateCriteria): string {
  const lessons = `completed ${lessonsCount === 1 ? 'the lesson' : `all ${lessonsCount.toLocaleString('en')} lessons`}`;
  const video = videoPercent === 100 ? 'watched all of the video' : `watched at least ${videoPercent}% of the video`;
  const sentence = [...(needsLessons ? [lessons] : []), ...(videoPercent > 0 ? [video] : [])].join(' and ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
