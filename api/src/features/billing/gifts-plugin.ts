import type { PgResource } from 'postgraphile/@dataplan/pg';
import { access, type Step } from 'postgraphile/grafast';
import { extendSchema, gql } from 'postgraphile/utils';
import { billingMutation } from './billing-mutation.ts';

/** Adds the mutations on gifts that need a new link. Redeeming one is a SQL function. */
export const GiftsPlugin: GraphileConfig.Plugin = extendSchema((build) => {
  const { gifts } = build.pgResources as { gifts: PgResource };
  const echo = { clientMutationId: ($payload: Step) => access($payload, 'clientMutationId') };
  return {
    typeDefs,
    objects: {
      Mutation: {
        plans: {
          resendGift: billingMutation((billing, buyer, input) =>
            billing.gifts.resendGift(buyer, String(input['giftId']), typeof input['email'] === 'string' ? input['email'] : null),
          ),
          createGiftLink: billingMutation((billing, buyer, input) => billing.gifts.createGiftLink(buyer, String(input['giftId']))),
        },
      },
      ResendGiftPayload: { plans: { ...echo, gift: ($payload: Step) => gifts.get({ id: access($payload, 'answer') }) } },
      CreateGiftLinkPayload: { plans: { ...echo, url: ($payload: Step) => access($payload, 'answer') } },
    },
  };
}, 'GiftsPlugin');

const typeDefs = gql`
  extend type Mutation {
    """
    Emails the link of the user's gift again, or to another email address; links that were sent to the former address end. Errors:
    LOGIN_REQUIRED, NOT_FOUND, BAD_INPUT, CONFLICT if it was redeemed or withdrawn, TOO_MANY.
    """
    resendGift(input: ResendGiftInput!): ResendGiftPayload
    """
    Returns a new link to the user's gift; earlier links still work. Errors: LOGIN_REQUIRED, NOT_FOUND, CONFLICT if it was redeemed or
    withdrawn, TOO_MANY.
    """
    createGiftLink(input: CreateGiftLinkInput!): CreateGiftLinkPayload
  }

  """Input of resendGift."""
  input ResendGiftInput {
    clientMutationId: String
    "The id of the Gift."
    giftId: UUID!
    "Another email address; null for the same."
    email: String
  }
  """The updated gift."""
  type ResendGiftPayload {
    clientMutationId: String
    gift: Gift
  }

  """Input of createGiftLink."""
  input CreateGiftLinkInput {
    clientMutationId: String
    "The id of the Gift."
    giftId: UUID!
  }
  """A link that redeems the gift, once."""
  type CreateGiftLinkPayload {
    clientMutationId: String
    url: String!
  }
`;
