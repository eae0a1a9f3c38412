import type { NotesQuery } from '../../../.documents/graphql.ts';
import { graphql } from '../../shared/graphql-document.ts';

/** A page of the user's notes. */
export const NotesDocument = graphql(/* GraphQL */ `query notes(
  $sort: NoteSort!, $search: String!, $kind: NoteKind, $itemId: UUID, $first: Int!, $after: String
) {
  ownNotes(sort: $sort, search: $search, kind: $kind, itemId: $itemId, first: $first, after: $after) {
    entries { id itemId itemTitle partTitle path second quote isOrphaned body createdAt }
    endCursor matchesCount notesCount
    titles { itemId title count }
  }
}`);

/** The user's notes as the API returns them. */
export type NoteList = NonNullable<NotesQuery['ownNotes']>;

/** A note in the list. */
export type NoteEntry = NoteList['entries'][number];
