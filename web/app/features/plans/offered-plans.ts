import type { PlanFacts } from './plans-documents.ts';

/** Returns the plans that are for sale, with their current prices. */
export function offeredPlans(plans: readonly PlanFacts[]): PlanFacts[] {
  return plans
    .filter(({ isOffered }) => isOffered)
    .map((plan) => ({ ...plan, plans: { nodes: plan.plans.nodes.filter(({ isOffered }) => isOffered) } }))
    .filter(({ plans: { nodes } }) => nodes.length > 0);
}

/** Returns the currencies of these plans, starting with the first price's. */
export function currenciesOf(plans: readonly PlanFacts[]): string[] {
  return [...new Set(plans.flatMap(({ plans: { nodes } }) => nodes.map(({ currency }) => currency)))];
}
