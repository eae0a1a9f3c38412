import type { PlanFacts } from './plans-documents.ts';
import type { TitleOnSale } from './title-on-sale.ts';

/** Returns the plans that are for sale, with their current prices. */
export function offeredPlans(plans: readonly PlanFacts[]): PlanFacts[] {
  return plans
    .filter(({ isOffered }) => isOffered)
    .map((plan) => ({ ...plan, plans: { nodes: plan.plans.nodes.filter(({ isOffered }) => isOffered) } }))
    .filter(({ plans: { nodes } }) => nodes.length > 0);
}

/** Returns the currencies of these plans and titles, starting with the first price's. */
export function currenciesOf(plans: readonly PlanFacts[], titles: readonly TitleOnSale[]): string[] {
  const prices = [...plans.flatMap(({ plans: { nodes } }) => nodes), ...titles.flatMap((title) => title.prices)];
  return [...new Set(prices.map(({ currency }) => currency))];
}
