/** The SECURITY DEFINER functions for imports of the studio. See definer-functions.ts. */
export const importFunctions: Readonly<Record<string, string>> = {
  'app_private.locked_import()': 'reads the import of the signed-in user; not granted',
  'app_public.begin_import(text,text)': 'writes the import of the signed-in user, who may import',
  'app_public.start_import(uuid,text,text,jsonb)': 'queues the import of the signed-in user, who may import',
  'app_public.keep_import_choice(uuid,jsonb)': 'keeps what the signed-in user arranged in their import',
  'app_public.own_import()': 'reads the import of the signed-in user',
  'app_public.discard_import()': 'deletes the import of the signed-in user',
  'app_public.record_import(uuid,text,jsonb)': 'takes note of what the import of the signed-in user wrote',
  'app_private.claim_import()': 'gives the next import to the job; granted to the jobs alone',
  'app_private.note_import(uuid,integer,integer,text)': 'takes note of progress; granted to the jobs alone',
  'app_private.finish_import(uuid,jsonb)': 'takes note of a finished import; granted to the jobs alone',
  'app_private.fail_import(uuid,text)': 'takes note of a failure; granted to the jobs alone',
  'app_private.put_off_import(uuid,integer,boolean)': 'queues an import again; granted to the jobs alone',
  'app_private.next_import()': 'reads when an import is due; granted to the jobs alone',
  'app_private.tidy_imports()': 'tidies; granted to the jobs alone',
};
