import { randomUUID } from 'node:crypto';
import { charactersOf } from '@newline/document/annotations/anchor-view';
import type { PgClient } from 'postgraphile/@dataplan/pg';
import { codedError } from '../../errors/error-codes.ts';
import { noteLimits } from '../../rules/limits/note.ts';
import { findSelection, type SelectionInput } from '../annotations/place-selection.ts';

/** The input of the mutation `addNote`. */
export type AddNoteInput = {
  readonly key?: string | null;
  readonly lessonId?: string | null;
  readonly articleId?: string | null;
  readonly selection?: SelectionInput | null;
  readonly second?: number | null;
  readonly body?: string | null;
};

/** Adds a note with the permissions of the client's user, and returns its ID. The words come from the stored text, not from the request. */
export async function addNote(client: PgClient, input: AddNoteInput): Promise<string> {
  const { key, lessonId, articleId, selection, second, body } = input;
  const added = await findAdded(client, key);
  if (added !== null) return added;
  if (body != null && body.length > noteLimits.body) throw codedError('NOTE_TOO_LONG', { max: noteLimits.body, length: body.length });
  let anchor: object | null = null;
  // Without exactly one text and one anchor, the database refuses it with the reason.
  if (selection != null && (lessonId == null) !== (articleId == null)) {
    const passage = await findSelection(client, { lessonId, articleId }, selection, noteLimits.quote);
    if (passage === null) throw codedError('NOTE_WORDS_MISSING');
    if (passage.text.length > noteLimits.quote)
      throw codedError('SELECTION_TOO_LONG', { max: noteLimits.quote, length: passage.text.length });
    anchor = { ...passage, quoted: charactersOf(passage.text).length };
  }
  const { rows } = await client.query<{ id: string }>({
    text: 'select app_private.add_note($1, $2, $3, $4, $5, $6) as id',
    values: [
      key ?? randomUUID(),
      lessonId ?? null,
      articleId ?? null,
      second ?? null,
      anchor === null ? null : JSON.stringify(anchor),
      body ?? null,
    ],
  });
  const [row] = rows;
  if (!row) throw new Error('app_private.add_note returned no row, expected the ID of the note');
  return row.id;
}

/**
 * Returns the note of the client's user that an earlier request with this key added. It's found even if the text has changed or their access
 * has ended since. The database adds one note if both requests arrive together.
 */
async function findAdded(client: PgClient, key: AddNoteInput['key']): Promise<string | null> {
  if (key == null) return null;
  const { rows } = await client.query<{ id: string }>({
    text: 'select n.id from app_public.notes n where n.key = $1 and n.user_id = app_public.current_user_id()',
    values: [key],
  });
  return rows[0]?.id ?? null;
}
