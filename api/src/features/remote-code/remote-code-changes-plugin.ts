import { type PgResource, type PgSelectSingleStep, sideEffectWithPgClientTransaction } from 'postgraphile/@dataplan/pg';
import { access, context, type FieldArgs, lambda, object, type Step } from 'postgraphile/grafast';
import { extendSchema } from 'postgraphile/utils';
import { codedError } from '../../errors/error-codes.ts';
import { textSurroundings } from '../documents/text-surroundings.ts';
import { createTextWrites } from '../texts/text-writes.ts';
import { acceptRemoteCode } from './accept-remote-code.ts';
import { compareLines } from './diff-lines.ts';

/** What changed in code of repositories, and taking it into the text: `RemoteCodeSource.diff` and `acceptRemoteCode`. */
export const RemoteCodeChangesPlugin: GraphileConfig.Plugin = extendSchema((build) => {
  const { remote_code_sources: sources } = build.pgResources as { remote_code_sources: PgResource };
  return {
    typeDefs: /* GraphQL */ `
        """What became of a line."""
        enum RemoteCodeDiffKind {
          """It stands in both."""
          SAME

          """It is new in the repository."""
          ADDED

          """It is in the text only."""
          REMOVED
        }

        """A line of a comparison."""
        type RemoteCodeDiffLine {
          """What became of it."""
          kind: RemoteCodeDiffKind!

          """The line, without its end."""
          text: String!
        }

        extend type RemoteCodeSource {
          """The code of the text compared with that of the repository, line by line; null unless it changed."""
          diff: [RemoteCodeDiffLine!]
        }

        """All input of acceptRemoteCode."""
        input AcceptRemoteCodeInput {
          """Comes back in the payload."""
          clientMutationId: String

          """The id of the RemoteCodeSource."""
          id: UUID!
        }

        """The output of acceptRemoteCode."""
        type AcceptRemoteCodePayload {
          """The clientMutationId of the input."""
          clientMutationId: String

          """The code, which is current again."""
          remoteCodeSource: RemoteCodeSource
        }

        extend type Mutation {
          """
          Takes changed code into its text: a save of the article's working text, which publishArticle puts before readers, or
          of the lesson's text. By those who write the text and staff. Errors: LOGIN_REQUIRED, NOT_FOUND, CONFLICT when there is
          nothing to take.
          """
          acceptRemoteCode(
            """Which code."""
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
