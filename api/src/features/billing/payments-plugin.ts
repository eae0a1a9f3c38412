import type { PgResource } from 'postgraphile/@dataplan/pg';
import { access, type Step } from 'postgraphile/grafast';
import { extendSchema, gql } from 'postgraphile/utils';
import { billingMutation } from './billing-mutation.ts';

/** Adds the mutations on payments that need the payment provider: refunds and receipts. */
export const PaymentsPlugin: GraphileConfig.Plugin = extendSchema((build) => {
  const { payments } = build.pgResources as { payments: PgResource };
  const echo = { clientMutationId: ($payload: Step) => access($payload, 'clientMutationId') };
  return {
    typeDefs,
    objects: {
      Mutation: {
        plans: {
          refundPayment: billingMutation((billing, buyer, input) =>
            billing.payments.refundPayment(buyer, {
              paymentId: String(input['paymentId']),
              amountCents: Number(input['amountCents']),
              refundedCents: Number(input['refundedCents']),
              reason: String(input['reason']),
            }),
          ),
          openReceipt: billingMutation((billing, buyer, input) => billing.payments.openReceipt(buyer, String(input['paymentId']))),
        },
      },
      RefundPaymentPayload: { plans: { ...echo, payment: ($payload: Step) => payments.get({ id: access($payload, 'answer') }) } },
      OpenReceiptPayload: { plans: { ...echo, url: ($payload: Step) => access($payload, 'answer') } },
    },
  };
}, 'PaymentsPlugin');

const typeDefs = gql`
  extend type Mutation {
    """
    Refunds all or some of a payment through its provider; a title that is refunded in full ends. By administrators. Errors: LOGIN_REQUIRED,
    FORBIDDEN, NOT_FOUND, BAD_INPUT, CONFLICT if more was refunded meanwhile or another refund is unfinished, UNAVAILABLE.
    """
    refundPayment(input: RefundPaymentInput!): RefundPaymentPayload
    """
    Returns the URL of the invoice or receipt of the user's payment: the provider's, or the path of this site's page. Errors: LOGIN_REQUIRED,
    NOT_FOUND, TOO_MANY, UNAVAILABLE.
    """
    openReceipt(input: OpenReceiptInput!): OpenReceiptPayload
  }

  """Input of refundPayment."""
  input RefundPaymentInput {
    clientMutationId: String
    "The id of the Payment."
    paymentId: UUID!
    "The amount to refund, in cents."
    amountCents: Int!
    "How much of it is refunded already, in cents, as the administrator sees it; a request that is sent twice refunds once."
    refundedCents: Int!
    "Why, for the audit log."
    reason: String!
  }
  """The updated payment."""
  type RefundPaymentPayload {
    clientMutationId: String
    payment: Payment
  }

  """Input of openReceipt."""
  input OpenReceiptInput {
    clientMutationId: String
    "The id of the Payment."
    paymentId: UUID!
  }
  """Where the receipt is."""
  type OpenReceiptPayload {
    clientMutationId: String
    "The provider's file or page, or a path on this site."
    url: String!
  }
`;
