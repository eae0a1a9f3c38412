import type { Feature } from '../../feature.ts';
import { LessonsPlugin } from './lessons-plugin.ts';

/** Writing and publishing the texts of lessons and chapters. */
export const lessons: Feature = { name: 'lessons', plugins: [LessonsPlugin] };
