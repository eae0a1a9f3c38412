/** The SECURITY DEFINER functions that count what a user does, admit uploads, and look after what was paid. See definer-functions.ts. */
export const quotaFunctions: Readonly<Record<string, string>> = {
  // Uploads. The tables that count them are granted to nobody.
  'app_private.use_quota(text,integer,interval)': 'counts what the signed-in user does; granted to the jobs alone',
  'app_private.count_new_row()': 'trigger: counts rows of the signed-in user',
  'app_private.trim_article_revisions(uuid)': 'deletes old revisions; not granted',
  'app_private.trim_lesson_revisions(uuid)': 'deletes old revisions; not granted',
  'auth.trim_sessions()': 'trigger: a user has so many sessions at most',
  'app_public.begin_upload(text,integer)': 'counts what the signed-in person sends',
  'app_public.abandon_upload(text)': 'ends an upload of the signed-in person',
  'app_private.require_text_right(uuid,uuid)': 'raises unless the signed-in user can write a text',
  'app_public.discard_uploads(uuid[])': 'deletes uploads of the signed-in user that no text uses',
  'app_public.finish_upload(text,text,text,integer,integer,integer,text,boolean,text,uuid,uuid)':
    'makes an attachment of an upload of the signed-in person',
  'app_private.claim_attachments(uuid[],uuid)': 'a saved text keeps attachments; not granted',
  'app_private.unkeep_file()': 'trigger: the files of a removed attachment are due',
  'app_private.loosen_attachment()': 'trigger: an attachment whose last text is gone has a day left',
  'app_private.keep_profile_image()': 'trigger: keeps the upload that is its owner’s picture',
  'app_private.remove_loose_attachments()': 'tidies; granted to the jobs alone',
  'app_private.due_files()': 'tells which files nothing keeps; granted to the jobs alone',
  'app_private.forget_files(text[])': 'takes note of removed files; granted to the jobs alone',
  'app_public.set_billing_details(text,text,text,text)': 'writes the company that the signed-in user buys for',
  'app_private.buyer_details()': 'tells the company that the user buys for; granted to the jobs alone',
  'app_private.record_purchase()': 'trigger: a purchase is a payment',
  'app_private.record_tax(text,integer,integer)': 'notes the tax in a payment; granted to the jobs alone',
  'app_private.record_invoice(text,text,text,integer,integer,text,timestamp with time zone)':
    'makes a payment of a paid invoice; granted to the jobs alone',
  'app_private.begin_refund(uuid,integer,integer,text)': 'notes what an administrator refunds; granted to the jobs alone',
  'app_private.record_refund(text,integer)': 'notes what the provider refunded; granted to the jobs alone',
  'app_private.complete_refund(uuid,integer)': 'notes that a refund was made, and ends the title; granted to the jobs alone',
  'app_private.payment_of_buyer(uuid)': 'finds a payment of the user; granted to the jobs alone',
  'app_private.claim_missing_payments()': 'names subscriptions to ask the provider about; granted to the jobs alone',
};
