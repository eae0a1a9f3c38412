/** A lesson's line in the syllabus; `number` is null for one that does not count. */
export type OutlineLine = { id: string; number: number | null; title: string; isFree: boolean; videoSeconds: number | null };

/** A part of the syllabus; `title` is null where lessons stand outside every section. */
export type OutlineSection = { id: string; title: string | null; lessons: OutlineLine[] };

/** A review as it is shown. */
export type ReviewFacts = {
  id: string;
  rating: number;
  text: string;
  name: string;
  username: string | null;
  imageUrl: string | null;
  title: string | null;
  employer: string | null;
};

/** What the page of a course or a book shows, worked out on the server. */
export type ItemFacts = {
  id: string;
  kind: 'course' | 'book';
  title: string;
  permalink: string;
  topic: string;
  lead: string | null;
  label: string;
  /** Null for what is bought by itself. */
  price: 'Free' | 'Pro' | null;
  language: string | null;
  isNewRelease: boolean;
  isComingSoon: boolean;
  isEarlyAccess: boolean;
  isListed: boolean;
  posterImageUrl: string | null;
  descriptionParagraphs: string[];
  /** The long description as a document (a JSON string). */
  descriptionDelta: string | null;
  numLessons: number;
  videoSeconds: number;
  numExercises: number;
  numStudents: number;
  /** YYYY-MM-DD. */
  revisedAt: string;
  ratingCount: number;
  /** Null without ratings. */
  ratingAverage: number | null;
  /** How many ratings of 1, 2, 3, 4 and 5 stars. */
  ratings: number[];
  authors: {
    id: string;
    username: string;
    displayName: string;
    profileImageUrl: string | null;
    employmentTitle: string | null;
    employerName: string | null;
    biography: string | null;
  }[];
  sections: OutlineSection[];
  reviews: ReviewFacts[];
};
