import type { LimitFacts } from './limit-facts.ts';

/** Limits of search and lists. */
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
  catalogPage: 60,
  figureDays: 3650,
} as const;

/** Unit, reason and database checks of each limit. */
export const searchFacts: LimitFacts<typeof searchLimits> = {
  words: { unit: 'characters', why: 'the search fields of the site and of the library', sql: ['app_public.library'] },
  query: { unit: 'characters', why: 'the part of a query that the search function reads', sql: ['app_public.search'] },
  results: { unit: 'results', why: 'results of one search', sql: ['app_public.search'] },
  libraryPage: { unit: 'items', why: 'items of the library in one response', sql: ['app_public.library'] },
  titleWords: {
    unit: 'characters',
    why: 'the filter of the lists of courses, books, articles and your own work',
    sql: ['app_private.word_patterns'],
  },
  filter: { unit: 'characters', why: 'the filter of lists in administration', sql: ['app_private.like_pattern'] },
  word: {
    unit: 'characters',
    why: 'a word that corrections are chosen from',
    sql: ['app_private.search_words.word', 'app_private.add_search_words', 'app_private.nearest_words'],
  },
  nearWord: {
    unit: 'characters',
    why: 'corrections in the library; longer words have to be spelled correctly',
    sql: ['app_private.near_pattern'],
  },
  adminPage: {
    unit: 'rows',
    why: 'rows of a list in administration: a page of 100, and one that shows that there are more',
    sql: ['app_public.people', 'app_public.newsletter_addresses', 'app_public.sent_mails'],
  },
  catalogPage: { unit: 'titles', why: 'titles on a page of courses, books or articles' },
  figureDays: { unit: 'days', why: 'the longest period of analytics', sql: ['app_private.period_start'] },
};
