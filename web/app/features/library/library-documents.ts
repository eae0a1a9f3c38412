import { graphql } from '../../shared/graphql-document.ts';

/** A row of the library as the API returns it. */
export type LibraryNode = {
  id: string;
  isBook: boolean;
  isMasterclass: boolean;
  isBootcamp: boolean;
  isLiveWorkshop: boolean;
  title: string;
  permalink: string;
  topic: string;
  posterImageUrl: string | null;
  technologies: string[];
  instructors: string[];
  status: 'NOT_STARTED' | 'IN_PROGRESS' | 'COMPLETED';
  lessonStates: ('OPEN' | 'STARTED' | 'DONE')[];
  continuePath: string | null;
  continueTitle: string | null;
  continueNumber: number | null;
  continueSeconds: number | null;
  completedAt: string | null;
  enrolledAt: string;
  accessedAt: string;
};

/** A filter as the API returns it. */
export type FilterNode = {
  filterGroup: 'STATUS' | 'KIND' | 'TECHNOLOGY' | 'INSTRUCTOR';
  value: string;
  label: string | null;
  icon: string | null;
  count: number;
};

/** A page of the signed-in user's library with its counts, and their streak. */
export const LibraryDocument = graphql(/* GraphQL */ `query library(
  $sort: LibrarySort!, $search: String!, $statuses: [LibraryStatus], $kinds: [LibraryKind], $technologies: [String], $instructors: [String],
  $first: Int!, $skip: Int!
) {
  library(
    sort: $sort, search: $search, statuses: $statuses, kinds: $kinds, technologies: $technologies, instructors: $instructors, first: $first, skip: $skip
  ) {
    items {
      id isBook isMasterclass isBootcamp isLiveWorkshop title permalink topic posterImageUrl technologies instructors status lessonStates
      continuePath continueTitle continueNumber continueSeconds completedAt enrolledAt accessedAt
    }
    filters { filterGroup value label icon count }
    matchesCount itemsCount completedCount isNearly isTodayCounted
  }
  begunLearningPaths(first: 10) {
    nodes {
      ...PathCard
      progress { doneCount totalCount percent }
      nextStep { course { title permalink } book { title permalink } article { title permalink } clip { id title } }
    }
  }
  streak
  viewer { id username displayName profileImageUrl isAdmin settings { hasShortcuts timeZone followsBrowserTimeZone } }
}`);
