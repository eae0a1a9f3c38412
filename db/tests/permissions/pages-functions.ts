/** Definer functions for the owner's pages, for the terms that users accept, and for a new site's checklist, each with its reason. */
export const pagesFunctions: Readonly<Record<string, string>> = {
  // Pages of the owner: written by administrators, read by everyone once published.
  'app_public.pages_body_delta(app_public.pages)': 'reads the published text of a page',
  'app_public.pages_body_drawings(app_public.pages)': 'reads what was rendered of it',
  'app_public.pages_body_markdown(app_public.pages)': 'reads it as Markdown',
  'app_public.articles_reading_minutes(app_public.articles)': 'counts the words of a text',
  'app_private.locked_page(uuid)': 'locks a page for an administrator; not granted',
  'app_private.require_page_right(uuid)': 'asks whether the user is an administrator',
  'app_private.newest_page_revision(uuid)': 'reads the history of a page; not granted',
  'app_private.add_page_revision(uuid,text,jsonb,text[],uuid,integer,integer)': 'writes the history of a page; not granted',
  'app_private.create_page(text,text,jsonb,text[],text[],text[],text[],integer,jsonb,integer)': 'creates a page, for administrators',
  'app_private.read_page_revisions(uuid[])': 'reads texts of revisions for administrators, and marks them as read',
  'app_private.save_page(uuid,integer,text,jsonb,text[],text[],text[],text[],integer,jsonb,integer,uuid,integer,integer)':
    'writes the working text of a page, for administrators',
  'app_private.working_page(uuid,boolean)': 'reads the working text of a page, for administrators',
  'app_private.publish_page(uuid,integer,jsonb,text[],text[],text[],text[],integer,jsonb,integer,boolean)':
    'publishes a page, for administrators',
  'app_public.unpublish_page(uuid)': 'unpublishes a page, for administrators',
  'app_public.delete_page(uuid)': 'deletes a page that was never published, for administrators',
  'app_public.arrange_footer(uuid[])': 'orders the links of the footer, for administrators',
  'app_public.accept_page(uuid,integer)': 'writes what the signed-in user accepts',
  'auth.accept_pages_at_sign_up(uuid)': 'writes what a new user accepts; for sign-in alone',

  // The checklist of a new site.
  'app_private.read_setup()': 'reads what a new site still needs; not granted',
  'app_public.site_setup()': 'reads what a new site still needs, for administrators',
  'app_public.dismiss_setup(boolean)': 'hides the checklist of a new site, for administrators',
  'app_private.begin_test_mail()': 'reads the email address of the signed-in administrator',
  'app_private.end_test_mail(text,text)': 'notes how a test email went, for administrators',
};
