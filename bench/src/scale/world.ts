import { idOf, pick, pickPopular, share, spread } from './seeded.ts';

/** What the rows belong to that is already there: accounts that can sign in, plans, and tags. */
export type Existing = {
  learnerId: string;
  authorId: string;
  adminId: string;
  plans: readonly { id: string; kind: string; amountCents: number }[];
  tagIds: readonly string[];
  /** One of the owner's pages. */
  pageId: string;
};

/** The numbers of rows and what they have in common. */
export type World = ReturnType<typeof createWorld>;

/** Lessons of each title. */
export const lessonsEach = 20;

/** How many users write, beside the author of the demo. */
const WRITERS = 500;

const day = 24 * 60 * 60 * 1000;

/**
 * Plans a site of 200,000 users, 20,000 lessons, 10,000 clips, a million comments and five million lessons done, or a share of it.
 *
 * @param size 1 for the whole site, 0.005 for a two hundredth of it
 * @param now the end of its history; everything else is the same each time
 */
export function createWorld(existing: Existing, size: number, now: Date) {
  const of = (whole: number, least = 1) => Math.max(least, Math.round(whole * size));
  const counts = {
    users: of(200_000, 100),
    titles: of(1000, 20),
    articles: of(5000),
    clips: of(10_000),
    discussions: of(150_000),
    comments: of(1_000_000),
    longDiscussion: of(6000),
    progresses: of(5_000_000),
    subscriptions: of(40_000),
    teams: of(400, 2),
    purchases: of(100_000),
  };
  const writers = Math.min(WRITERS, Math.floor(counts.users / 4));
  // The demo's learner studies more than most, so that their library and their pages aren't empty.
  const done = spread(11, counts.progresses, counts.users);
  /** The demo's learner is user 0, so the first user has a large part of the whole. */
  done[0] = Math.min(counts.titles * lessonsEach, 600);
  let surplus = done.reduce((sum, count) => sum + count, 0) - counts.progresses;
  for (let n = counts.users - 1; surplus > 0 && n > 0; n -= 1) {
    const less = Math.min(surplus, done[n] ?? 0);
    done[n] = (done[n] ?? 0) - less;
    surplus -= less;
  }
  for (let n = 1; surplus < 0; n = 1 + (n % (counts.users - 1)), surplus += 1) done[n] = (done[n] ?? 0) + 1;

  /** The comments of each discussion: the first is very long. */
  const comments = spread(12, counts.comments - counts.longDiscussion - counts.discussions + 1, counts.discussions - 1);
  const daysAgo = (days: number) => new Date(now.getTime() - days * day);
  return {
    existing,
    counts,
    writers,
    now,
    daysAgo,
    /** The ID of a user by number; the first is the demo's learner. */
    userId: (n: number) => (n === 0 ? existing.learnerId : idOf('user', n)),
    /** The ID of a user who writes, by number; the first is the demo's author. */
    writerId: (n: number) => (n % writers === 0 ? existing.authorId : idOf('user', n % writers)),
    /** When a user signed up. */
    joinedAt: (n: number) => daysAgo(1100 * (1 - n / counts.users)),
    isCourse: (title: number) => title % 10 < 7,
    titleId: (title: number) => idOf(title % 10 < 7 ? 'course' : 'book', title),
    /** The authors of a title: one or two; the demo's author wrote every fortieth and the most popular one. */
    authorsOf: (title: number): number[] =>
      (title % 40 === 0 ? [0] : title % 3 === 0 ? [title, title + 1] : [title]).map((n) => n % writers),
    lessonId: (title: number, lesson: number) => idOf('lesson', title * lessonsEach + lesson),
    isPublished: (title: number) => title < 10 || title % 12 !== 11,
    /** How many lessons a user has done, title by title. */
    doneBy: (user: number) => done[user] ?? 0,
    /** The titles of a user, in the order in which they began them. */
    titleOf: (user: number, at: number) => (pickPopular(13, user, counts.titles) + at) % counts.titles,
    commentsOf: (discussion: number) => (discussion === 0 ? counts.longDiscussion : 1 + (comments[discussion - 1] ?? 0)),
    /** A moment after a user signed up. */
    momentOf: (seed: number, n: number, user: number) => daysAgo(1100 * (1 - user / counts.users) * (1 - share(seed, n))),
    someUser: (seed: number, n: number) => pick(seed, n, counts.users),
  };
}

/** Splits `count` rows into the columns `course_id` and `book_id`. */
export function titleColumns(world: World, title: number): [string | null, string | null] {
  const id = world.titleId(title);
  return world.isCourse(title) ? [id, null] : [null, id];
}
