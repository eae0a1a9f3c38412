import { certificateDoors } from './certificate-doors.ts';
import type { Door } from './door.ts';
import { learningPathDoors } from './learning-path-doors.ts';
import { noteDoors } from './note-doors.ts';

/** Test cases for what learners have besides lessons: certificates, learning paths and notes. See definer-doors.ts. */
export const practiceDoors: readonly Door[] = [...certificateDoors, ...learningPathDoors, ...noteDoors];
