import { z } from 'zod';

/* The contents of db/demo/content, as db/demo/content/README.md describes them. Data that nothing shows yet is ignored. */

const text = z.string().min(1);
const username = z.string().regex(/^[a-z0-9_-]+$/);
const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);
const days = z.number();
const item = z.string().regex(/^(courses|books)\/[a-z0-9-]+$/);
const rating = z.int().min(1).max(5);
const maybe = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? null);

/** A user in people.json. */
export const personSchema = z.object({
  username,
  name: maybe(text),
  email: z.email(),
  isAuthor: z.boolean(),
  isAdmin: z.boolean(),
  demo: maybe(z.enum(['learner', 'anotherLearner', 'proLearner', 'author', 'admin'])),
  employmentTitle: maybe(text),
  employerName: maybe(text),
  bio: maybe(text),
  githubUsername: maybe(text),
  twitterUsername: maybe(text),
  websiteUrl: maybe(z.url()),
});

/** tags.json: the categories of the explore tabs, and technologies with their icons. */
export const tagsSchema = z.object({
  categories: z.array(z.object({ slug, name: text })),
  technologies: z.array(z.object({ slug, name: text, icon: maybe(text) })),
});

const logos = z.array(z.object({ slug, name: text }));
/** logos.json: companies in the strips of customers and of students. */
export const logosSchema = z.object({ customers: logos, students: logos });

/** authors.json: authors' quotes about working here, in the order of the home page, and the paths of their pages. */
export const authorsSchema = z.array(z.object({ username, path: maybe(z.string().regex(/^\/[a-z0-9-]+$/)), quoteMd: text }));

const dates = { createdDaysAgo: days, publishedDaysAgo: maybe(days), updatedDaysAgo: maybe(days) };

/** The front matter of a course or a book. */
export const itemSchema = z.object({
  title: text,
  subtitle: maybe(text),
  slug,
  permalink: text,
  archetype: text,
  isPublished: z.boolean(),
  isShownPublicly: z.boolean(),
  isFree: z.boolean(),
  isComingSoon: z.boolean(),
  isEarlyAccess: z.boolean(),
  isMasterclass: z.boolean(),
  isBootcamp: z.boolean(),
  isLiveWorkshop: z.boolean(),
  isArchived: z.boolean(),
  subscriptionRequired: z.boolean(),
  lessonLanguage: text,
  previewPercent: maybe(z.int().min(0).max(100)),
  sections: z.array(text),
  topic: slug,
  authors: z.array(username).min(1),
  editors: z.array(username).default([]),
  tags: z.array(slug),
  ...dates,
  numExercises: z.int().min(0),
  heroVideo: maybe(z.int()),
  previewPdfUrl: maybe(text),
  summary: maybe(text),
  description: maybe(text),
  dependencies: maybe(z.record(z.string(), z.unknown())),
  pricingFeatures: z.array(text),
  syllabus: z.array(text),
  faq: z.array(z.object({ question: text, answer: text })),
  resources: z.array(z.object({ title: text, url: z.url() })),
  marketing: z.object({ headline: text, pitch: text, audience: z.array(text).default([]), outcomes: z.array(text).default([]) }),
});

/** The front matter of a lesson or a chapter. */
export const lessonSchema = z.object({
  title: text,
  slug,
  role: z.enum(['INTRODUCTION', 'LESSON', 'CHAPTER', 'CHANGELOG']),
  section: maybe(text),
  description: maybe(text),
  video: maybe(z.int()),
  isFree: z.boolean(),
  isAdvancedPackageLesson: z.boolean(),
});

/** The front matter of an article. */
export const articleSchema = z.object({
  title: text,
  slug,
  author: username,
  tags: z.array(slug),
  description: maybe(text),
  summary: maybe(text),
  subscriptionRequired: z.boolean(),
  previewPercent: maybe(z.int().min(0).max(100)),
  canonicalUrl: maybe(z.url()),
  ...dates,
});

/** A clip of clips.json; of exactly one course or book. */
export const clipSchema = z
  .object({
    slug,
    title: text,
    description: maybe(text),
    isShort: z.boolean(),
    course: maybe(slug),
    book: maybe(slug),
    lesson: maybe(slug),
    video: z.int(),
    thumbnail: z.int().min(0),
    createdDaysAgo: days,
  })
  .refine((clip) => (clip.course === null) !== (clip.book === null), { path: ['course'], message: 'expected either a course or a book' });

