import { type PricingKind, pricingKinds } from '@newline/api/rules/site/page-sections';
import type { RouterContextProvider } from 'react-router';
import { loadPage } from '../../shared/page-content/load-page.server.ts';
import { dependsOn, runDocument } from '../../shared/run-document.server.ts';
import { offeredPlans } from './offered-plans.ts';
import { PlansDocument } from './plans-documents.ts';
import { titleOnSale } from './title-on-sale.ts';
import { type PricingContent, standardPricing } from '../../shared/page-content/standard-pricing.ts';

/** Loads the pricing page; with a draft, as it would be with these sections. */
export async function loadPricing(context: Readonly<RouterContextProvider>, draft: string | null = null) {
  dependsOn(context, ['plans', 'courses', 'books']);
  const [{ products, titlesOnSale }, { content, changes }] = await Promise.all([
    runDocument(context, PlansDocument, {}),
    loadPage<PricingKind, PricingContent>(context, 'PRICING', { kinds: pricingKinds, standard: standardPricing, draft }),
  ]);
  const titles = { titles: (titlesOnSale?.nodes ?? []).flatMap(titleOnSale), hasMoreTitles: titlesOnSale?.pageInfo.hasNextPage ?? false };
  return { plans: offeredPlans(products.nodes), ...titles, lead: content.TOP.lead, ...(changes && { changes }) };
}
