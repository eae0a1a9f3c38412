import type { Ground, Running } from '../../feature.ts';
import { addBillingRoutes } from './billing-routes.ts';

/** Starts the route that the provider of payments calls, and the job that ends what nobody paid. */
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
