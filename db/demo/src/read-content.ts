import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  articleSchema,
  clipSchema,
  discussionSchema,
  noteSchema,
  itemSchema,
  lessonSchema,
  homeSchema,
  learningPathSchema,
  logosSchema,
  authorsSchema,
  personSchema,
  plansSchema,
  progressSchema,
  reviewsSchema,
  sectionsSchema,
  tagsSchema,
  videoSchema,
} from './content-schemas.ts';
import { readFrontMatter } from './front-matter.ts';
import { parseContent } from './parse-content.ts';

const contentFolder = join(import.meta.dirname, '../content');
/** The folder with the demo's videos and images. */
export const mediaFolder = join(import.meta.dirname, '../media');

/** A Markdown file that was read and checked; `file` names it in messages. */
type Text<Facts> = Facts & { file: string; body: string };

/** A lesson or a chapter. */
export type DemoLesson = Text<z.infer<typeof lessonSchema>>;
/** A course or a book with its lessons in order; `key` is `courses/{slug}` or `books/{slug}`. */
export type DemoItem = Text<z.infer<typeof itemSchema>> & { key: string; kind: 'course' | 'book'; lessons: DemoLesson[] };
/** An article of the demo. */
export type DemoArticle = Text<z.infer<typeof articleSchema>>;
/** A video of db/demo/media. */
export type DemoVideo = z.infer<typeof videoSchema>;

/** The contents of db/demo/content and db/demo/media. */
export type DemoContent = {
  people: z.infer<typeof personSchema>[];
  tags: z.infer<typeof tagsSchema>;
  logos: z.infer<typeof logosSchema>;
  authors: z.infer<typeof authorsSchema>;
  home: z.infer<typeof homeSchema>;
  sections: z.infer<typeof sectionsSchema>;
  items: DemoItem[];
  articles: DemoArticle[];
  clips: z.infer<typeof clipSchema>[];
  reviews: z.infer<typeof reviewsSchema>;
  discussions: z.infer<typeof discussionSchema>[];
  notes: z.infer<typeof noteSchema>[];
  learningPaths: z.infer<typeof learningPathSchema>[];
  plans: z.infer<typeof plansSchema>;
  progress: z.infer<typeof progressSchema>;
  /** Videos by their number in the texts. */
  videos: Map<number, DemoVideo>;
};

/** Reads and checks all of the demo's texts and data. Throws with file, field and reason. */
export function readContent(): DemoContent {
  return {
    people: readPeople(),
    tags: readJson('tags.json', tagsSchema),
    logos: readJson('logos.json', logosSchema),
    authors: readJson('authors.json', authorsSchema),
    home: readJson('home.json', homeSchema),
    sections: readJson('sections.json', sectionsSchema),
    items: globSync('{courses,books}/*/index.md', { cwd: contentFolder }).toSorted().map(readItem),
    articles: globSync('articles/*.md', { cwd: contentFolder })
      .toSorted()
      .map((file) => readText(file, articleSchema)),
    clips: readJson('clips.json', z.array(clipSchema)),
    reviews: readJson('reviews.json', reviewsSchema),
    discussions: readJson('discussions.json', z.array(discussionSchema)),
    notes: readJson('notes.json', z.array(noteSchema)),
    learningPaths: readJson('learning-paths.json', z.array(learningPathSchema)),
    plans: readJson('plans.json', plansSchema),
    progress: readJson('progress.json', progressSchema),
    videos: readVideos(),
  };
}

/** The users of the demo: authors, learners and administrators. */
export function readPeople(): DemoContent['people'] {
  return readJson('people.json', z.array(personSchema));
}

/** Returns the path at which the site serves a file of db/demo/media; null if there is no such file. */
export function mediaPath(file: string): string | null {
  return existsSync(join(mediaFolder, file)) ? `/media/${file}` : null;
}

function readItem(index: string): DemoItem {
  const folder = index.slice(0, -'/index.md'.length);
  const files = readdirSync(join(contentFolder, folder)).filter((name) => name.endsWith('.md') && name !== 'index.md');
  return {
    ...readText(index, itemSchema),
    key: folder,
    kind: folder.startsWith('books/') ? 'book' : 'course',
    lessons: files.toSorted().map((name) => readText(`${folder}/${name}`, lessonSchema)),
  };
}

function readVideos(): Map<number, DemoVideo> {
  const files = globSync('*/video.json', { cwd: join(mediaFolder, 'videos') }).toSorted();
  const videos = files.map((file) => parseContent(file, JSON.parse(readFileSync(join(mediaFolder, 'videos', file), 'utf8')), videoSchema));
  return new Map(videos.map((video) => [video.number, video]));
}

function readText<Schema extends z.ZodObject>(file: string, schema: Schema): Text<z.infer<Schema>> {
  const text = readFileSync(join(contentFolder, file), 'utf8');
  const { facts, body } = withFile(file, () => readFrontMatter(text));
  return { ...parseContent(file, facts, schema), file, body };
}

function readJson<Schema extends z.ZodType>(file: string, schema: Schema): z.infer<Schema> {
  return parseContent(
    file,
    withFile(file, () => JSON.parse(readFileSync(join(contentFolder, file), 'utf8')) as unknown),
    schema,
  );
}

function withFile<Result>(file: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw new Error(`db/demo: ${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
