import { constant, context, type FieldArgs, list, object, sideEffect, type Step } from 'postgraphile/grafast';
import { extendSchema } from 'postgraphile/utils';
import { service } from '../../services.ts';
import type { Newsletter } from './create-newsletter.ts';

declare global {
  namespace Newline {
    interface Services {
      /** Takes addresses for the newsletter. */
      newsletter: Newsletter;
    }
  }
}

/** Adds `subscribeToNewsletter`; `confirmNewsletter` is a function of the database. */
export const NewsletterPlugin: GraphileConfig.Plugin = extendSchema(
  () => ({
    typeDefs: /* GraphQL */ `
      """All input of subscribeToNewsletter."""
      input SubscribeToNewsletterInput {
        """Comes back in the payload."""
        clientMutationId: String

        """Where letters go."""
        email: String!

        """How letters greet."""
        firstName: String
      }
      """The output of subscribeToNewsletter."""
      type SubscribeToNewsletterPayload {
        """The clientMutationId of the input."""
        clientMutationId: String

        """True: a mail with a link is on its way, unless the address is on the list already."""
        isAsked: Boolean!
      }
      extend type Mutation {
        """
        Asks for the newsletter. A mail with a link goes to the address, and only who follows it gets letters; the answer is the
        same for an address that is on the list. Errors: BAD_INPUT with extensions.field, TOO_MANY.
        """
        subscribeToNewsletter(
          """The address and the name."""
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
