/** Settings of the payment provider. */
export type BillingSettings =
  | {
      /** No provider: administrators grant access. */
      readonly provider: 'manual';
      /** True on a demo site, where a checkout grants access immediately. */
      readonly isGrantedAtOnce: boolean;
    }
  | {
      readonly provider: 'stripe';
      readonly secretKey: string;
      /** Secret that signs Stripe's webhooks. */
      readonly webhookSecret: string;
      /** URL of Stripe's API, without a trailing slash. */
      readonly apiUrl: string;
    };

/** What "Subscribe" does: it grants access immediately, leads to the provider's page, or nothing is for sale. */
export type CheckoutMode = 'GRANTS' | 'REDIRECTS' | 'CLOSED';

/** Returns the checkout mode of these settings. */
export function checkoutModeOf(settings: BillingSettings): CheckoutMode {
  if (settings.provider === 'stripe') return 'REDIRECTS';
  return settings.isGrantedAtOnce ? 'GRANTS' : 'CLOSED';
}
