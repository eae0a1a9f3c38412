import type { FilterGroup } from './library-choice.ts';

/** The user's progress in a lesson. */
export type LessonState = 'open' | 'started' | 'done';

/** A row of a library. It's computed before rendering, so that server and browser show the same. */
export type LibraryEntry = {
  id: string;
  kind: 'course' | 'book';
  /** 'Course', 'Book', 'Bootcamp', 'Workshop' or 'Masterclass', then a technology and the authors. */
  facts: readonly string[];
  title: string;
  permalink: string;
  topic: string;
  posterImageUrl: string | null;
  status: 'not-started' | 'in-progress' | 'completed';
  /** One per lesson, in the order of the outline. */
  lessonStates: readonly LessonState[];
  /** Where to continue; null when everything is completed or there are no lessons. */
  next: { path: string; label: string; second: number | null } | null;
  /** 'Finished 3 November'; null unless completed. */
  finished: string | null;
  /** 'Today', '3 Nov': when it was last opened, or enrolled in when sorted by that. */
  when: string;
};

/** A filter option. */
export type LibraryOption = {
  group: FilterGroup;
  value: string;
  label: string;
  /** The key in the icon map; null for an option that isn't a technology. */
  icon: string | null;
  /** How many rows it would show, given the filters of the other groups. */
  count: number;
};

/** Everything that a library list shows. */
export type LibraryFacts = {
  /** A page of matching rows. */
  entries: readonly LibraryEntry[];
  options: readonly LibraryOption[];
  matchesCount: number;
  itemsCount: number;
  /** True when no title matches the search exactly and the closest ones are shown. */
  isNearly: boolean;
  pageSize: number;
};
