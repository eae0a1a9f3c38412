import type { Feature } from '../../feature.ts';
import { BillingPlugin } from './billing-plugin.ts';
import { GiftsPlugin } from './gifts-plugin.ts';
import { PaymentsPlugin } from './payments-plugin.ts';
import { createBilling } from './create-billing.ts';

/** Payments, cancellations, gifts and team invitations. */
export const billing: Feature = {
  name: 'billing',
  plugins: [BillingPlugin, PaymentsPlugin, GiftsPlugin],
  startForQueries: ({ env, pools, log }) => ({
    services: { billing: createBilling({ settings: env.billing, pool: pools.worker, publicUrl: env.publicUrl, log }) },
  }),
  start: async (ground) => (await import('./start-billing.ts')).startBilling(ground),
};
