/** Who takes payments. */
export type BillingSettings =
  | {
      /** Nobody: administrators give access. */
      readonly provider: 'manual';
      /** True on a demo site, where whoever checks out has it at once. */
      readonly isGrantedAtOnce: boolean;
    }
  | {
      readonly provider: 'stripe';
      readonly secretKey: string;
      /** Signs what Stripe tells. */
      readonly webhookSecret: string;
      /** Stripe's API, without a slash at its end. */
      readonly apiUrl: string;
    };

/** What pressing "Subscribe" does: it is granted at once, it leads to the provider's page, or nothing is sold here. */
export type CheckoutMode = 'GRANTS' | 'REDIRECTS' | 'CLOSED';

/** The mode that follows from the settings. */
export function checkoutModeOf(settings: BillingSettings): CheckoutMode {
  if (settings.provider === 'stripe') return 'REDIRECTS';
  return settings.isGrantedAtOnce ? 'GRANTS' : 'CLOSED';
}
