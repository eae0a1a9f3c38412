import { demoId } from './demo-id.ts';
import { insertRows, itemColumns, type LoadContext, userId } from './load-context.ts';
import { priceOf } from './load-plans.ts';

/** How long before their review the reviewers of a title bought it, in days. */
const daysBeforeReview = 3;
const monthDays = 30;

type Sale = {
  readonly key: string;
  readonly user: string;
  readonly item: string | null;
  readonly name: string;
  readonly cents: number;
  readonly daysAgo: number;
};

/**
 * Loads payments, so that the sales of authors, the payments and the revenue of the demo have something to show: titles that reviewers
 * bought, the months of subscriptions, two refunds, and a gift. Each is marked as a demo. Users who can sign in have none, because nothing
 * was charged to them.
 */
export async function loadSales(context: LoadContext): Promise<void> {
  const { content, daysAgo } = context;
  const sales = [...soldTitles(context), ...paidMonths(context)].toSorted(
    (one, other) => other.daysAgo - one.daysAgo || one.key.localeCompare(other.key),
  );
  const titles = sales.filter(({ item }) => item !== null);
  const [whole, part, gift] = titles.slice(-12);
  const refunded = (sale: Sale) => (sale === whole ? sale.cents : sale === part ? Math.floor(sale.cents / 3) : 0);
  await insertRows(
    context,
    'app_public.payments',
    sales.map((sale) => ({
      id: demoId('payment', sale.key),
      user_id: userId(sale.user),
      subscription_id: sale.item === null ? demoId('subscription', sale.user) : null,
      ...itemColumns(sale.item),
      name: `${sale.name}${sale === gift ? ', gift' : ''} (demo)`,
      amount_cents: sale.cents,
      refunded_cents: refunded(sale),
      currency: content.plans.currency,
      provider: 'stripe',
      paid_at: daysAgo(sale.daysAgo),
    })),
  );
  if (gift === undefined) return;
  await insertRows(context, 'app_public.gifts', [
    {
      id: demoId('gift', gift.key),
      giver_id: userId(gift.user),
      payment_id: demoId('payment', gift.key),
      ...itemColumns(gift.item),
      recipient_email: 'reader@newline.example',
      message: 'A demo gift.',
      paid_at: daysAgo(gift.daysAgo),
      sent_at: daysAgo(gift.daysAgo),
      created_at: daysAgo(gift.daysAgo),
    },
  ]);
}

/** The titles that reviewers without a subscription bought. */
function soldTitles(context: LoadContext): Sale[] {
  const { content } = context;
  const others = new Set([...signedIn(context), ...content.progress.entitlements.map(({ user }) => user)]);
  return content.reviews.reviews.flatMap(({ user, item: key, createdDaysAgo }) => {
    const item = content.items.find((candidate) => candidate.key === key);
    const cents = item === undefined ? null : priceOf(context, item, false);
    if (item === undefined || cents === null || others.has(user)) return [];
    return { key: `${key} ${user}`, user, item: key, name: item.title, cents, daysAgo: createdDaysAgo + daysBeforeReview };
  });
}

/** The months that were paid of subscriptions. */
function paidMonths(context: LoadContext): Sale[] {
  const { content } = context;
  const monthly = content.plans.plans.find(({ kind, interval }) => kind === 'PRO' && interval === 'MONTH');
  if (monthly === undefined) return [];
  const ofDemo = signedIn(context);
  return content.progress.entitlements.flatMap((one) => {
    if ((one.kind !== 'pro' && one.kind !== 'pro-expired') || ofDemo.has(one.user)) return [];
    const until = one.kind === 'pro-expired' ? one.untilDaysAgo : 0;
    return Array.from({ length: Math.floor((one.sinceDaysAgo - until) / monthDays) + 1 }, (_, month) => ({
      key: `month ${month} ${one.user}`,
      user: one.user,
      item: null,
      name: monthly.name,
      cents: monthly.amountCents,
      daysAgo: one.sinceDaysAgo - month * monthDays,
    }));
  });
}

function signedIn({ content }: LoadContext): Set<string> {
  return new Set(content.people.filter(({ demo }) => demo !== null).map(({ username }) => username));
}
