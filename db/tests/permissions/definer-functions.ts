/**
 * Every SECURITY DEFINER function and why it must see more than the person who asks. A function that is not here fails
 * catalogue.test.ts: before adding one, ask whether a policy could do it.
 */
export const definerFunctions: Readonly<Record<string, string>> = {
  // Who is asking. Policies use these, so they may not be bound by policies themselves.
  'app_public.is_admin()': 'reads one flag of the signed-in person',
  'app_private.my_course_ids()': 'reads the contributions of the signed-in person',
  'app_private.my_book_ids()': 'reads the contributions of the signed-in person',
  'app_private.my_article_ids()': 'reads the contributions of the signed-in person',

  // The gate and what is cut by it. Bodies and video addresses are granted to nobody.
  'app_private.is_entitled(uuid,uuid,boolean)': 'reads the entitlements of the signed-in person; not granted',
  'app_private.readable_lesson_blocks(uuid)': 'the gate of a lesson; not granted',
  'app_private.readable_article_blocks(uuid)': 'the gate of an article; not granted',
  'app_private.may_read_selection(uuid,text)': 'answers yes or no from the gate',
  'app_public.may_read(uuid,uuid)': 'answers yes or no from the gate',
  'app_public.lessons_body_delta(app_public.lessons)': 'reads a body, cut by the gate',
  'app_public.lessons_body_html(app_public.lessons)': 'reads a body, cut by the gate',
  'app_public.lessons_body_markdown(app_public.lessons)': 'reads a body, cut by the gate',
  'app_public.lessons_is_cut(app_public.lessons)': 'compares the length of a body with the gate',
  'app_public.lessons_video_url(app_public.lessons)': 'reads an address behind the gate',
  'app_public.articles_body_delta(app_public.articles)': 'reads a body, cut by the gate',
  'app_public.articles_body_html(app_public.articles)': 'reads a body, cut by the gate',
  'app_public.articles_body_markdown(app_public.articles)': 'reads a body, cut by the gate',
  'app_public.articles_is_cut(app_public.articles)': 'compares the length of a body with the gate',

  // What is told to all although its rows are not.
  'app_private.next_publication()': 'tells an instant, and not of what',
  'app_public.comments_is_contributor(app_public.comments)': 'says that the author of a comment contributes to its item',
  'app_public.comments_spaminess_rating(app_public.comments)': 'reads a rating, for staff only',

  // Writing. Granted to nobody: called by the server as the owner, or by triggers.
  'app_private.save_lesson_body(uuid,jsonb,text[],text[],text[],text[],integer)': 'writes a body; not granted',
  'app_private.save_article_body(uuid,jsonb,text[],text[],text[],text[],integer)': 'writes a body; not granted',
  'app_private.add_user()': 'trigger: a new account gets its public row and settings',
  'auth.make_first_admin(uuid)': 'makes a person staff while nobody is; granted to sign-in alone',
  'app_private.remove_user()': 'trigger: a deleted account takes its public row along',
  'app_private.copy_admin_flag()': 'trigger: sign-in learns who is staff',
  'app_private.register_permalink()': 'trigger: keeps the registry of addresses',
  'app_private.move_deleted_comment()': 'trigger: moves the text of a deleted comment away',
  'app_private.count_lessons()': 'trigger: a public total',
  'app_private.count_enrollments()': 'trigger: a public total',
  'app_private.count_progress()': 'trigger: a public total',
  'app_private.count_clip_action()': 'trigger: a public total',
  'app_private.count_comments()': 'trigger: a public total',
  'app_private.uncount_discussion()': 'trigger: a public total',
  'app_private.count_reactions()': 'trigger: a public total',
  'app_private.count_ratings()': 'trigger: a public total',
  'app_private.notify_tags()': 'trigger: tells the page cache; touches no table',
};
