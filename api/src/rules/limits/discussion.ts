import type { LimitFacts } from './limit-facts.ts';

/** Limits of discussions. */
export const discussionLimits = {
  storedBytes: 131_072,
  markdown: 65_536,
  renderedBytes: 524_288,
  selection: 10_000,
  selectionNode: 100,
  selectionContext: 32,
  ancestors: 99,
  missedEvents: 200,
  threadPage: 100,
  replyPage: 50,
  reportDetails: 1000,
} as const;

/** Unit, reason and database checks of each limit. */
export const discussionFacts: LimitFacts<typeof discussionLimits> = {
  storedBytes: {
    unit: 'bytes',
    why: 'of a comment as PostgreSQL stores it; the document format has its own limit',
    sql: ['app_public.comments.body_delta'],
  },
  markdown: { unit: 'characters', why: 'the Markdown of a comment', sql: ['app_public.comments.body_markdown'] },
  renderedBytes: {
    unit: 'bytes',
    why: 'of the colored code, formulas and diagrams of a comment',
    sql: ['app_public.comments.body_drawings'],
  },
  selection: {
    unit: 'characters',
    why: 'the passage that a discussion is about',
    sql: ['app_public.discussion_selections.text', 'app_public.discussion_selections.current_text'],
  },
  selectionNode: { unit: 'characters', why: 'the kind of block that contains it', sql: ['app_public.discussion_selections.node'] },
  selectionContext: {
    unit: 'characters',
    why: 'before and after it, to find it again',
    sql: ['app_public.discussion_selections.prefix', 'app_public.discussion_selections.suffix'],
  },
  ancestors: { unit: 'comments', why: 'above a reply: deeper replies can’t be shown', sql: ['app_private.check_reply_chain'] },
  missedEvents: {
    unit: 'events',
    why: 'that a browser gets after reconnecting; above that, it reloads the discussion',
    sql: ['app_private.comment_news'],
  },
  threadPage: { unit: 'comments', why: 'on the first page of a discussion' },
  replyPage: { unit: 'comments', why: 'replies loaded at a time' },
  reportDetails: {
    unit: 'characters',
    why: 'what is wrong with a comment, in a few sentences',
    sql: ['app_public.comment_reports.details'],
  },
};
