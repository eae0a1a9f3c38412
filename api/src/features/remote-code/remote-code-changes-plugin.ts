import { type PgResource, type PgSelectSingleStep, sideEffectWithPgClientTransaction } from 'postgraphile/@dataplan/pg';
import { access, context, type FieldArgs, lambda, object, type Step } from 'postgraphile/grafast';
import { extendSchema } from 'postgraphile/utils';
import { codedError } from '../../errors/error-codes.ts';
import { textSurroundings } from '../documents/text-surroundings.ts';
import { createTextWrites } from '../texts/text-writes.ts';
import { acceptRemoteCode } from './accept-remote-code.ts';
import { compareLines } from './diff-lines.ts';

/** Adds `RemoteCodeSource.diff` and `acceptRemoteCode`: what changed in code of repositories, and saving it into the text. */
export const RemoteCodeChangesPlugin: GraphileConfig.Plugin = extendSchema((build) => {
  const { remote_code_sources: sources } = build.pgResources as { remote_code_sources: PgResource };
  return {
    typeDefs: /* GraphQL */ `
        """How a line changed."""
        enum RemoteCodeDiffKind {
          """The line is in both versions."""
          SAME

          """The line is new in the repository."""
          ADDED

          """The line is only in the text."""
          REMOVED
        }

        """A line of a comparison."""
        type RemoteCodeDiffLine {
          """How the line changed."""
          kind: RemoteCodeDiffKind!

          """The line, without its line break."""
          text: String!
        }

        extend type RemoteCodeSource {
          """A line-by-line comparison of the text's code with the repository's; null unless it changed."""
          diff: [RemoteCodeDiffLine!]
        }

        """All input of acceptRemoteCode."""
        input AcceptRemoteCodeInput {
          """Returned in the payload."""
          clientMutationId: String

          """The id of the RemoteCodeSource."""
          id: UUID!
        }

        """The output of acceptRemoteCode."""
        type AcceptRemoteCodePayload {
          """The clientMutationId of the input."""
          clientMutationId: String

          """The code, which is now current."""
          remoteCodeSource: RemoteCodeSource
        }

        extend type Mutation {
          """
          Saves changed code into its text: into the article's working text, which publishArticle makes public, or
          into the lesson's. For the text's authors, editors and administrators. Errors: LOGIN_REQUIRED, NOT_FOUND, CONFLICT if nothing
          has changed.
          """
          acceptRemoteCode(
            """The changed code."""
            input: AcceptRemoteCodeInput!
          ): AcceptRemoteCodePayload
        }
      `,
    objects: {
      RemoteCodeSource: {
        plans: {
          diff: ($source: PgSelectSingleStep) =>
            lambda(
              [$source.get('text'), $source.get('new_text')],
              ([text, newText]) => (typeof text === 'string' && typeof newText === 'string' ? compareLines(text, newText) : null),
              true,
            ),
        },
      },
      AcceptRemoteCodePayload: {
        plans: { remoteCodeSource: ($payload: Step) => sources.get({ id: access($payload, 'id') }) },
      },
      Mutation: {
        plans: {
          acceptRemoteCode(_$root: Step, args: FieldArgs) {
            const $input = args.getRaw('input');
            const $accepted = sideEffectWithPgClientTransaction(
              sources.executor,
              object({ id: access($input, 'id'), userId: context().get('userId'), surroundings: textSurroundings() }),
              async (client, { id, userId, surroundings }) => {
                if (userId === null) throw codedError('SIGN_IN_REQUIRED');
                return acceptRemoteCode(client, String(id), {
                  article: createTextWrites('article', surroundings),
                  lesson: createTextWrites('lesson', surroundings),
                });
              },
            );
            return object({ id: access($accepted, 'id'), clientMutationId: access($input, 'clientMutationId') });
          },
        },
      },
    },
  };
}, 'RemoteCodeChangesPlugin');
