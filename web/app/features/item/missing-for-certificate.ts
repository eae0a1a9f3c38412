import type { OwnCourseCertificate } from './item-documents.ts';

/**
 * Returns what a reader is missing for the certificate of a course: 'access to all lessons', '3 lessons', '1 exercise', '12% of the video'.
 * Nothing is returned if the course doesn't have yet what its rules need.
 */
export function missingForCertificate(progress: NonNullable<OwnCourseCertificate['certificateProgress']>): string[] {
  const { needsLessons, hasAccess } = progress;
  const [lessons, completed] = [progress.lessonsCount ?? 0, progress.completedCount ?? 0];
  const [percent, seconds, watched] = [progress.videoPercent ?? 0, progress.videoSeconds ?? 0, progress.watchedSeconds ?? 0];
  const missingLessons = needsLessons === true ? lessons - completed : 0;
  const missingExercises = (progress.exercisesCount ?? 0) - (progress.passedCount ?? 0);
  // Rounded up: as long as something is missing, it's at least 1%.
  const missingPercent = seconds > 0 ? Math.max(0, Math.ceil((percent * seconds - watched * 100) / seconds)) : 0;
  return [
    ...(hasAccess === true ? [] : ['access to all lessons']),
    ...(missingLessons > 0 ? [counted(missingLessons, 'lesson')] : []),
    ...(missingExercises > 0 ? [counted(missingExercises, 'exercise')] : []),
    ...(missingPercent > 0 ? [`${missingPercent}% of the video`] : []),
  ];
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count.toLocaleString('en')} ${noun}s`;
}
