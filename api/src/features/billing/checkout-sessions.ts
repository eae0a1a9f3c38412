import type { Pool } from 'pg';
import { codedError } from '../../errors/error-codes.ts';
import type { Checkout, Payer } from './billing-provider.ts';
import type { Buyer } from './buyer.ts';
import type { CallProvider } from './create-payment-actions.ts';
import { runAs } from './run-as.ts';

/** An unpaid checkout that another one replaces, with its page at the provider; null before the page was opened. */
export type ReplacedCheckout = { readonly id: string; readonly sessionId: string | null };

/**
 * Opens the provider's page of a checkout and returns its URL, after closing the pages of the checkouts that it replaces: a user who changes
 * the currency or the coupon can't pay for the same thing twice, and the coupon is free again.
 */
export async function openCheckoutPage(
  { pool, callProvider }: { readonly pool: Pool; readonly callProvider: CallProvider },
  buyer: Buyer,
  { checkout, replaced, payer }: { readonly checkout: Checkout; readonly replaced: readonly ReplacedCheckout[]; readonly payer: Payer },
): Promise<string> {
  const closePage = (sessionId: string) =>
    callProvider('close a checkout', ({ closeCheckout }) => closeCheckout(sessionId), 'CHECKOUT_SERVICE_UNAVAILABLE');
  const store = (call: 'close_checkout' | 'keep_checkout_session', id: string, sessionId: string | null) =>
    runAs(pool, buyer, async (client) => {
      const { rows } = await client.query<{ isDone: boolean }>(`select app_private.${call}($1, $2) as "isDone"`, [id, sessionId]);
      return rows[0]?.isDone === true;
    });

  for (const { id, sessionId } of replaced) {
    const isUnpaid = sessionId === null || (await closePage(sessionId));
    if (!isUnpaid || !(await store('close_checkout', id, sessionId))) throw codedError('CHECKOUT_OPEN_ELSEWHERE');
  }
  const page = await callProvider('open a checkout', ({ openCheckout }) => openCheckout(checkout, payer), 'CHECKOUT_SERVICE_UNAVAILABLE');
  if (!(await store('keep_checkout_session', checkout.id, page.sessionId))) {
    // Another tab replaced this checkout while its page was being opened.
    await closePage(page.sessionId);
    throw codedError('CHECKOUT_OPEN_ELSEWHERE');
  }
  return page.url;
}
