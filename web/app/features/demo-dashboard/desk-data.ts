import type { Discussion } from '../../shared/discussions/discussion.ts';
import type { Clip } from '../../shared/learning-space/clip.ts';
import type { LibraryEntry } from '../../shared/library/library-facts.ts';

/** A title of the sample library, with what it is filtered and sorted by. */
export type Sample = LibraryEntry & {
  isMasterclass: boolean;
  technologies: readonly { slug: string; name: string; icon: string | null }[];
  instructors: readonly { username: string; name: string }[];
  /** Place in the order of enrolment, the latest first. */
  enrolledPlace: number;
};

/** Everything that the demo dashboard is made of. Nothing of it is anybody's own. */
export type DeskData = {
  clips: readonly Clip[];
  /** By the clip's id. */
  discussions: Readonly<Record<string, readonly Discussion[]>>;
  /** In the order in which they were opened, the latest first. */
  samples: readonly Sample[];
};

/** The sample user: a Pro subscriber on day fifty (B §9). */
export const sampleUser = { name: 'Wren Osei', streak: 50 } as const;

/** The counts that every clip of the demo begins with (B §9). */
export const sampleCounts = { likes: 540, shares: 32 } as const;
