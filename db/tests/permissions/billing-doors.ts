import type { Door } from './door.ts';
import { idOf, people } from './world.ts';

/** Test cases for prices, checkouts, subscriptions and teams. */
export const billingDoors: readonly Door[] = [
  {
    name: 'a price is told',
    person: people.learner,
    query: `select amount_cents || ' ' || coalesce(already, '') from app_public.checkout_offer(course_slug => 'published')`,
    answer: '3900 ',
  },
  {
    name: 'an own checkout is told',
    person: people.learner,
    query: `select (app_public.own_checkout('${idOf('checkout learner')}')).state`,
    answer: 'PENDING',
  },
  {
    name: 'a plan is saved, moved and retired, and its price stays with those who pay it',
    person: people.admin,
    perform: `select app_public.save_product('${idOf('product')}', row('Pro', null, null, '{}', 7, null, null, true)::app_public.product_changes, array[row('MONTH', 5000, 'USD')::app_public.plan_price]);
      select app_public.move_product('${idOf('product')}', 1); select app_public.retire_product('${idOf('product that nobody has')}')`,
    query: `select string_agg(p.amount_cents || ' ' || p.is_offered, ', ' order by p.amount_cents) || ' ' || (select is_offered from app_public.products where name = 'Nothing')
      from app_public.plans p where p.product_id = '${idOf('product')}'`,
    answer: '4000 false, 5000 true false',
  },
  {
    name: 'a tag is saved under another slug, moved, merged and deleted',
    person: people.admin,
    perform: `select app_public.save_tag('${idOf('tag')}', row('SQL', 'sequel', true, null, '#bf2a12')::app_public.tag_changes);
      select app_public.move_category('${idOf('tag')}', 1); select app_public.merge_tags('${idOf('tag unused')}', '${idOf('tag')}');
      select app_public.delete_tag((app_public.save_tag(null, row('Other', null, false, null, null)::app_public.tag_changes)).id)`,
    query: `select string_agg(t.slug || ' ' || t.position, ', ') || ' ' || (select string_agg(f.slug, ' ' order by f.slug) from app_public.former_tag_slugs f) from app_public.tags t`,
    answer: 'sequel 1 sql structured-query-language unused',
  },
  {
    name: 'redirects are saved and deleted',
    person: people.admin,
    perform: `select app_public.save_redirects(array[row('/before/', '/old', null)::app_public.redirect_entry]); select app_public.delete_redirect('${idOf('redirect')}')`,
    query: `select string_agg(from_path || ' ' || to_url || ' ' || status, ', ') from app_public.redirects`,
    answer: '/before /old 301',
  },
  {
    name: 'the provider is told of prices',
    person: null,
    perform: `update app_public.plans set is_provider_due = true where slug = 'new'; select app_private.keep_provider_price(d.plan_id, 'price_new') from app_private.due_provider_prices() d`,
    query: `select stripe_price_id || ' ' || is_provider_due from app_public.plans where slug = 'new'`,
    answer: 'price_new false',
  },
  {
    name: 'a checkout is granted',
    person: null,
    perform: `select set_config('newline.user_id', '${idOf('learner')}', true); select app_private.grant_checkout(c.id) from app_private.begin_checkout('pro', null, null, false, 1) c`,
    query: `select bool_and(e.ends_at > s.period_ends_at) from app_public.entitlements e
      join app_public.subscriptions s on s.user_id = e.user_id and e.source = 'subscription:' || s.id where s.status = 'ACTIVE'`,
    answer: 'true',
  },
  {
    name: 'a checkout replaces another one of the same user, which is closed with its page and isn’t continued',
    person: null,
    perform: `select set_config('newline.user_id', '${idOf('other')}', true);
      select set_config('door.checkout', (select id::text from app_private.begin_checkout(null, 'published', null, false, 1)), true);
      select set_config('door.kept', app_private.keep_checkout_session(current_setting('door.checkout')::uuid, 'cs_1')::text, true);
      select set_config('door.replaced', (select replaced::text from app_private.begin_checkout(null, 'published', null, false, 1, 'world')), true);
      select set_config('newline.user_id', '${idOf('stranger')}', true);
      select set_config('door.stranger', concat_ws(' ', app_private.keep_checkout_session(current_setting('door.checkout')::uuid, 'cs_2'),
        app_private.close_checkout(current_setting('door.checkout')::uuid, 'cs_1')), true);
      select set_config('newline.user_id', '${idOf('other')}', true);
      select set_config('door.closed', concat_ws(' ', app_private.close_checkout(current_setting('door.checkout')::uuid, null),
        app_private.close_checkout(current_setting('door.checkout')::uuid, 'cs_1'), app_private.close_checkout(current_setting('door.checkout')::uuid, 'cs_1'),
        app_private.keep_checkout_session(current_setting('door.checkout')::uuid, 'cs_3')), true);
      select set_config('door.next', (select id <> current_setting('door.checkout')::uuid from app_private.begin_checkout(null, 'published', null, false, 1))::text, true)`,
    query: `select concat_ws(', ', current_setting('door.kept'), current_setting('door.replaced')::jsonb -> 0 ->> 'sessionId', current_setting('door.stranger'),
      current_setting('door.closed'), current_setting('door.next'))`,
    answer: 'true, cs_1, f f, f t f f, true',
  },
  {
    name: 'a paid checkout becomes a purchase',
    person: null,
    perform: `select set_config('newline.user_id', '${idOf('other')}', true);
      select app_private.complete_purchase(c.id, 'stripe', 'pi_door') from app_private.begin_checkout(null, 'published', null, false, 1) c`,
    query: `select kind || ' ' || (ends_at is null) from app_public.entitlements where source = 'purchase:' || (select id from app_public.purchases where provider_payment_id = 'pi_door')`,
    answer: 'COURSE true',
  },
  {
    name: 'a payer, an event and a payment back are noted',
    person: null,
    perform: `delete from app_private.billing_customers; select app_private.remember_customer('${idOf('checkout learner')}', 'cus_new'), app_private.take_event('evt_new', 'x'), app_private.refund_payment('pi_learner')`,
    query: `select (select provider_customer_id from app_private.billing_customers) || ' ' || app_private.take_event('evt_new', 'x') || ' ' || app_private.take_event('evt_done', 'x')`,
    answer: 'cus_new false false',
  },
  {
    name: 'a disputed payment ends what it bought, and opens it again',
    person: null,
    perform: `select app_private.keep_dispute('pi_learner', null, true); select set_config('door.disputed', (select (disputed_at is not null)::text from app_public.purchases where provider_payment_id = 'pi_learner'), true);
      select app_private.keep_dispute('pi_learner', null, false)`,
    query: `select current_setting('door.disputed') || ' ' || (disputed_at is null) from app_public.purchases where provider_payment_id = 'pi_learner'`,
    answer: 'true true',
  },
  {
    name: 'a coupon makes a title cheaper, and is used by the checkout that is paid',
    person: null,
    perform: `select set_config('newline.user_id', '${idOf('other')}', true);
      select set_config('door.coupon', (select problem is null and discount_cents = 780 from app_public.try_coupon(' world ', null, 'published'))::text, true);
      select app_private.complete_purchase(c.id, 'stripe', 'pi_coupon') from app_private.begin_checkout(null, 'published', null, false, 1, 'world') c;
      select set_config('newline.user_id', '${idOf('admin')}', true)`,
    query: `select current_setting('door.coupon') || ' ' || p.amount_cents || ' ' || app_public.coupons_uses_count(c) || ' ' || app_public.coupons_targets(c)::text
      from app_public.purchases p, app_public.coupons c where p.provider_payment_id = 'pi_coupon' and c.code = 'WORLD'`,
    answer: 'true 3120 7 {"Course, published"}',
  },
  {
    name: 'a company is set and told to the provider',
    person: null,
    perform: `select set_config('newline.user_id', '${idOf('learner')}', true); select app_public.set_billing_details('Words Ltd', null, 'de', 'DE 123-456.789')`,
    query: 'select company_name || country || tax_id from app_private.buyer_details()',
    answer: 'Words LtdDEDE123456789',
  },
  {
    name: 'a payment has its tax, is refunded in part, and then in full, which ends the title',
    person: null,
    perform: `select set_config('newline.user_id', '${idOf('other')}', true);
      select app_private.complete_purchase(c.id, 'stripe', 'pi_refund') from app_private.begin_checkout(null, 'published', null, false, 1) c;
      select app_private.record_tax('pi_refund', 3900, 600), app_private.record_refund('pi_refund', 900), app_private.record_refund('pi_refund', 500);
      select set_config('newline.user_id', '${idOf('admin')}', true);
      select app_private.complete_refund(r.refund_id, 3900) from app_public.payments p, app_private.begin_refund(p.id, 3000, 900, 'Words') r where p.provider_payment_id = 'pi_refund'`,
    query: `select p.tax_cents || ' ' || p.refunded_cents || ' ' || (s.refunded_at is not null) || ' ' || (app_private.payment_of_buyer(p.id)).amount_cents
      from app_public.payments p join app_public.purchases s on s.id = p.purchase_id where p.provider_payment_id = 'pi_refund'`,
    answer: '600 3900 true 3900',
  },
  {
    name: 'payments of a provider count in the revenue of their month, without what was refunded, for administrators',
    person: null,
    perform: `insert into app_public.payments (name, amount_cents, tax_cents, currency, provider, provider_payment_id)
        values ('Words', 3900, 600, 'JPY', 'stripe', 'pi_revenue'), ('Words', 1000, null, 'JPY', 'manual', null);
      update app_public.payments set refunded_cents = 900 where provider_payment_id = 'pi_revenue';
      select set_config('newline.user_id', '${idOf('admin')}', true)`,
    query: `select payments_count || ' ' || paid_cents || ' ' || tax_cents || ' ' || refunded_cents from app_public.revenue_months() where currency = 'JPY'`,
    answer: '1 3900 600 900',
  },
  {
    name: 'a sale has the share of its authors as it was then, and its author sees it',
    person: null,
    perform: `select set_config('newline.user_id', '${idOf('admin')}', true); select app_public.set_author_share(40, 'published');
      select set_config('newline.user_id', '${idOf('other')}', true);
      select app_private.complete_purchase(c.id, 'stripe', 'pi_share') from app_private.begin_checkout(null, 'published', null, false, 1) c;
      select app_private.record_refund('pi_share', 900);
      select set_config('newline.user_id', '${idOf('admin')}', true); select app_public.set_author_share(10, 'published');
      select set_config('newline.user_id', '${idOf('author')}', true)`,
    query: `select s.percent || ' ' || l.units_count || ' ' || l.net_cents || ' ' || l.share_cents || ' ' || (select t.percent from unnest((app_public.own_sales()).titles) t where t.course_id = l.course_id)
      from app_public.payments p join app_public.author_shares s on s.payment_id = p.id, unnest((app_public.own_sales()).lines) l
      where p.provider_payment_id = 'pi_share' and l.course_id = p.course_id`,
    answer: '40 1 3000 1200 10',
  },
  {
    name: 'a gift is paid, sent, sent elsewhere, shown and redeemed; its refund ends it',
    person: null,
    perform: `select set_config('newline.user_id', '${idOf('other')}', true);
      select set_config('door.gift', (select id::text from app_private.begin_checkout(null, 'published', null, false, 1, null, ' A@example.com ', 'Robin', 'Words')), true);
      select app_private.complete_purchase(current_setting('door.gift')::uuid, 'stripe', 'pi_gift');
      select set_config('door.mails', (select email || ' ' || title || ' ' || message from app_private.send_paid_gift(current_setting('door.gift')::uuid, sha256('first')))
        || (select count(*) from app_private.send_paid_gift(current_setting('door.gift')::uuid, sha256('second'))), true);
      select app_private.add_gift_link(g.id, sha256('third'), 'b@example.com', true) from app_public.gifts g where g.checkout_id = current_setting('door.gift')::uuid;
      select set_config('newline.user_id', '${idOf('stranger')}', true);
      select app_public.redeem_gift('third');
      select set_config('door.view', ((app_public.gift_by_token('first')) is null)::text || (app_public.gift_by_token('third')).state || (app_public.gift_by_token('third')).is_own, true);
      select app_private.keep_dispute('pi_gift', null, true), app_private.record_refund('pi_gift', 3900);
      delete from app_private.checkouts where id = current_setting('door.gift')::uuid`,
    query: `select current_setting('door.mails') || ' ' || current_setting('door.view') || ' ' || (g.withdrawn_at is not null) || (g.disputed_at is not null) || (p.refunded_at is not null) || p.amount_cents || y.amount_cents
      from app_public.gifts g join app_public.purchases p on p.gift_id = g.id join app_public.payments y on y.id = g.payment_id where y.provider_payment_id = 'pi_gift'`,
    answer: 'a@example.com Course, published Words0 trueREDEEMEDtrue truetruetrue03900',
  },
  {
    name: 'a gift forgets the address of a deleted account, and an unpaid one goes with its checkout',
    person: null,
    perform: `select set_config('newline.user_id', '${idOf('other')}', true);
      select set_config('door.gift', (select id::text from app_private.begin_checkout(null, 'published', null, false, 1, null, 'learner@example.com')), true);
      delete from app_private.checkouts where id = current_setting('door.gift')::uuid;
      update app_public.gifts set recipient_email = 'learner@example.com' where id = '${idOf('gift author')}';
      delete from auth."user" where email = 'learner@example.com'`,
    query: `select count(*) filter (where paid_at is null) || ' ' || (select recipient_email is null from app_public.gifts where id = '${idOf('gift author')}') from app_public.gifts`,
    answer: '1 true',
  },
  {
    name: 'a failed invoice has one email',
    person: null,
    perform: `update app_public.subscriptions set provider = 'stripe', provider_subscription_id = 'sub_failed', status = 'PAST_DUE', ended_at = null, payment_failed_at = '2026-01-01' where id = '${idOf('subscription learner')}';
      select set_config('door.mails', (select string_agg(email || ' ' || plan_name || ' ' || (access_ends_at at time zone 'UTC')::date, ',') from (
        select * from app_private.report_failed_invoice('sub_failed', 'in_failed') union all select * from app_private.report_failed_invoice('sub_failed', 'in_failed')) r), true)`,
    query: `select current_setting('door.mails')`,
    answer: 'learner@example.com Pro 2026-01-08',
  },
  {
    name: 'a paid invoice becomes a payment, once',
    person: null,
    perform: `update app_public.subscriptions set provider = 'stripe', provider_subscription_id = 'sub_invoice' where id = '${idOf('subscription learner')}';
      select app_private.record_invoice('sub_invoice', 'in_1', null, 4000, null, 'usd', now()), app_private.record_invoice('sub_invoice', 'in_1', 'pi_invoice', 4000, null, 'usd', now())`,
    query: `select count(*) || ' ' || max(provider_payment_id) || ' ' || max(name) || ' ' || max(currency) from app_public.payments where provider_invoice_id = 'in_1'`,
    answer: '1 pi_invoice Pro USD',
  },
  {
    name: 'what a provider shall end is told',
    person: null,
    query: 'select string_agg(id, $$ $$) from app_private.due_cancellations() as id',
    answer: 'sub_orphan',
  },
  {
    name: 'an invitation is shown',
    person: people.visitor,
    query: `select team_name || ' ' || email from app_public.invitation_by_token('author-guest@example.com')`,
    answer: 'author’s team author-guest@example.com',
  },
  {
    name: 'an invitation is withdrawn',
    person: people.author,
    perform: `select app_public.withdraw_invitation('${idOf('invitation author')}')`,
    query: `select i.status || ' ' || t.seats_taken from app_public.team_invitations i join app_public.teams t on t.id = i.team_id where i.id = '${idOf('invitation author')}'`,
    answer: 'WITHDRAWN 2',
  },
  {
    name: 'a seat is left',
    person: people.learner,
    perform: 'select app_public.leave_team()',
    query: `select count(*) from app_public.team_members where user_id = '${idOf('learner')}'`,
    answer: '0',
  },
];
