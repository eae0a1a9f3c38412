import { idOf, pickPopular } from './seeded.ts';
import { type Table, type Value, tableOf } from './table.ts';
import { titleColumns, type World } from './world.ts';

/** The seats of a team that are taken. */
const MEMBERS = 10;
/** How many payments a subscription has at most. */
const PAYMENTS = 9;

/** Subscriptions, purchases, payments, coupons and gifts. */
export function salesTables(world: World): Table[] {
  const { counts, daysAgo } = world;
  const list = function* <Row>(count: number, row: (n: number) => Row): Generator<Row> {
    for (let n = 0; n < Math.max(1, Math.round(count)); n += 1) yield row(n);
  };
  const planOf = (kind: 'PRO' | 'TEAM', n: number) => {
    const plans = world.existing.plans.filter((plan) => plan.kind === kind);
    const plan = plans[n % plans.length];
    if (plan === undefined) throw new Error(`salesTables: expected a plan for ${kind}, got none`);
    return plan;
  };
  const subscribers = counts.subscriptions;
  // Every fourth user subscribes at most once; the last subscriptions are those of teams.
  const userOfSubscription = (n: number) => 1 + ((n * 4) % (counts.users - 1));
  const isTeam = (n: number) => n >= subscribers - counts.teams;
  const isEnded = (n: number) => !isTeam(n) && n % 4 === 0;
  const beganAt = (n: number) => daysAgo(700 * (1 - n / subscribers) + 10);
  const titleOfPurchase = (n: number) => pickPopular(71, n, counts.titles);
  const buyerOf = (n: number) => (n * 2) % counts.users;
  const purchasedAt = (n: number) => daysAgo(900 * (1 - n / counts.purchases));
  const paymentsOf = (n: number) => 1 + (n % PAYMENTS);
  return [
    tableOf(
      'app_public.subscriptions',
      'id user_id plan_id kind status seats cancels_at_period_end period_starts_at period_ends_at ended_at provider provider_subscription_id created_at',
      () =>
        list(subscribers, (n) => {
          const kind = isTeam(n) ? 'TEAM' : 'PRO';
          const status = isEnded(n) ? 'ENDED' : n % 50 === 1 ? 'PAST_DUE' : n % 25 === 2 ? 'TRIALING' : 'ACTIVE';
          const [from, until] = isEnded(n) ? [daysAgo(70), daysAgo(40)] : [daysAgo(9), daysAgo(-21)];
          return [
            ...[
              idOf('subscription', n),
              idOf('user', userOfSubscription(n)),
              planOf(kind, n).id,
              kind,
              status,
              isTeam(n) ? MEMBERS * 2 : 1,
            ],
            ...[n % 30 === 3, from, until, isEnded(n) ? daysAgo(40) : null, 'stripe', `sub_scale_${n}`, beganAt(n)],
          ];
        }),
    ),
    tableOf('app_public.teams', 'id subscription_id owner_id name seats created_at', () =>
      list(counts.teams, (n) => {
        const subscription = subscribers - counts.teams + n;
        const owner = idOf('user', userOfSubscription(subscription));
        return [idOf('team', n), idOf('subscription', subscription), owner, `Team ${n}`, MEMBERS * 2, beganAt(subscription)];
      }),
    ),
    tableOf('app_public.team_members', 'id team_id user_id created_at', () =>
      list(Math.min(counts.teams * MEMBERS, Math.floor(counts.users / 8)), (n) => [
        ...[idOf('member', n), idOf('team', Math.floor(n / MEMBERS)), idOf('user', 3 + n * 4), daysAgo(9)],
      ]),
    ),
    tableOf(
      'app_public.purchases',
      'id user_id course_id book_id amount_cents currency provider provider_payment_id refunded_at created_at',
      () =>
        list(counts.purchases, (n) => [
          ...[
            idOf('purchase', n),
            world.userId(buyerOf(n)),
            ...titleColumns(world, titleOfPurchase(n)),
            4900,
            'USD',
            'stripe',
            `pi_scale_${n}`,
          ],
          ...[n % 40 === 0 ? daysAgo(1) : null, purchasedAt(n)],
        ]),
    ),
    tableOf(
      'app_public.payments',
      'id user_id purchase_id subscription_id course_id book_id name amount_cents tax_cents refunded_cents currency provider provider_payment_id paid_at',
      function* (): Generator<readonly Value[]> {
        for (let n = 0; n < counts.purchases; n += 1) {
          const title = titleOfPurchase(n);
          yield [
            ...[idOf('payment', n), world.userId(buyerOf(n)), idOf('purchase', n), null, ...titleColumns(world, title), `Title ${title}`],
            ...[4900, 0, n % 40 === 0 ? 4900 : 0, 'USD', 'stripe', `pi_scale_${n}`, purchasedAt(n)],
          ];
        }
        for (let n = 0, payment = counts.purchases; n < subscribers; n += 1) {
          for (let at = 0; at < paymentsOf(n); at += 1, payment += 1)
            yield [
              ...[idOf('payment', payment), idOf('user', userOfSubscription(n)), null, idOf('subscription', n), null, null, 'Pro, a month'],
              ...[planOf(isTeam(n) ? 'TEAM' : 'PRO', n).amountCents, 0, 0, 'USD', 'stripe', `pi_scale_s${payment}`, daysAgo(10 + at * 30)],
            ];
        }
      },
    ),
    tableOf('app_public.entitlements', 'id user_id kind starts_at source created_at', () =>
      list(counts.users / 100, (n) => [
        ...[idOf('grant', n), idOf('user', 1 + ((n * 7) % (counts.users - 1))), 'PRO', daysAgo(n % 300), 'grant', daysAgo(n % 300)],
      ]),
    ),
    tableOf('app_public.coupons', 'id code percent created_at', () =>
      list(Math.max(20, counts.users / 400), (n) => [idOf('coupon', n), `SCALE-${n}`, 10 + (n % 50), daysAgo(n % 300)]),
    ),
    tableOf(
      'app_private.checkouts',
      'id user_id course_id book_id amount_cents currency created_at completed_at coupon_id coupon_cents',
      () =>
        list(counts.purchases / 5, (n) => [
          ...[idOf('checkout', n), world.userId(buyerOf(n)), ...titleColumns(world, titleOfPurchase(n)), 4900, 'USD', purchasedAt(n)],
          ...[n % 2 ? purchasedAt(n) : null, idOf('coupon', n % 20), 490],
        ]),
    ),
    tableOf('app_private.coupon_uses', 'checkout_id coupon_id user_id used_at', () =>
      list(counts.purchases / 10, (n) => [
        idOf('checkout', n * 2 + 1),
        idOf('coupon', (n * 2 + 1) % 20),
        world.userId(buyerOf(n * 2 + 1)),
        purchasedAt(n),
      ]),
    ),
    tableOf('app_public.gifts', 'id giver_id course_id book_id recipient_email paid_at sent_at created_at', () =>
      list(counts.purchases / 50, (n) => [
        ...[idOf('gift', n), world.userId(buyerOf(n)), ...titleColumns(world, titleOfPurchase(n)), `gift${n}@letters.example`],
        ...[purchasedAt(n), purchasedAt(n), purchasedAt(n)],
      ]),
    ),
  ];
}
