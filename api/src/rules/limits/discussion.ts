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
  inbox: 1000,
} as const;

/** Unit, reason and database checks of each limit. */
export const discussionFacts: LimitFacts<typeof discussionLimits> = {
  storedBytes: {
    unit: 'bytes',
    why: 'the size of a comment in PostgreSQL; the document format has its own limit',
    sql: ['app_public.comments.body_delta'],
  },
  markdown: { unit: 'characters', why: 'the Markdown of a comment', sql: ['app_public.comments.body_markdown'] },
  renderedBytes: {
    unit: 'bytes',
    why: 'the rendered code, formulas and diagrams of a comment',
    sql: ['app_public.comments.body_drawings'],
  },
  selection: {
    unit: 'characters',
    why: 'the words that a discussion is about',
    sql: ['app_public.discussion_selections.text', 'app_public.discussion_selections.current_text'],
  },
  selectionNode: { unit: 'characters', why: 'the type of block that contains them', sql: ['app_public.discussion_selections.node'] },
  selectionContext: {
    unit: 'characters',
    why: 'the text before and after them, to find them again',
    sql: ['app_public.discussion_selections.prefix', 'app_public.discussion_selections.suffix'],
  },
  ancestors: { unit: 'comments', why: 'the comments above a reply; deeper replies can’t be shown', sql: ['app_private.check_reply_chain'] },
  missedEvents: {
    unit: 'events',
    why: 'events that a reconnecting browser gets; if it missed more, it reloads the discussion',
    sql: ['app_private.comment_news'],
  },
  threadPage: { unit: 'comments', why: 'comments loaded when a discussion is opened' },
  replyPage: { unit: 'comments', why: 'replies that are loaded at the same time' },
  reportDetails: {
    unit: 'characters',
    why: 'the explanation of a report, a few sentences',
    sql: ['app_public.comment_reports.details'],
  },
  inbox: { unit: 'discussions', why: 'the inbox of an author; the page then says how to find others' },
};
