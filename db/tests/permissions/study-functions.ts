/** The SECURITY DEFINER functions of studying: only they write its rows, and only for the signed-in user. See definer-functions.ts. */
export const studyFunctions: Readonly<Record<string, string>> = {
  'app_private.readable_block_ids(uuid)': 'reads the ids of blocks, cut by the gate',
  'app_private.exercises(uuid)': 'reads the exercises of a text with their tests; not granted',
  'app_public.exercise_totals(uuid,text)': 'counts results for those who write the lesson',
  'app_public.record_attempt(uuid,text,boolean,text[])': 'writes a result of the signed-in user, within the gate',
  'app_private.join_item(uuid,uuid)': 'enrolls; not granted',
  'app_private.complete_lesson(uuid,uuid,app_public.progress_reason)': 'writes a completion; not granted',
  'app_public.save_progress(uuid,integer[],text[],integer,text)': 'writes what the signed-in user watched and read, within the gate',
  'app_public.set_lesson_completed(uuid,boolean)': 'writes a completion of the signed-in user',
  'app_public.enroll(uuid,uuid)': 'writes an enrollment of the signed-in user',
  'app_public.use_browser_time_zone(text)': 'writes the time zone of the signed-in user, unless they picked one',
};
