import { siteOrganization } from '@newline/api/rules/site/organization';
import { pricingPage } from '../../../../pages.config.ts';
import { site } from '@newline/api/rules/site/site';
import { writeAmount } from '../../shared/amounts.ts';
import type { PriceFacts } from './plans-documents.ts';

/** Returns structured data of the plans' prices for search engines; null without any. */
export function pricingData(prices: readonly PriceFacts[], publicUrl: string): object | null {
  if (prices.length === 0) return null;
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: `${site.name} Pro`,
    description: pricingPage.lead,
    image: `${publicUrl}${siteOrganization().logo}`,
    brand: { '@type': 'Brand', name: site.name },
    offers: prices.map((price) => ({
      '@type': 'Offer',
      name: price.name,
      price: writeAmount(price.amountCents, price.currency),
      priceCurrency: price.currency,
      availability: 'https://schema.org/InStock',
      url: `${publicUrl}/pricing`,
    })),
  };
}
