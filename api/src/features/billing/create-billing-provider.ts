import type { Pool } from 'pg';
import type { Log } from '../../log.ts';
import type { BillingProvider } from './billing-provider.ts';
import type { BillingSettings } from './billing-settings.ts';
import { createStripe } from './stripe.ts';

/** The service that takes payments; null where nobody does: administrators give access, or the demo does. */
export function createBillingProvider(
  settings: BillingSettings,
  services: { readonly pool: Pool; readonly log: Log },
): BillingProvider | null {
  return settings.provider === 'stripe' ? createStripe(settings, services) : null;
}
