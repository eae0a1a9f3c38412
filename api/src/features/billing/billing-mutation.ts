import { access, context, type FieldArgs, list, object, sideEffect, type Step } from 'postgraphile/grafast';
import { codedError } from '../../errors/error-codes.ts';
import { service } from '../../services.ts';
import type { Viewer } from '../../viewer.ts';
import type { Buyer } from './buyer.ts';
import type { Billing } from './create-billing.ts';

/** The raw input of a mutation. */
export type BillingInput = Readonly<Record<string, unknown>>;

/** Creates a mutation field that calls the billing service as the signed-in user. */
export function billingMutation(perform: (billing: Billing, buyer: Buyer, input: BillingInput) => Promise<unknown>) {
  return (_$root: Step, args: FieldArgs) => {
    const $input = args.getRaw('input');
    const $answer = sideEffect(list([service('billing'), context().get('viewer'), $input]), async ([billing, viewer, input]) =>
      perform(billing, buyerOf(viewer), input as BillingInput),
    );
    return object({ answer: $answer, clientMutationId: access($input, 'clientMutationId') });
  };
}

function buyerOf(viewer: Viewer & { readonly email?: string | null }): Buyer {
  if (viewer.userId === null) throw codedError('SIGN_IN_REQUIRED');
  return { userId: viewer.userId, role: viewer.role, access: viewer.access, email: viewer.email ?? null };
}
