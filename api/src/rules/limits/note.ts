import type { LimitFacts } from './limit-facts.ts';

/** Limits of private notes and highlights. */
export const noteLimits = {
  body: 5000,
  quote: 1000,
  quotedOfText: 8000,
  ofText: 200,
  total: 5000,
  page: 100,
  search: 200,
  currentText: 10_000,
  node: 100,
  context: 32,
} as const;

/** Unit, reason and database checks of each limit. */
export const noteFacts: LimitFacts<typeof noteLimits> = {
  body: { unit: 'characters', why: 'a note, a page of text', sql: ['app_public.notes.body', 'app_public.change_note'] },
  quote: { unit: 'characters', why: 'the words that a note or highlight is about', sql: ['app_public.notes.quote'] },
  quotedOfText: {
    unit: 'characters',
    why: 'the words of all notes of a user on one text, so that notes can’t be used to copy a book',
    sql: ['app_private.limit_notes'],
  },
  ofText: { unit: 'notes', why: 'of a user on one text', sql: ['app_private.limit_notes'] },
  total: { unit: 'notes', why: 'of a user', sql: ['app_private.limit_notes'] },
  page: { unit: 'notes', why: 'on a page of the list', sql: ['app_public.own_notes'] },
  search: { unit: 'characters', why: 'the words to find in notes; the rest is ignored', sql: ['app_public.own_notes'] },
  currentText: {
    unit: 'characters',
    why: 'the words of a note after the text was edited',
    sql: ['app_private.note_anchors.current_text'],
  },
  node: { unit: 'characters', why: 'the type of block that contains them', sql: ['app_private.note_anchors.node'] },
  context: {
    unit: 'characters',
    why: 'the text before and after them, to find them again',
    sql: ['app_private.note_anchors.prefix', 'app_private.note_anchors.suffix'],
  },
};
