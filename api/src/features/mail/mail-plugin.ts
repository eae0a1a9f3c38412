import { access, context, type FieldArgs, list, object, sideEffect, type Step } from 'postgraphile/grafast';
import { extendSchema, gql } from 'postgraphile/utils';
import { service } from '../../services.ts';

/** Adds `sendTestMail`. */
export const MailPlugin: GraphileConfig.Plugin = extendSchema(
  () => ({
    typeDefs: gql`
      extend type Mutation {
        """
        Sends an email to the signed-in administrator immediately, without the job queue, to test the mail server. For administrators only.
        Errors: LOGIN_REQUIRED, FORBIDDEN.
        """
        sendTestMail(input: SendTestMailInput!): SendTestMailPayload
      }

      """Input of sendTestMail."""
      input SendTestMailInput {
        clientMutationId: String
      }
      """The result of sendTestMail."""
      type SendTestMailPayload {
        clientMutationId: String
        "The recipient."
        to: String!
        "Why the mail server didn't accept it; null if it did."
        failure: String
      }
    `,
    objects: {
      Mutation: {
        plans: {
          sendTestMail: (_$root: Step, args: FieldArgs) => {
            const $result = sideEffect(list([service('testMail'), context().get('viewer')]), ([testMail, viewer]) => testMail(viewer));
            return object({
              to: access($result, 'to'),
              failure: access($result, 'failure'),
              clientMutationId: args.getRaw(['input', 'clientMutationId']),
            });
          },
        },
      },
    },
  }),
  'MailPlugin',
);
