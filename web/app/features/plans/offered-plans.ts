import type { PlanFacts } from './plans-documents.ts';

/** Returns the plans that are for sale, each with the prices that are. */
export function offeredPlans(plans: readonly PlanFacts[]): PlanFacts[] {
  return plans
    .filter(({ isOffered }) => isOffered)
    .map((plan) => ({ ...plan, plans: { nodes: plan.plans.nodes.filter(({ isOffered }) => isOffered) } }))
    .filter(({ plans: { nodes } }) => nodes.length > 0);
}

/** Returns the currencies of these plans, that of the first price first. */
export function currenciesOf(plans: readonly PlanFacts[]): string[] {
  return [...new Set(plans.flatMap(({ plans: { nodes } }) => nodes.map(({ currency }) => currency)))];
}
