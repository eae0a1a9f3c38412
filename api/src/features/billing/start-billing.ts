import type { Ground, Running } from '../../feature.ts';
import { addBillingRoutes } from './billing-routes.ts';

/** Starts the webhook of the payment provider, and the job that ends unpaid subscriptions. */
export function startBilling({ use }: Ground): Running {
  const billing = use('billing');
  return {
    addRoutes(app) {
      if (billing.webhook) addBillingRoutes(app, billing.webhook);
    },
    tasks: () => ({ tidy_billing: () => billing.tidy() }),
    cron: [{ task: 'tidy_billing', match: '*/10 * * * *', identifier: 'tidy_billing' }],
  };
}
