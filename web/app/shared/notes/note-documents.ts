import { graphql } from '../graphql-document.ts';

/** Adds a note or highlight of the reader. */
export const AddNoteDocument = graphql(
  /* GraphQL */ `mutation addNote($input: AddNoteInput!) { addNote(input: $input) { note { id version } } }`,
);

/** A note of the reader, to edit it. */
export const OwnNoteDocument = graphql(
  /* GraphQL */ `query ownNote($id: UUID!) { ownNote(id: $id) { id second quote isOrphaned body version } }`,
);

/** Changes the text of a note. */
export const ChangeNoteDocument = graphql(
  /* GraphQL */ `mutation changeNote($id: UUID!, $body: String!, $version: Int!) {
  changeNote(input: { id: $id, body: $body, version: $version }) { note { id version } }
}`,
);

/** Deletes a note. */
export const DeleteNoteDocument = graphql(
  /* GraphQL */ `mutation deleteNote($id: UUID!, $version: Int!) { deleteNote(input: { id: $id, version: $version }) { result } }`,
);
