/** Definer functions of private notes: nobody else reads them, and no request reads where their words are without the gate. */
export const noteFunctions: Readonly<Record<string, string>> = {
  'app_private.limit_notes()': 'trigger: counts the notes of the user who adds one',
  'app_private.may_read_blocks(uuid,uuid,text[])': 'answers yes or no from the gate; not granted',
  'app_private.add_note(uuid,uuid,uuid,integer,jsonb,text)': 'adds a note of the signed-in user, within the gate',
  'app_public.delete_note(uuid,integer)': 'deletes a note of the signed-in user',
  'app_public.note_marks(uuid,uuid)': 'reads where the words of the signed-in user’s notes are, cut by the gate',
  'app_private.keep_moved_note_text()': 'trigger: a changed text leaves the old one until its notes have followed',
  'app_private.next_moved_notes()': 'gives changed texts with their notes to the job; granted to the login that runs jobs alone',
  'app_private.store_moved_notes(uuid,integer,jsonb)': 'moves notes; granted to the login that runs jobs alone',
};
