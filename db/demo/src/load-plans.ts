import { demoId } from './demo-id.ts';
import { insertRows, itemColumns, type LoadContext, userId } from './load-context.ts';
import type { DemoItem } from './read-content.ts';

/** Loads plans, and the prices of titles. */
export async function loadPlans(context: LoadContext): Promise<void> {
  const { currency, plans } = context.content.plans;
  await insertRows(
    context,
    'app_public.plans',
    plans.map(({ slug, name, kind, interval, amountCents, minSeats, maxSeats, description }, index) => ({
      id: demoId('plan', slug),
      slug,
      name,
      kind,
      billing_interval: interval,
      amount_cents: amountCents,
      currency,
      min_seats: minSeats,
      max_seats: maxSeats,
      description,
      position: index + 1,
      is_offered: true,
      created_at: context.daysAgo(600),
    })),
  );
  await insertRows(context, 'app_public.author_share_rules', [{ id: demoId('share', 'all titles'), percent: 50 }]);
  await insertRows(
    context,
    'app_public.item_prices',
    context.content.items.flatMap((item) =>
      [false, true]
        .map((isAdvanced) => ({
          id: demoId('price', `${item.key} ${isAdvanced}`),
          ...itemColumns(item.key),
          is_advanced: isAdvanced,
          amount_cents: priceOf(context, item, isAdvanced),
          currency,
        }))
        .filter(({ amount_cents: cents }) => cents !== null),
    ),
  );
}

/** Loads the subscriptions and purchases of the demo's users; triggers create the entitlements. */
export async function loadPurchases(context: LoadContext): Promise<void> {
  const { content, daysAgo } = context;
  const monthly = content.plans.plans.find(({ kind, interval }) => kind === 'PRO' && interval === 'MONTH');
  if (monthly === undefined) throw new Error('db/demo: plans.json: expected a monthly plan for Pro, got none');
  await insertRows(
    context,
    'app_public.subscriptions',
    content.progress.entitlements.flatMap((one) => {
      if (one.kind !== 'pro' && one.kind !== 'pro-expired') return [];
      const hasEnded = one.kind === 'pro-expired';
      return {
        id: demoId('subscription', one.user),
        user_id: userId(one.user),
        plan_id: demoId('plan', monthly.slug),
        kind: 'PRO',
        status: hasEnded ? 'ENDED' : 'ACTIVE',
        seats: 1,
        cancels_at_period_end: hasEnded,
        period_starts_at: daysAgo(one.sinceDaysAgo),
        // A subscription of the demo runs for a year from now, so that the site stays in its initial state.
        period_ends_at: hasEnded ? daysAgo(one.untilDaysAgo) : daysAgo(-365),
        ended_at: hasEnded ? daysAgo(one.untilDaysAgo) : null,
        provider: 'manual',
        created_at: daysAgo(one.sinceDaysAgo),
      };
    }),
  );
  await insertRows(
    context,
    'app_public.purchases',
    content.progress.entitlements.flatMap((one) => {
      if (one.kind !== 'purchase' && one.kind !== 'advanced') return [];
      const isAdvanced = one.kind === 'advanced';
      const item = content.items.find(({ key }) => key === one.item);
      return {
        id: demoId('purchase', `${one.kind} ${one.item} ${one.user}`),
        user_id: userId(one.user),
        ...itemColumns(one.item),
        is_advanced: isAdvanced,
        amount_cents: (item && priceOf(context, item, isAdvanced)) ?? 0,
        currency: content.plans.currency,
        discount_percent: 0,
        provider: 'manual',
        created_at: daysAgo(one.sinceDaysAgo),
      };
    }),
  );
}

/** Returns the price of a title or of its advanced package in the demo; null if it isn't sold separately. */
export function priceOf({ content }: LoadContext, item: DemoItem, isAdvanced: boolean): number | null {
  const { prices } = content.plans;
  if (isAdvanced) return item.lessons.some(({ isAdvancedPackageLesson }) => isAdvancedPackageLesson) ? prices.advanced : null;
  if (item.isFree || item.isComingSoon) return null;
  if (item.isBootcamp) return prices.bootcamp;
  if (item.isLiveWorkshop) return prices.workshop;
  return item.isMasterclass ? prices.masterclass : prices.title;
}
