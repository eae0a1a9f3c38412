import type { Pool } from 'pg';
import type { Log } from '../../log.ts';
import type { BillingProvider } from './billing-provider.ts';
import type { BillingSettings } from './billing-settings.ts';
import { createStripe } from './stripe.ts';

/** Creates the payment provider; null without one: then administrators or the demo grant access. */
export function createBillingProvider(
  settings: BillingSettings,
  services: { readonly pool: Pool; readonly log: Log; readonly publicUrl: string },
): BillingProvider | null {
  return settings.provider === 'stripe' ? createStripe(settings, services) : null;
}
