/** Definer functions of code in texts: that of repositories, and exercises. Their rows are derived from texts. */
export const codeFunctions: Readonly<Record<string, string>> = {
  'app_private.note_remote_code()': 'trigger: writes what a text took from repositories',
  'app_private.locked_remote_code(uuid)': 'locks code of a text that the signed-in user writes; not granted',
  'app_public.keep_remote_code(uuid)': 'takes note that a change was seen, for those who write the text',
  'app_private.due_remote_code(integer)': 'tells what is due to be compared; granted to the jobs alone',
  'app_private.record_remote_code(uuid,text,app_public.remote_code_state,text,text,text,integer,integer,text)':
    'takes note of a comparison; granted to the jobs alone',
  'app_private.postpone_remote_code(uuid[])': 'puts off a comparison; granted to the jobs alone',
  'app_private.note_exercises()': 'trigger: writes which exercises a text has',
  'app_private.claim_exercises(uuid,text,integer)':
    'takes exercises that are due to be checked, with their text; granted to the jobs alone',
  'app_private.record_exercise_check(uuid,text,text,app_public.exercise_verdict,text,text[])':
    'takes note of what a check found; granted to the jobs alone',
  'app_private.release_exercises(uuid[])': 'gives exercises back; granted to the jobs alone',
};
