import { expect } from 'vitest';
import type { Browser } from '../browser.ts';
import type { startFakeStripe } from './fake-stripe.ts';
import { signUp } from '../people.ts';
import type { TestApi } from '../start-test-api.ts';

export const startCheckout = `mutation a($planSlug: String, $courseSlug: String, $seats: Int, $returnTo: String) {
  startCheckout(input: { planSlug: $planSlug, courseSlug: $courseSlug, seats: $seats, returnTo: $returnTo }) { isGranted url } }`;
type Started = { startCheckout: { isGranted: boolean; url: string } };

/** Whether a user has a subscription. */
export async function isPro(browser: Browser): Promise<boolean> {
  const { data } = await browser.graphql<{ viewer: { isPro: boolean } }>('{ viewer { isPro } }');
  return data?.viewer.isPro ?? false;
}

export type Payers = ReturnType<typeof createPayers>;

/** Creates users and makes them pay with a fake Stripe; null if another fake takes payments. */
export function createPayers(site: TestApi, stripe: Awaited<ReturnType<typeof startFakeStripe>> | null) {
  let people = 0;

  async function checkout(browser: Browser, variables: Record<string, unknown>): Promise<string> {
    const { data, errors } = await browser.graphql<Started>(startCheckout, variables);
    expect(errors).toBeUndefined();
    expect(data?.startCheckout.isGranted).toBe(false);
    return data?.startCheckout.url ?? '';
  }

  return {
    newcomer: () => {
      people += 1;
      return signUp(site, `payer${people}@example.com`, 'Payer');
    },
    /** Opens a checkout; returns its URL at Stripe. */
    checkout,
    /** Subscribes, and sends Stripe's events. */
    subscribe: async (browser: Browser, variables: Record<string, unknown> = { planSlug: 'monthly' }) => {
      if (stripe === null) throw new Error('subscribe: expected a fake Stripe, got none');
      const paid = stripe.pay(await checkout(browser, variables));
      for (const event of paid.events) expect(await stripe.send(site.url, event)).toBe(200);
      return paid;
    },
  };
}
