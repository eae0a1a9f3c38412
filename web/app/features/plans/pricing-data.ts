import { siteOrganization } from '@newline/api/rules/site/organization';
import { site } from '@newline/api/rules/site/site';
import type { PlanFacts } from './plans-documents.ts';

/** Returns structured data of the plans' prices for search engines; null without any. */
export function pricingData(plans: readonly PlanFacts[], publicUrl: string, description: string): object | null {
  if (plans.length === 0) return null;
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: `${site.name} Pro`,
    description,
    image: `${publicUrl}${siteOrganization().logo}`,
    brand: { '@type': 'Brand', name: site.name },
    offers: plans.map((plan) => ({
      '@type': 'Offer',
      name: plan.name,
      price: (plan.amountCents / 100).toFixed(2),
      priceCurrency: plan.currency,
      availability: 'https://schema.org/InStock',
      url: `${publicUrl}/pricing`,
    })),
  };
}
