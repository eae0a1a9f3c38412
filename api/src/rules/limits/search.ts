import type { LimitFacts } from './limit-facts.ts';

/** Search and lists: the numbers. */
export const searchLimits = {
  words: 200,
  query: 400,
  results: 100,
  libraryPage: 100,
  titleWords: 100,
  filter: 200,
  word: 40,
  nearWord: 30,
  adminPage: 101,
  cataloguePage: 60,
  figureDays: 3650,
} as const;

/** What each is counted in, why, and where the database checks it. */
export const searchFacts: LimitFacts<typeof searchLimits> = {
  words: { unit: 'characters', why: 'what the fields of search and of the library take', sql: ['app_public.library'] },
  query: { unit: 'characters', why: 'what the search function reads of a query from elsewhere', sql: ['app_public.search'] },
  results: { unit: 'results', why: 'of one search', sql: ['app_public.search'] },
  libraryPage: { unit: 'items', why: 'of the library in one answer', sql: ['app_public.library'] },
  titleWords: {
    unit: 'characters',
    why: 'what the lists of courses, books, articles and one’s own work are filtered by',
    sql: ['app_private.word_patterns'],
  },
  filter: { unit: 'characters', why: 'what the lists of administrators are filtered by', sql: ['app_private.like_pattern'] },
  word: {
    unit: 'characters',
    why: 'a word that a misspelled one is compared with',
    sql: ['app_private.search_words.word', 'app_private.add_search_words', 'app_private.nearest_words'],
  },
  nearWord: {
    unit: 'characters',
    why: 'a longer word of a library search has to be spelled right',
    sql: ['app_private.near_pattern'],
  },
  adminPage: {
    unit: 'rows',
    why: 'of a list of administrators: a page of 100, and one to know that there are more',
    sql: ['app_public.people', 'app_public.newsletter_addresses', 'app_public.sent_mails'],
  },
  cataloguePage: { unit: 'titles', why: 'of a page of courses, books or articles' },
  figureDays: { unit: 'days', why: 'that analytics look back', sql: ['app_private.period_start'] },
};
