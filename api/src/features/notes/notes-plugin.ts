import { type PgResource, sideEffectWithPgClient } from 'postgraphile/@dataplan/pg';
import { access, context, type FieldArgs, object, type Step } from 'postgraphile/grafast';
import { extendSchema, gql } from 'postgraphile/utils';
import { codedError } from '../../errors/error-codes.ts';
import { addNote } from './add-note.ts';

/** Adds `addNote`, which finds the words in the text. `changeNote` and `deleteNote` are SQL functions. */
export const NotesPlugin: GraphileConfig.Plugin = extendSchema((build) => {
  const { notes } = build.pgResources as Record<'notes', PgResource>;
  return {
    typeDefs,
    objects: {
      Mutation: {
        plans: {
          addNote(_$root: Step, args: FieldArgs) {
            const $input = args.getRaw('input');
            const $id = sideEffectWithPgClient(notes.executor, [$input, context().get('userId')], async (client, [input, userId]) => {
              if (userId === null) throw codedError('SIGN_IN_REQUIRED');
              return addNote(client, input);
            });
            return object({ id: $id, clientMutationId: access($input, 'clientMutationId') });
          },
        },
      },
      AddNotePayload: {
        plans: {
          clientMutationId: ($payload: Step) => access($payload, 'clientMutationId'),
          note: ($payload: Step) => notes.get({ id: access($payload, 'id') }),
        },
      },
    },
  };
}, 'NotesPlugin');

const typeDefs = gql`
  extend type Mutation {
    """
    Adds a private note or highlight: to words of a text that the user can read, or to a second of a video that they can watch. Errors:
    LOGIN_REQUIRED, NOT_FOUND, FORBIDDEN, BAD_INPUT, CONFLICT if the words aren't in the text (anymore), TOO_MANY.
    """
    addNote(input: AddNoteInput!): AddNotePayload
  }

  """Input of addNote: exactly one of lessonId and articleId, and exactly one of selection and second."""
  input AddNoteInput {
    clientMutationId: String
    "A new key for each press of Save. A request that arrives twice with the same key adds one note."
    key: UUID
    lessonId: UUID
    articleId: UUID
    "The words, at most 1,000 characters. The server looks for them in the text that the user can read."
    selection: NewSelectionInput
    "The second of the lesson's video."
    second: Int
    "The text of the note, at most 5,000 characters; absent for a highlight."
    body: String
  }
  """The new note."""
  type AddNotePayload {
    clientMutationId: String
    note: Note
  }
`;
