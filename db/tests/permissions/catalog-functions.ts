/** The SECURITY DEFINER functions for what a site sells, its tags and its redirects. See definer-functions.ts. */
export const catalogFunctions: Readonly<Record<string, string>> = {
  'app_public.save_product(uuid,app_public.product_changes,app_public.plan_price[])': 'writes a plan and its prices, for staff',
  'app_public.retire_product(uuid)': 'stops selling a plan, for staff',
  'app_public.move_product(uuid,integer)': 'orders plans, for staff',
  'app_private.find_product_of_plan()': 'trigger: a price belongs to a plan of its name',
  'app_private.keep_price()': 'trigger: a price that somebody pays stays',
  'app_private.due_provider_prices()': 'tells which prices the provider does not know; granted to the jobs alone',
  'app_private.keep_provider_price(uuid,text)': 'notes the price at the provider; granted to the jobs alone',
  'app_public.tags_num_titles(app_public.tags)': 'counts published titles',
  'app_public.save_tag(uuid,app_public.tag_changes)': 'writes a tag, for staff',
  'app_public.move_category(uuid,integer)': 'orders categories, for staff',
  'app_public.merge_tags(uuid,uuid)': 'merges tags, for staff',
  'app_public.delete_tag(uuid)': 'deletes a tag that nothing has, for staff',
  'app_private.keep_tag_icon(text,text)': 'keeps or lets go of an image; called by the functions above',
  'app_public.save_redirects(app_public.redirect_entry[],boolean)': 'writes redirects, for staff',
  'app_public.delete_redirect(uuid)': 'deletes a redirect, for staff',
};
