import { constant, context, type FieldArgs, list, object, sideEffect, type Step } from 'postgraphile/grafast';
import { extendSchema } from 'postgraphile/utils';
import { service } from '../../services.ts';
import type { Newsletter } from './create-newsletter.ts';

declare global {
  namespace Newline {
    interface Services {
      /** Handles newsletter sign-ups. */
      newsletter: Newsletter;
    }
  }
}

/** Adds `subscribeToNewsletter`; `confirmNewsletter` is a database function. */
export const NewsletterPlugin: GraphileConfig.Plugin = extendSchema(
  () => ({
    typeDefs: /* GraphQL */ `
      """All input of subscribeToNewsletter."""
      input SubscribeToNewsletterInput {
        """Returned in the payload."""
        clientMutationId: String

        """The email address that gets the newsletter."""
        email: String!

        """The first name for the greeting."""
        firstName: String
      }
      """The output of subscribeToNewsletter."""
      type SubscribeToNewsletterPayload {
        """The clientMutationId of the input."""
        clientMutationId: String

        """Always true: a confirmation email is on its way, unless the email address is on the list already."""
        isAsked: Boolean!
      }
      extend type Mutation {
        """
        Signs up for the newsletter. Sends a confirmation link to the email address, which must be followed to get newsletters; the result is the
        same for an email address that is on the list already. Errors: BAD_INPUT with extensions.field, TOO_MANY.
        """
        subscribeToNewsletter(
          """The email address and first name."""
          input: SubscribeToNewsletterInput!
        ): SubscribeToNewsletterPayload
      }
    `,
    objects: {
      Mutation: {
        plans: {
          subscribeToNewsletter(_$root: Step, args: FieldArgs) {
            const $asked = sideEffect(
              list([service('newsletter'), context().get('subnet'), args.getRaw(['input', 'email']), args.getRaw(['input', 'firstName'])]),
              async ([newsletter, subnet, email, firstName]) => {
                await newsletter.subscribe({ email, firstName }, subnet ?? null);
                return true;
              },
            );
            return object({
              isAsked: $asked,
              clientMutationId: args.getRaw(['input', 'clientMutationId']) ?? constant(null),
            });
          },
        },
      },
    },
  }),
  'NewsletterPlugin',
);
