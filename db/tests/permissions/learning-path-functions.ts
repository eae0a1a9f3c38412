/** The SECURITY DEFINER functions for learning paths. See definer-functions.ts. */
export const learningPathFunctions: Readonly<Record<string, string>> = {
  'app_public.mark_completed(uuid,uuid,boolean,app_public.progress_reason)':
    'writes that the signed-in user completed an article or a clip, and the day in their streak',
  'app_private.complete_watched_clip()': 'trigger: writes that a user completed a clip',
  'app_public.learning_paths_progress(app_public.learning_paths)':
    'reads the signed-in user’s progress in what everyone can find, without the policies of each lesson',
  'app_private.begun_learning_paths()': 'finds learning paths by the signed-in user’s progress, without the policies of each lesson',
  'app_public.create_learning_path(text)': 'creates a learning path, for authors',
  'app_private.locked_learning_path(uuid)': 'locks a learning path for its author; not granted',
  'app_private.audit_learning_path(text,app_public.learning_paths)': 'adds an entry to the audit log; not granted',
  'app_public.change_learning_path(uuid,integer,app_public.learning_path_changes)': 'writes the details of a learning path, for its author',
  'app_private.may_be_step(uuid,uuid,uuid,uuid)': 'answers yes or no about what the signed-in user can add; not granted',
  'app_public.set_learning_path_steps(uuid,integer,app_public.learning_path_item[])':
    'writes the steps of a learning path, for its author, of what they can find or write',
  'app_public.publish_learning_path(uuid)': 'publishes a learning path, for its author',
  'app_public.unpublish_learning_path(uuid)': 'unpublishes a learning path, for its author',
  'app_public.delete_learning_path(uuid)': 'deletes a learning path, for its author',
};
