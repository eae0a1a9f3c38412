import type { Ground, Running } from '../../feature.ts';
import { addBillingRoutes } from './billing-routes.ts';

const keepPricesTask = 'keep_provider_prices';

/** Starts the webhook of the payment provider, the job that ends unpaid subscriptions, and the one that tells the provider of prices. */
export function startBilling({ use, tags, jobs, log }: Ground): Running {
  const billing = use('billing');
  // A price that this misses is found by the job tidy_billing.
  const forget = tags.onTagsChanged((changed) => {
    if (billing.webhook === null || (changed !== null && !changed.includes('plans'))) return;
    jobs.add(keepPricesTask, {}, { key: keepPricesTask }).catch((error: unknown) => {
      log.warn({ err: error }, 'billing: the job that tells the provider of prices could not be added');
    });
  });
  return {
    addRoutes(app) {
      if (billing.webhook) addBillingRoutes(app, billing.webhook);
    },
    tasks: () => ({ tidy_billing: () => billing.tidy(), [keepPricesTask]: () => billing.syncPrices() }),
    cron: [{ task: 'tidy_billing', match: '*/10 * * * *', identifier: 'tidy_billing' }],
    close: forget,
  };
}
