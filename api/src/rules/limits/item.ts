import type { LimitFacts } from './limit-facts.ts';

/** Limits of courses, books and lessons. */
export const itemLimits = {
  title: 200,
  subtitle: 300,
  description: 4000,
  summary: 2000,
  longDescription: 100_000,
  syllabus: 20_000,
  marketingHeadline: 300,
  marketingCopy: 20_000,
  dependenciesBytes: 8000,
  repositoryPath: 300,
  tag: 60,
  writers: 50,
  sections: 500,
  lessons: 2000,
  clips: 1000,
  priceCurrencies: 20,
  priceCents: 10_000_000,
} as const;

/** Unit, reason and database checks of each limit. */
export const itemFacts: LimitFacts<typeof itemLimits> = {
  title: {
    unit: 'characters',
    why: 'one line on a page and in a list',
    sql: [
      'app_public.courses.title',
      'app_public.books.title',
      'app_public.articles.title',
      'app_public.lessons.title',
      'app_public.course_sections.title',
      'app_public.article_revisions.title',
      'app_public.lesson_revisions.title',
      'app_public.notes.item_title',
      'app_public.notes.part_title',
      'app_private.clean_title',
    ],
  },
  subtitle: { unit: 'characters', why: 'one line under the title', sql: ['app_public.courses.subtitle', 'app_public.books.subtitle'] },
  description: {
    unit: 'characters',
    why: 'a paragraph under the title',
    sql: [
      'app_public.courses.description',
      'app_public.books.description',
      'app_public.articles.description',
      'app_public.lessons.description',
    ],
  },
  summary: {
    unit: 'characters',
    why: 'one sentence for cards and search results',
    sql: ['app_public.courses.summary', 'app_public.books.summary', 'app_public.articles.summary'],
  },
  longDescription: {
    unit: 'characters',
    why: 'the Markdown description on the page of a course or book',
    sql: ['app_public.courses.primary_description_markdown', 'app_public.books.primary_description_markdown'],
  },
  syllabus: {
    unit: 'characters',
    why: 'the syllabus as Markdown',
    sql: ['app_public.courses.syllabus', 'app_public.books.syllabus'],
  },
  marketingHeadline: {
    unit: 'characters',
    why: 'the headline of an advertisement',
    sql: ['app_public.courses.marketing_headline', 'app_public.books.marketing_headline'],
  },
  marketingCopy: {
    unit: 'characters',
    why: 'the text of an advertisement as Markdown',
    sql: ['app_public.courses.marketing_copy_markdown', 'app_public.books.marketing_copy_markdown'],
  },
  dependenciesBytes: {
    unit: 'bytes',
    why: 'the size in PostgreSQL; the API accepts 6,000 bytes of JSON',
    sql: ['app_public.courses.dependencies', 'app_public.books.dependencies'],
  },
  repositoryPath: {
    unit: 'characters',
    why: 'the path of a lesson’s code in its repository',
    sql: ['app_public.lessons.repository_pathname'],
  },
  tag: { unit: 'characters', why: 'the name of a tag', sql: ['app_public.tags.name', 'app_public.save_tag'] },
  writers: { unit: 'users', why: 'authors and editors of an item', sql: ['app_public.set_contributor'] },
  sections: { unit: 'sections', why: 'sections in a course or book', sql: ['app_public.create_section'] },
  lessons: { unit: 'lessons', why: 'lessons in a course or book', sql: ['app_public.create_lesson'] },
  clips: { unit: 'clips', why: 'clips of a course or book', sql: ['app_public.create_clip'] },
  priceCurrencies: {
    unit: 'currencies',
    why: 'prices of a title',
    sql: ['app_public.set_item_price'],
  },
  priceCents: {
    unit: 'cents',
    why: 'a higher price is probably a mistake',
    sql: ['app_public.set_item_price', 'app_private.check_product'],
  },
};