/** sections.json: the sections of the home page, the pricing page and the page for authors, with the texts that differ from the defaults. */
export const sectionsSchema = z.record(
  z.enum(['HOME', 'PRICING', 'WRITE_WITH_US']),
  z.array(z.object({ kind: z.string(), content: z.record(z.string(), z.unknown()) })),
);

/** home.json: the titles on the home page, in their order. */
export const homeSchema = z.object({ books: z.array(slug), courses: z.array(slug) });

/** reviews.json: learners' reviews, survey answers, and testimonials chosen by the site. */
export const reviewsSchema = z.object({
  reviews: z.array(z.object({ user: username, item, rating, quoteMd: text.max(200), createdDaysAgo: days })),
  surveys: z.array(z.object({ user: maybe(username), item, scaleNumber: rating, reviewText: maybe(text), createdDaysAgo: days })),
  testimonials: z.array(
    z.object({
      slug,
      featured: z.boolean(),
      name: text,
      title: maybe(text),
      employer: maybe(text),
      websiteUrl: maybe(z.url()),
      twitterUsername: maybe(text),
      githubUsername: maybe(text),
      linkedInUrl: maybe(z.url()),
      rating,
      quoteMd: text,
      item: maybe(item),
      createdDaysAgo: days,
    }),
  ),
});

/** A discussion of discussions.json with its comments, oldest first. */
export const discussionSchema = z.object({
  on: z.string().regex(/^(clip|lesson|article):.+$/),
  timecodeStart: maybe(z.number().min(0)),
  quote: maybe(text),
  createdDaysAgo: days,
  comments: z
    .array(
      z.object({
        id: z.int(),
        by: username,
        md: text,
        replyTo: maybe(z.int()),
        hoursAfter: z.number().min(0),
        edited: z.boolean().default(false),
        deleted: z.boolean().default(false),
        reactions: z.int().min(0).default(0),
      }),
    )
    .min(1),
});

/** A private note of notes.json: on words or on a second of a lesson's video; without a note it's a highlight. */
export const noteSchema = z.object({
  by: username,
  on: z.string().regex(/^lesson:[^/]+\/[^/]+$/),
  quote: maybe(text),
  second: maybe(z.int().min(0)),
  note: maybe(text),
  daysAgo: days,
});

/** A learning path of learning-paths.json. */
export const learningPathSchema = z.object({
  slug,
  title: text.max(200),
  by: username,
  topic: z.enum(['AI', 'FRONTEND', 'BACKEND', 'LANGUAGES', 'BASICS', 'CONCEPTS', 'ENGINEERING', 'DESIGN']),
  summary: text.max(300),
  description: text.max(4000),
  publishedDaysAgo: days,
  steps: z
    .array(z.object({ on: z.string().regex(/^(courses\/|books\/|article:|clip:)[a-z0-9-]+$/), why: maybe(text.max(300)) }))
    .min(1)
    .max(50),
});

/** progress.json: who can read what, users' progress, and their streaks. */
export const progressSchema = z.object({
  streaks: z.array(z.object({ user: username, days: z.int().min(1) })),
  entitlements: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('pro'), user: username, sinceDaysAgo: days }),
      z.object({ kind: z.literal('pro-expired'), user: username, sinceDaysAgo: days, untilDaysAgo: days }),
      z.object({ kind: z.literal('purchase'), user: username, item, sinceDaysAgo: days }),
      z.object({ kind: z.literal('advanced'), user: username, item, sinceDaysAgo: days }),
    ]),
  ),
  progress: z.array(z.object({ user: username, item, completed: z.int().min(0), enrolledDaysAgo: days, lastDaysAgo: days })),
});

const cents = z.int().min(1);

/** plans.json: the plans, and the prices of titles by kind, in cents. */
export const plansSchema = z.object({
  currency: z.string().regex(/^[A-Z]{3}$/),
  plans: z.array(
    z.object({
      slug: z.string().regex(/^[a-z0-9-]+$/),
      name: z.string().min(1),
      kind: z.enum(['PRO', 'TEAM']),
      interval: z.enum(['MONTH', 'YEAR']),
      amountCents: cents,
      minSeats: z.int().min(1),
      maxSeats: z.int().min(1),
      description: z.string().min(1),
    }),
  ),
  prices: z.object({ title: cents, masterclass: cents, bootcamp: cents, workshop: cents, advanced: cents }),
});

/** A video.json of db/demo/media/videos; `thumbnails` are seconds. */
export const videoSchema = z.object({
  number: z.int(),
  playbackId: z.string().regex(/^[A-Za-z0-9_-]{4,64}$/),
  durationSeconds: z.number().positive(),
  thumbnails: z.array(z.number()).min(1),
});
