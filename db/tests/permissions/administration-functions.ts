/**
 * The SECURITY DEFINER functions of administration: each first checks that an administrator calls it, and writes to the audit log. See
 * definer-functions.ts.
 */
export const administrationFunctions: Readonly<Record<string, string>> = {
  'app_public.people(text,app_public.person_filter,uuid,integer)': 'reads addresses, for staff',
  'app_public.person_account(uuid)': 'reads an account, for staff',
  'app_public.person_sessions(uuid)': 'reads sessions, for staff',
  'app_public.set_admin(uuid,boolean)': 'makes somebody staff, for staff',
  'app_public.sign_out_person(uuid)': 'ends sessions, for staff',
  'app_private.remove_second_step(uuid)': 'removes a lost second step, for staff; granted to the login that runs jobs alone',
  'app_public.administrator_security()': 'counts administrators with a second step, for staff',
  'app_public.require_second_step(boolean)': 'changes what sign-ins take, for staff',
  'app_public.delete_person(uuid,text)': 'deletes an account, for staff',
  'app_public.sign_ups(app_public.sign_up_span)': 'counts sign-ups, for staff',
  'app_public.administration_overview()': 'counts, for staff',
  'app_public.revenue_months()': 'adds up the totals of days, for administrators; empty for everyone else',
  'app_public.hide_review(uuid,text)': 'hides a review, for staff',
  'app_public.show_review(uuid)': 'shows a review, for staff',
  'app_public.give_access(text,app_public.entitlement_kind,text,timestamp with time zone)': 'gives an entitlement, for staff',
  'app_public.give_subscription(text,uuid,timestamp with time zone)': 'gives a subscription, for staff',
  'app_public.end_subscription(uuid)': 'ends a subscription, for staff',
  'app_public.save_site_settings(app_public.site_change,integer)': 'changes the settings of the site, for administrators',
  'app_public.save_page_layout(app_public.site_page,jsonb,integer,jsonb)':
    'changes the sections of a page and the logos, for administrators',
  'app_public.counted_facts()': 'counts what the home page says in numbers; everything, for administrators',
  'app_public.change_item_price(uuid,integer)': 'changes a price, for staff',
};
