import type { FilterGroup } from './library-choice.ts';

/** How far somebody is with a lesson. */
export type LessonState = 'open' | 'started' | 'done';

/** A row of a library, worked out before it is shown, so that the server and the browser show the same. */
export type LibraryEntry = {
  id: string;
  kind: 'course' | 'book';
  /** 'Course', 'Book', 'Bootcamp', 'Workshop' or 'Masterclass', then a technology and who wrote it. */
  facts: readonly string[];
  title: string;
  permalink: string;
  topic: string;
  posterImageUrl: string | null;
  status: 'not-started' | 'in-progress' | 'completed';
  /** One a lesson, in the order of the outline. */
  lessonStates: readonly LessonState[];
  /** Where one goes on; null when all is done or there is nothing. */
  next: { path: string; label: string; second: number | null } | null;
  /** 'Finished 3 November'; null unless completed. */
  finished: string | null;
  /** 'Today', '3 Nov': when it was opened last, or enrolled in where that is the order. */
  when: string;
};

/** Something to filter by. */
export type LibraryOption = {
  group: FilterGroup;
  value: string;
  label: string;
  /** The key in the icon map; null for what is no technology. */
  icon: string | null;
  /** How many rows choosing it would show beside the other groups. */
  count: number;
};

/** Everything that a list of a library shows. */
export type LibraryFacts = {
  /** A page of what matches. */
  entries: readonly LibraryEntry[];
  options: readonly LibraryOption[];
  matchesCount: number;
  itemsCount: number;
  /** True when no title has the words that were searched for and the nearest are shown. */
  isNearly: boolean;
  pageSize: number;
};
