import type { Discussion } from '../../shared/discussions/discussion.ts';
import type { Clip } from '../../shared/learning-space/clip.ts';
import type { LibraryEntry } from '../../shared/library/library-facts.ts';

/** A title of the sample library, with the fields for filtering and sorting. */
export type Sample = LibraryEntry & {
  isMasterclass: boolean;
  technologies: readonly { slug: string; name: string; icon: string | null }[];
  instructors: readonly { username: string; name: string }[];
  /** The position in the order of enrollment, latest first. */
  enrolledPlace: number;
};

/** The data of the demo dashboard. None of it belongs to a user. */
export type DeskData = {
  clips: readonly Clip[];
  /** By clip ID. */
  discussions: Readonly<Record<string, readonly Discussion[]>>;
  /** In the order in which they were opened, latest first. */
  samples: readonly Sample[];
};

/** The sample user: a Pro subscriber on day fifty (B §9). */
export const sampleUser = { name: 'Wren Osei', streak: 50 } as const;

/** The initial counts of every clip in the demo (B §9). */
export const sampleCounts = { likes: 540, shares: 32 } as const;
