import type { LimitFacts } from './limit-facts.ts';

/** Texts of articles, lessons and chapters: the numbers. */
export const textLimits = {
  storedBytes: 8_000_000,
  revisions: 100,
  codePath: 1000,
  codeRef: 300,
} as const;

/** What each is counted in, why, and where the database checks it. */
export const textFacts: LimitFacts<typeof textLimits> = {
  storedBytes: {
    unit: 'bytes',
    why: 'the size of a text, or of its renderings, in PostgreSQL',
    sql: [
      'app_private.lesson_bodies.body_delta',
      'app_private.article_bodies.body_delta',
      'app_private.lesson_revision_texts.body_delta',
      'app_private.article_revision_texts.body_delta',
      'app_private.lesson_bodies.drawings',
      'app_private.article_bodies.drawings',
    ],
  },
  revisions: {
    unit: 'revisions',
    why: 'for each text, and as many published ones: the newest 50, then those that weren’t replaced within five minutes',
    sql: ['app_private.trim_article_revisions', 'app_private.trim_lesson_revisions'],
  },
  codePath: {
    unit: 'characters',
    why: 'the path of a file in a repository',
    sql: ['app_public.remote_code_sources.filepath', 'app_private.remote_code_of'],
  },
  codeRef: {
    unit: 'characters',
    why: 'a branch, tag or commit',
    sql: ['app_public.remote_code_sources.refname', 'app_private.remote_code_of'],
  },
};
